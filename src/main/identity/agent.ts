// What the engine knows about one agent, what of it outlives a restart, and how people see it.
import type { Settings } from "../../shared/contract/settings.ts";
import type { AgentState, AgentSummary, SubagentSummary } from "../../shared/domain/telemetry.ts";
import type { RiskLevel } from "../../shared/domain/verdict.ts";
import { type AgentOwner, describeOwner } from "./ownership.ts";

export type Pairing = "accepted" | "pending" | "refused";

/** What is kept in the store. */
export interface StoredAgent {
  readonly agentDid: string;
  readonly name: string;
  readonly version?: string;
  readonly runtime?: string;
  /** False for an agent that only ever sent intents. */
  readonly registered: boolean;
  /** 64 hex digits, pinned when first seen. */
  readonly publicKey?: string;
  /** Another key the agent tried to register with; a human may take it. */
  readonly proposedKey?: string;
  /** The peer that may use the name, while there is no key to prove it; undefined until it is next used. */
  readonly owner?: AgentOwner;
  readonly pairing: Pairing;
  readonly halted: boolean;
  /** The tools it asked for when it registered; undefined when it did not say. */
  readonly capabilitiesRequested?: readonly string[];
  /** The extensions of the protocol it offered when it last registered. Absent is none. */
  readonly extensions?: readonly string[];
  readonly capabilitiesRevoked: readonly string[] | "*";
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly intents: number;
  readonly denied: number;
  readonly highestLevel?: RiskLevel;
  readonly permissionMode?: string;
  readonly subagents?: readonly SubagentSummary[];
}

export interface AgentRecord extends StoredAgent {
  /** Begins with a registration, or the first message after a start or a revocation; undefined until then. */
  readonly sessionStartedAt?: number;
  /** When its last connection ended; undefined while it has one, or never had one that lasts (HTTP). */
  readonly goneAt?: number;
}

export type Windows = Pick<Settings, "heartbeatSeconds" | "sessionSeconds">;

export function sessionExpired(agent: AgentRecord, { sessionSeconds }: Windows, now: number): boolean {
  return now - agent.lastSeenAt > sessionSeconds * 1000;
}

/** What a human decided comes before what the line says. */
export function agentState(agent: AgentRecord, windows: Windows, now: number): AgentState {
  if (agent.pairing === "refused" || agent.capabilitiesRevoked === "*") return "revoked";
  if (agent.pairing === "pending") return "pending";
  if (agent.halted) return "halted";
  if (agent.goneAt !== undefined || sessionExpired(agent, windows, now)) return "disconnected";
  return now - agent.lastSeenAt > windows.heartbeatSeconds * 1000 ? "stale" : "connected";
}

export function summarise(agent: AgentRecord, state: AgentState): AgentSummary {
  return {
    agentDid: agent.agentDid,
    name: agent.name,
    ...(agent.version !== undefined && { version: agent.version }),
    state,
    ...(agent.publicKey !== undefined && { publicKey: agent.publicKey }),
    ...(agent.proposedKey !== undefined && { proposedKey: agent.proposedKey }),
    ...(agent.owner !== undefined && agent.publicKey === undefined && { owner: describeOwner(agent.owner) }),
    capabilities: agent.capabilitiesRequested ?? [],
    firstSeenAt: agent.firstSeenAt,
    lastSeenAt: agent.lastSeenAt,
    intents: agent.intents,
    denied: agent.denied,
    ...(agent.highestLevel !== undefined && { highestLevel: agent.highestLevel }),
    ...(agent.permissionMode !== undefined && { permissionMode: agent.permissionMode }),
    ...(agent.subagents !== undefined && { subagents: agent.subagents }),
  };
}

/** Nothing a human decided and no key is lost when such an agent is forgotten. */
export function isForgettable(agent: StoredAgent): boolean {
  return (
    !agent.registered &&
    agent.publicKey === undefined &&
    agent.pairing === "accepted" &&
    !agent.halted &&
    agent.capabilitiesRevoked.length === 0
  );
}
