// Traffic of several runs as one table: bytes by host, the most sent first.
import type { RunView } from "../../../shared/containment/view.ts";
import type { HostTraffic } from "../../../shared/containment/boundary.ts";

export function trafficByHost(runs: readonly RunView[]): readonly HostTraffic[] {
  const byHost = new Map<string, HostTraffic>();
  for (const traffic of runs.flatMap(({ hosts }) => hosts)) {
    const key = `${traffic.host}:${traffic.port}`;
    const before = byHost.get(key);
    byHost.set(key, {
      ...traffic,
      sentBytes: traffic.sentBytes + (before?.sentBytes ?? 0),
      receivedBytes: traffic.receivedBytes + (before?.receivedBytes ?? 0),
      connections: traffic.connections + (before?.connections ?? 0),
    });
  }
  return [...byHost.values()].toSorted((left, right) => right.sentBytes - left.sentBytes);
}

/** The runs in which the agent had this session. */
export function runsOfSession(runs: readonly RunView[], sessionId: string): readonly RunView[] {
  return runs.filter(({ runId, sessions }) => runId === sessionId || sessions.includes(sessionId));
}

export function sentBytes(runs: readonly RunView[]): number {
  return runs.flatMap(({ hosts }) => hosts).reduce((sum, { sentBytes: sent }) => sum + sent, 0);
}
