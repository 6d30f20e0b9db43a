// What listens, and where.
import type { Transport, TransportId } from "../../../shared/contract/connection.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { wholeNumber } from "../../labels/format.ts";
import { transports as labels } from "../../labels/integrations.ts";

const words: Readonly<Record<TransportId, { readonly title: string; readonly about: string }>> = {
  http: { title: labels.http, about: labels.httpAbout },
  websocket: { title: labels.websocket, about: labels.websocketAbout },
  agentSocket: { title: labels.socket, about: labels.socketAbout },
  a2e: { title: "A2E", about: labels.a2eAbout },
  a2eSocket: { title: labels.a2eSocket, about: labels.a2eSocketAbout },
  telemetry: { title: labels.telemetry, about: labels.telemetryAbout },
  scoreRisk: { title: labels.scoreRisk, about: labels.scoreRiskAbout },
  operatorSocket: { title: labels.operator, about: labels.operatorAbout },
};

export function Transports({ transports }: { transports: readonly Transport[] }) {
  return (
    <table className="cards-when-narrow w-full text-xs">
      <thead className="sr-only">
        <tr>
          <th>{labels.transport}</th>
          <th>{labels.state}</th>
          <th>{labels.address}</th>
          <th>{labels.copy}</th>
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
                <CopyButton bare text={address} label={labels.copyAddressOf(words[id].title)} />
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
      {on ? (open === undefined ? labels.listening : labels.open(wholeNumber(open))) : labels.off}
    </span>
  );
}
