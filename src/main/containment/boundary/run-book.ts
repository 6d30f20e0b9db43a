// The book of contained runs: which there were since the start, what each sent where, and when that is recorded.
import type { RunView } from "../../../shared/containment/view.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import type { HostTraffic } from "../../../shared/containment/boundary.ts";
import type { ContainedRun } from "../../../shared/containment/index.ts";
import { minute } from "../../../shared/lib/clock.ts";
import type { Clock } from "../../engine/ports.ts";

export interface RunBookPorts {
  readonly clock: Pick<Clock, "now">;
  readonly didOf: (run: ContainedRun) => string;
  readonly record: (entry: Omit<NewEntry, "at">) => Promise<void>;
}

export interface RunBook {
  readonly opened: (run: ContainedRun) => void;
  /** All of a run's traffic so far. */
  readonly traffic: (run: ContainedRun, hosts: readonly HostTraffic[]) => void;
  readonly closed: (run: ContainedRun) => void;
  /** A session of the agent that its hooks named. */
  readonly session: (runId: string, sessionId: string) => void;
  readonly list: () => readonly RunView[];
}

const mostRuns = 200;
const mostSessions = 50;
/** How often the traffic of a run is recorded while it goes on. */
const recordEvery = 5 * minute;

interface Booked {
  view: RunView;
  recordedAt: number;
  /** What the last entry said, as text. */
  recorded: string;
}

export function createRunBook({ clock, didOf, record }: RunBookPorts): RunBook {
  const runs = new Map<string, Booked>();

  function write(booked: Booked, ended: boolean): void {
    const { view } = booked;
    const text = JSON.stringify(view.hosts);
    if (text === booked.recorded) return;
    booked.recorded = text;
    booked.recordedAt = clock.now();
    void record(trafficEntry(view, ended));
  }

  return {
    opened(run) {
      const view: RunView = {
        runId: run.runId,
        agentDid: didOf(run),
        agentName: run.agentName,
        project: run.project,
        profile: run.profile.name,
        command: run.command.join(" ").slice(0, 500),
        openedAt: run.openedAt,
        sessions: [],
        hosts: [],
      };
      runs.set(run.runId, { view, recordedAt: clock.now(), recorded: "[]" });
      const [oldest] = [...runs].find(([, { view: each }]) => each.closedAt !== undefined) ?? [];
      if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest);
    },
    traffic(run, hosts) {
      const booked = runs.get(run.runId);
      if (booked === undefined) return;
      const sorted = hosts.toSorted((left, right) => right.sentBytes - left.sentBytes);
      booked.view = { ...booked.view, hosts: sorted };
      if (clock.now() - booked.recordedAt >= recordEvery) write(booked, false);
    },
    closed(run) {
      const booked = runs.get(run.runId);
      if (booked === undefined) return;
      booked.view = { ...booked.view, closedAt: clock.now() };
      write(booked, true);
    },
    session(runId, sessionId) {
      const booked = runs.get(runId);
      if (booked === undefined || booked.view.sessions.includes(sessionId)) return;
      booked.view = { ...booked.view, sessions: [...booked.view.sessions, sessionId].slice(-mostSessions) };
    },
    list: () => [...runs.values()].map(({ view }) => view).toReversed(),
  };
}

const mostHosts = 16;

function trafficEntry(view: RunView, ended: boolean): Omit<NewEntry, "at"> {
  const sent = view.hosts.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
  const received = view.hosts.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
  const count = view.hosts.length === 1 ? "1 host" : `${view.hosts.length} hosts`;
  const sessionId = view.sessions.at(-1) ?? view.runId;
  return {
    kind: "traffic",
    agentDid: view.agentDid,
    sessionId,
    protocol: "contained",
    hosts: view.hosts.slice(0, mostHosts).map(({ host }) => host),
    summary: `${view.agentName} sent ${sent} bytes to ${count} and received ${received}${ended ? "" : " so far"}`,
    body: {
      run: view.runId,
      ended,
      hosts: view.hosts.slice(0, 200).map(({ host, port, sentBytes, receivedBytes, connections }) => ({
        host,
        port,
        sent_bytes: sentBytes,
        received_bytes: receivedBytes,
        connections,
      })),
    },
  };
}
