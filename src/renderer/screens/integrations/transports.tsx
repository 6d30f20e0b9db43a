// What listens, and where.
import type { Transport, TransportId } from "../../../shared/connection.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { wholeNumber } from "../../text/format.ts";

const words: Readonly<Record<TransportId, { readonly title: string; readonly about: string }>> = {
  http: { title: "HTTP", about: "One question, one answer: A2G, AEON and AOS" },
  websocket: { title: "WebSocket", about: "Stays open, and hears your answers at once" },
  agentSocket: { title: "Socket", about: "The same in lines, without a token" },
  a2e: { title: "A2E", about: "Lines over a loopback port" },
  a2eSocket: { title: "A2E socket", about: "The same without a token" },
  telemetry: { title: "Telemetry", about: "Every decision as it happens, for readers" },
  scoreRisk: { title: "/score_risk", about: "A port of its own, if the settings name one" },
  operatorSocket: { title: "Operator", about: "For the gatehouse command, never for agents" },
};

export function Transports({ transports }: { transports: readonly Transport[] }) {
  return (
    <table className="w-full text-xs">
      <thead className="sr-only">
        <tr>
          <th>Transport</th>
          <th>State</th>
          <th>Address</th>
          <th>Copy</th>
        </tr>
      </thead>
      <tbody>
        {transports.map(({ id, address, open }) => (
          <tr key={id} className="border-b border-line">
            <td className="w-24 py-1.5 pr-3 align-top font-medium whitespace-nowrap" title={words[id].about}>
              {words[id].title}
            </td>
            <td className="w-28 py-1.5 pr-3 align-top whitespace-nowrap">
              <State address={address} open={open} />
            </td>
            <td className="py-1.5">
              {address === undefined ? null : <span className="selectable block font-mono break-all">{address}</span>}
              <span className="block text-faint">{words[id].about}</span>
            </td>
            <td className="w-8 py-0.5 text-right align-top">
              {address === undefined ? null : (
                <CopyButton bare text={address} label={`Copy the address of ${words[id].title}`} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ address, open }: { address: string | undefined; open: number | undefined }) {
  const on = address !== undefined;
  return (
    <span className={`inline-flex items-center gap-1.5 ${on ? "text-quiet" : "text-faint"}`}>
      <svg viewBox="0 0 12 12" width={9} height={9} aria-hidden className={on ? "text-risk-low" : "text-faint"}>
        {on ? (
          <circle cx="6" cy="6" r="4" fill="currentColor" />
        ) : (
          <circle cx="6" cy="6" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
        )}
      </svg>
      {on ? (open === undefined ? "Listening" : `${wholeNumber(open)} open`) : "Off"}
    </span>
  );
}
