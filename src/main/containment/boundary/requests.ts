// Requests at the boundary: what a contained run is refused becomes an intent, so that it is judged, asked, granted and recorded
// like everything else an agent wants to do.
import type { Grant } from "../../../shared/domain/approval.ts";
import { type BoundaryKind, boundaryTools } from "../../../shared/containment/boundary.ts";
import type { ContainedRun } from "../../../shared/containment/index.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import { minute } from "../../../shared/lib/clock.ts";
import { engineActor } from "../../engine/approvals/endings.ts";
import type { Engine } from "../../engine/engine.ts";
import type { GrantBook } from "../../engine/grants/grant-book.ts";
import type { Clock, Identifiers, Sha256 } from "../../engine/ports.ts";
import type { HostDecision, RefusalReason } from "../gate/gates.ts";
import { runDid } from "./identity.ts";

export interface BoundaryPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly sha256: Sha256;
  readonly engine: Pick<Engine, "submit" | "settled"> & {
    readonly approvals: Pick<Engine["approvals"], "giveUp" | "revokeGrant">;
  };
  readonly grants: Pick<GrantBook, "list">;
  /** Makes the identity of the run known, once for each. */
  readonly register: (run: ContainedRun, agentDid: string) => void;
  /** What an agent is running at this moment, as far as its hooks tell. */
  readonly runningCommand: (agentDid: string) => string | undefined;
}

export interface AllowedPlace {
  readonly path: string;
  readonly access: "read" | "write";
}

export interface PathRequest extends AllowedPlace {
  readonly command: string | undefined;
  readonly sessionId: string | undefined;
}

export interface Boundary {
  /** Waits for the human where one is asked. */
  readonly askHost: (run: ContainedRun, host: string, port: number) => Promise<HostDecision>;
  readonly refusedHost: (run: ContainedRun, host: string, port: number, reason: RefusalReason) => void;
  /** Whether a command of the run's agent runs at this moment, as far as its hooks tell. */
  readonly isWorking: (run: ContainedRun) => boolean;
  /** A place the run was refused. Nobody waits for the answer. */
  readonly refusedPath: (run: ContainedRun, request: PathRequest) => Promise<Verdict | undefined>;
  /** The places humans have opened for this agent in this project. */
  readonly allowedPlaces: (run: Pick<ContainedRun, "agent" | "agentName" | "project">) => readonly AllowedPlace[];
  /** Ends what waits for the run, and what was allowed for as long as it lasts. */
  readonly ended: (run: ContainedRun) => Promise<void>;
}

/** No program waits longer for a connection. */
const longestWait = 5 * minute;
/** What was allowed once holds for the other connections that belong to the same request. */
const onceHolds = minute;
/** A rule or a grant is asked again after this, and at once when grants or rules change. */
const ruleHolds = 10 * minute;
/** The same refusal is recorded at most once in this time. */
const refusalRepeats = 10 * minute;
const mostRefusals = 1000;

export function createBoundary(ports: BoundaryPorts): Boundary {
  const { clock, engine } = ports;
  /** Of each run, the connections it asked for. */
  const intentsOf = new Map<string, Set<string>>();
  const recorded = new BoundedMap<string, number>(mostRefusals);

  function intentFor(run: ContainedRun, kind: BoundaryKind, given: Intent["arguments"], more: Partial<PathRequest>) {
    const agentDid = runDid(run, ports.sha256);
    ports.register(run, agentDid);
    const command = more.command ?? ports.runningCommand(agentDid) ?? run.command.join(" ");
    const intentId = `run-${ports.identifiers.next()}`;
    // What was blocked can be opened for the next run, when this one has long ended.
    if (kind === "connect") intentsOf.set(run.runId, (intentsOf.get(run.runId) ?? new Set()).add(intentId));
    const intent: Intent = {
      intentId,
      agentDid,
      tool: boundaryTools[kind],
      arguments: given,
      context: {
        ...(more.sessionId === undefined ? { sessionId: run.runId } : { sessionId: more.sessionId }),
        workingDirectory: run.directory,
        workspace: run.project,
      },
      protocol: "contained",
      boundary: { runId: run.runId, kind, command: command.slice(0, longestCommand) },
    };
    return intent;
  }

  async function askHost(run: ContainedRun, host: string, port: number): Promise<HostDecision> {
    const intent = intentFor(run, "connect", { url: urlOf(host, port) }, {});
    const submitted = await engine.submit(intent);
    if (!submitted.ok) return { allowed: false, refusal: "denied", detail: submitted.error };
    const { agentDid, intentId } = intent;
    let verdict = submitted.value;
    if (verdict.outcome === "ESCALATE") {
      verdict = (await engine.settled(agentDid, intentId, longestWait)) ?? verdict;
      if (verdict.outcome === "ESCALATE") {
        await engine.approvals.giveUp(
          agentDid,
          intentId,
          "timeout",
          "Nobody answered while the connection could wait.",
        );
        return { allowed: false, refusal: "unanswered" };
      }
    }
    return decisionOf(verdict);
  }

  function refusedHost(run: ContainedRun, host: string, port: number, reason: RefusalReason): void {
    const key = `${run.runId} ${host}:${port} ${reason}`;
    const before = recorded.get(key);
    if (before !== undefined && clock.now() - before < refusalRepeats) return;
    recorded.set(key, clock.now());
    const intent = intentFor(run, "connect", { url: urlOf(host, port) }, {});
    const boundary = intent.boundary && { ...intent.boundary, refused: refusalWords[reason] };
    void engine.submit({ ...intent, ...(boundary === undefined ? {} : { boundary }) });
  }

  async function refusedPath(run: ContainedRun, request: PathRequest): Promise<Verdict | undefined> {
    const { path, access } = request;
    const submitted = await engine.submit(intentFor(run, access, { path }, request));
    return submitted.ok ? submitted.value : undefined;
  }

  return {
    askHost,
    refusedHost,
    refusedPath,
    isWorking: (run) => ports.runningCommand(runDid(run, ports.sha256)) !== undefined,
    allowedPlaces(run) {
      const agentDid = runDid(run, ports.sha256);
      return ports.grants.list(clock.now()).flatMap((grant) => placeOf(grant, agentDid, run.project));
    },
    async ended(run) {
      const agentDid = runDid(run, ports.sha256);
      const ids = intentsOf.get(run.runId) ?? new Set();
      intentsOf.delete(run.runId);
      const over = "The contained run has ended.";
      await Promise.all([...ids].map((id) => engine.approvals.giveUp(agentDid, id, "agent_gone", over)));
      const grants = ports.grants
        .list(clock.now())
        .filter(
          ({ tool, duration, fromIntent }) =>
            tool === boundaryTools.connect && duration === "session" && ids.has(fromIntent),
        );
      for (const { grantId } of grants) await engine.approvals.revokeGrant(grantId, engineActor);
    },
  };
}

const longestCommand = 500;

function decisionOf(verdict: Verdict): HostDecision {
  const binding = verdict.conditions.some(({ kind }) => kind !== "warning" && kind !== "note");
  if (verdict.outcome === "APPROVED" || (verdict.outcome === "CONDITIONAL" && !binding))
    return { allowed: true, holdsMs: verdict.decider === "human" ? onceHolds : ruleHolds };
  if (verdict.reason === "timeout") return { allowed: false, refusal: "unanswered" };
  return { allowed: false, refusal: "denied", detail: verdict.reasoning };
}

function placeOf(grant: Grant, agentDid: string, project: string): readonly AllowedPlace[] {
  const { effect, tool, path } = grant;
  if (effect !== "allow" || path === undefined || grant.agentDid !== agentDid || grant.workspace !== project) return [];
  if (tool === boundaryTools.write) return [{ path, access: "write" }];
  return tool === boundaryTools.read ? [{ path, access: "read" }] : [];
}

const schemes: Readonly<Record<number, string>> = { 22: "ssh", 80: "http", 443: "https" };

/** As the engine reads hosts: the scheme says what the port usually is for. */
function urlOf(host: string, port: number): string {
  return `${schemes[port] ?? "tcp"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const refusalWords: Readonly<Record<RefusalReason, string>> = {
  no_network: "The run has no network.",
  blocked: "The policy blocks this host.",
  not_listed: "The policy has a list of hosts and this one is not on it.",
  unneeded: "The agent can do without this host.",
  local: "It leads to this machine or a private network and is not listed.",
  gatehouse: "It leads to Gatehouse itself.",
  mismatch: "The connection asked for another server than the one it was opened to.",
};
