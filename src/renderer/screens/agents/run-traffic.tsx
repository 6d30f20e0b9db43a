// What the contained runs of an agent sent and received, host by host.
import { visibleLine } from "../../../shared/lib/visible.ts";
import { traffic as labels } from "../../labels/agents.ts";
import { byteSize, wholeNumber } from "../../labels/format.ts";
import { trafficByHost } from "./traffic.ts";
import { useRuns } from "../../state/runs.ts";

const most = 12;

export function RunTraffic({ agentDid }: { agentDid: string }) {
  const runs = useRuns(agentDid);
  const hosts = trafficByHost(runs);
  if (runs.length === 0) return null;
  const isRunning = runs.some(({ closedAt }) => closedAt === undefined);
  return (
    <section aria-label={labels.title} className="mt-7 px-6">
      <h3 className="label mb-1.5">
        {labels.title}
        {isRunning ? <span className="font-normal text-faint"> · {labels.running}</span> : null}
      </h3>
      {hosts.length === 0 ? (
        <p className="text-xs text-quiet">{labels.none}</p>
      ) : (
        <table className="w-full max-w-3xl text-xs">
          <thead>
            <tr className="text-left text-faint">
              <th className="py-0.5 font-normal">{labels.host}</th>
              <th className="w-24 py-0.5 text-right font-normal">{labels.sent}</th>
              <th className="w-24 py-0.5 text-right font-normal">{labels.received}</th>
              <th className="w-28 py-0.5 text-right font-normal">{labels.connections}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.slice(0, most).map(({ host, port, sentBytes, receivedBytes, connections }) => (
              <tr key={`${host}:${port}`} className="leading-5">
                <th scope="row" className="selectable max-w-0 truncate py-0.5 pr-3 text-left font-mono font-normal">
                  {visibleLine(`${host}:${port}`)}
                </th>
                <td className="py-0.5 text-right tabular-nums">{byteSize(sentBytes)}</td>
                <td className="py-0.5 text-right tabular-nums">{byteSize(receivedBytes)}</td>
                <td className="py-0.5 text-right text-quiet tabular-nums">{wholeNumber(connections)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
