// The agents the engine knows: who they are, whether their messages can be believed, and what people decided about them.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Subagent } from "../../shared/domain/intent.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import { riskLevels, type RiskLevel } from "../../shared/domain/verdict.ts";
import { type Admission, createAdmission } from "./admission.ts";
import type { AgentRecord } from "./agent.ts";
import { createConnections } from "./connections.ts";
import { identityError, type IdentityError, unknownAgent } from "./errors.ts";
import { createOwners } from "./owners.ts";
import type { Machine } from "./ownership.ts";
import { createProver } from "./proof.ts";
import { createRoster, type RosterOptions } from "./roster.ts";
import { withSubagent } from "./subagents.ts";

export interface RegistryOptions extends RosterOptions {
  /** Whether the policy demands a signature from this agent although it registered no whole key. */
  readonly signatureDemanded?: (agentDid: string) => boolean;
  /** Messages signed earlier are refused: an earlier life may have taken them already. */
  readonly startedAt?: number;
  readonly machine: Omit<Machine, "isOpen">;
}

export interface AgentDescription {
  readonly permissionMode?: string | undefined;
  readonly subagent?: Subagent | undefined;
}

type Decided = Result<AgentSummary, IdentityError>;

export interface Registry extends Admission {
  readonly markConnected: (agentDid: string, connectionId: string) => void;
  readonly markGone: (connectionId: string, now: number) => void;
  /** What the agent says about itself with a call; told at once when it is another mode or a new helper. */
  readonly describe: (agentDid: string, about: AgentDescription, now: number) => void;
  readonly recordVerdict: (agentDid: string, denied: boolean, level: RiskLevel) => void;
  /** One of its intents that are counted already was denied afterwards: by a human, or because nobody answered. */
  readonly recordDenial: (agentDid: string) => void;
  /** Notices missed heartbeats and writes what changed since the last time. Returns the agents that have just become stale. */
  readonly sweep: (now: number) => readonly AgentSummary[];
  /** Answers whichever question is open: the pairing first, then another key. Accepting a revoked agent gives it everything back. */
  readonly decide: (agentDid: string, accept: boolean, now: number) => Decided;
  /** Whether there is such a question; nothing changes. */
  readonly mayDecide: (agentDid: string, accept: boolean) => Result<undefined, IdentityError>;
  /** Ends the agent's session as well. */
  readonly revoke: (agentDid: string, capabilities: readonly string[] | "*", now: number) => Decided;
  readonly setHalted: (agentDid: string, halted: boolean, now: number) => Decided;
  /** The next peer that uses the name becomes its owner. */
  readonly release: (agentDid: string, now: number) => Decided;
  readonly get: (agentDid: string) => AgentRecord | undefined;
  readonly list: (now: number) => readonly AgentSummary[];
}

export function createRegistry(options: RegistryOptions): Registry {
  const { settings, signatureDemanded = () => false } = options;
  const prover = createProver(options.startedAt === undefined ? {} : { startedAt: options.startedAt });
  const connections = createConnections();
  const roster = createRoster(options, connections);
  const owners = createOwners({ ...options.machine, isOpen: connections.isOpen });
  const admission = createAdmission({ settings, signatureDemanded, prover, roster, owners });

  function change(
    agentDid: string,
    now: number,
    apply: (agent: AgentRecord) => Result<AgentRecord, IdentityError>,
  ): Decided {
    const agent = roster.get(agentDid);
    if (agent === undefined) return fail(unknownAgent(agentDid));
    const next = apply(agent);
    return next.ok ? ok(roster.commit("changed", next.value, now)) : next;
  }

  return {
    ...admission,
    markConnected: connections.join,
    markGone: (connectionId, now) => {
      for (const agentDid of connections.leave(connectionId)) {
        const agent = roster.get(agentDid);
        if (agent !== undefined) roster.note("changed", { ...agent, goneAt: now }, now);
      }
    },

    describe: (agentDid, about, now) => {
      const agent = roster.get(agentDid);
      if (agent === undefined) return;
      const { permissionMode = agent.permissionMode, subagent } = about;
      const known = agent.subagents ?? [];
      const subagents = subagent === undefined ? known : withSubagent(known, subagent, now);
      const next = {
        ...agent,
        ...(permissionMode === undefined ? {} : { permissionMode }),
        ...(subagents.length === 0 ? {} : { subagents }),
      };
      const isNew = subagent !== undefined && !known.some(({ id }) => id === subagent.id);
      if (isNew || permissionMode !== agent.permissionMode) roster.commit("changed", next, now);
      else if (subagent !== undefined) roster.count(next);
    },

    recordVerdict: (agentDid, denied, level) => {
      const agent = roster.get(agentDid);
      if (agent === undefined) return;
      const highestLevel = higher(agent.highestLevel, level);
      roster.count({ ...agent, intents: agent.intents + 1, denied: agent.denied + (denied ? 1 : 0), highestLevel });
    },

    recordDenial: (agentDid) => {
      const agent = roster.get(agentDid);
      if (agent !== undefined) roster.count({ ...agent, denied: agent.denied + 1 });
    },

    sweep: roster.sweep,

    decide: (agentDid, accept, now) => change(agentDid, now, (agent) => decided(agent, accept)),
    mayDecide: (agentDid, accept) => {
      const agent = roster.get(agentDid);
      if (agent === undefined) return fail(unknownAgent(agentDid));
      const outcome = decided(agent, accept);
      return outcome.ok ? ok(undefined) : outcome;
    },

    revoke: (agentDid, capabilities, now) =>
      change(agentDid, now, (agent) => {
        const { sessionStartedAt: _, ...ended } = agent;
        return ok({ ...ended, capabilitiesRevoked: both(agent.capabilitiesRevoked, capabilities) });
      }),

    setHalted: (agentDid, halted, now) => change(agentDid, now, (agent) => ok({ ...agent, halted })),

    release: (agentDid, now) =>
      change(agentDid, now, (agent) => {
        const { owner: _, ...released } = agent;
        return ok(released);
      }),

    get: roster.get,
    list: roster.list,
  };
}

/** The agent once the open question is answered: the pairing first, then another key. */
function decided(agent: AgentRecord, accept: boolean): Result<AgentRecord, IdentityError> {
  const { proposedKey, ...settled } = agent;
  if (agent.pairing === "pending" && !accept) return ok({ ...agent, pairing: "refused" });
  if (accept && (agent.pairing !== "accepted" || agent.capabilitiesRevoked.length > 0)) {
    return ok({ ...agent, pairing: "accepted", capabilitiesRevoked: [] });
  }
  if (proposedKey !== undefined) return ok(accept ? { ...settled, publicKey: proposedKey } : settled);
  return fail(identityError("nothing_to_decide", `${agent.agentDid} does not wait for a decision.`));
}

function both(one: readonly string[] | "*", other: readonly string[] | "*"): readonly string[] | "*" {
  return one === "*" || other === "*" ? "*" : [...new Set([...one, ...other])].sort();
}

function higher(one: RiskLevel | undefined, other: RiskLevel): RiskLevel {
  return one !== undefined && riskLevels.indexOf(one) > riskLevels.indexOf(other) ? one : other;
}
