// The agents the engine knows: who they are, whether their messages can be believed, and what people decided about them.
import { peerKey } from "../../shared/local/peer-key.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { RpcParams } from "../../shared/lib/rpc.ts";
import type { Subagent } from "../../shared/domain/intent.ts";
import type { AgentSummary } from "../../shared/domain/telemetry.ts";
import { riskLevels, type RiskLevel } from "../../shared/domain/verdict.ts";
import { type AgentRecord, sessionExpired } from "./agent.ts";
import { createConnections } from "./connections.ts";
import { isWeakKey, parseDid } from "./did.ts";
import { identityError, type IdentityError } from "./errors.ts";
import { readRegistration, readSender } from "./messages.ts";
import { createOwners } from "./owners.ts";
import type { Machine, Source } from "./ownership.ts";
import { createProver } from "./proof.ts";
import { registrationKey, weakKey } from "./registration-key.ts";
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

export interface Registry {
  readonly register: (params: RpcParams, source: Source, now: number) => Result<AgentRecord, IdentityError>;
  /**
   * For every other message, heartbeats included: who sent it. Agents with a key prove it by a signature, others by being the
   * peer that first used the name. Counts as a sign of life. A message without an agent_did is taken as one of `implied`.
   */
  readonly authenticate: (
    params: RpcParams,
    method: string,
    source: Source,
    now: number,
    implied?: string,
  ) => Result<AgentRecord, IdentityError>;
  /** For a message on a connection whose agent was authenticated before: a sign of life, unless its session has expired. */
  readonly heard: (agentDid: string, source: Source, now: number) => Result<AgentRecord, IdentityError>;
  readonly markConnected: (agentDid: string, connectionId: string) => void;
  readonly markGone: (connectionId: string, now: number) => void;
  /** What the agent says about itself with a call; told at once when it is another mode or a new helper. */
  readonly describe: (agentDid: string, about: AgentDescription, now: number) => void;
  readonly recordVerdict: (agentDid: string, denied: boolean, level: RiskLevel) => void;
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

  /** The agent with the owner it has from now on. A key proves more than being the first, from wherever it is used. */
  function owned(agent: AgentRecord, source: Source): Result<AgentRecord, IdentityError> {
    if (agent.publicKey !== undefined || carriesKey(agent.agentDid)) return ok(agent);
    const owner = owners.admit(agent.agentDid, agent.owner, source);
    if (!owner.ok) return owner;
    return ok(owner.value === agent.owner ? agent : { ...agent, owner: owner.value });
  }

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

  function alive(known: AgentRecord, now: number): Result<AgentRecord, IdentityError> {
    if (known.registered && sessionExpired(known, settings(), now)) {
      const message = `The session of ${known.agentDid} has expired: register again (a2g/register).`;
      return fail(identityError("session_expired", message));
    }
    const seen = { ...withoutGone(known), lastSeenAt: now, sessionStartedAt: known.sessionStartedAt ?? now };
    roster.note("changed", seen, now);
    return ok(seen);
  }

  return {
    register: (params, source, now) => {
      const request = readRegistration(params);
      if (!request.ok) return request;
      const { did, capabilitiesRequested, name, version, runtime } = request.value;
      const strict = settings().identity === "strict";
      const offered = registrationKey(request.value, settings().identity);
      if (!offered.ok) return offered;
      const known = roster.get(did.text);
      const pinned = known?.publicKey;
      const key = offered.value ?? pinned;
      const changesKey = pinned !== undefined && key !== pinned;
      const mustProve = did.fullKey !== undefined || (pinned !== undefined && !changesKey);
      const required = strict || mustProve || signatureDemanded(did.text);
      const proof = prover.check(request.value, "a2g/register", { key, required }, now);
      if (!proof.ok) return proof;
      if (known?.pairing === "refused" || known?.capabilitiesRevoked === "*") {
        const message = `A human revoked ${did.text}. It can register once it is accepted again in Gatehouse.`;
        return fail(identityError("agent_revoked", message));
      }
      if (known !== undefined && key !== undefined && changesKey) {
        if (known.proposedKey !== key) roster.commit("key_proposed", { ...known, proposedKey: key }, now);
        const message = `${did.text} was first seen with another key. The new one is refused until a human accepts it in Gatehouse.`;
        return fail(identityError("key_changed", message));
      }
      const base = known ?? roster.welcome(did.text, did.id, peerKey(source.peer), now);
      if (base === undefined) return fail(tooManyAgents());
      const mine = owned(base, source);
      if (!mine.ok) return mine;
      const registered: AgentRecord = {
        ...withoutGone(mine.value),
        registered: true,
        lastSeenAt: now,
        sessionStartedAt: now,
        ...(key !== undefined && { publicKey: key }),
        ...(capabilitiesRequested !== undefined && { capabilitiesRequested }),
        ...(name !== undefined && { name }),
        ...(version !== undefined && { version }),
        ...(runtime !== undefined && { runtime }),
      };
      roster.commit(known === undefined ? "appeared" : "changed", registered, now);
      return ok(registered);
    },

    authenticate: (params, method, source, now, implied) => {
      const sender = readSender(params, implied);
      if (!sender.ok) return sender;
      const { did } = sender.value;
      const strict = settings().identity === "strict";
      const known = roster.get(did.text);
      if (strict && known?.registered !== true) {
        return fail(identityError("not_registered", `${did.text} must register (a2g/register) before ${method}.`));
      }
      const key = known?.publicKey ?? did.fullKey;
      if (key !== undefined && isWeakKey(key)) return fail(weakKey());
      const required = strict || key !== undefined || signatureDemanded(did.text);
      const proof = prover.check(sender.value, method, { key, required }, now);
      if (!proof.ok) return proof;
      if (known === undefined) {
        const stranger = roster.welcome(did.text, did.id, peerKey(source.peer), now);
        const first = stranger === undefined ? fail(tooManyAgents()) : owned(stranger, source);
        if (first.ok) roster.note("appeared", first.value, now);
        return first;
      }
      const mine = owned(known, source);
      return mine.ok ? alive(mine.value, now) : mine;
    },

    heard: (agentDid, source, now) => {
      const known = roster.get(agentDid);
      if (known === undefined) return fail(unknownAgent(agentDid));
      const mine = owned(known, source);
      return mine.ok ? alive(mine.value, now) : mine;
    },

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

function carriesKey(agentDid: string): boolean {
  const did = parseDid(agentDid);
  return did.ok && did.value.fullKey !== undefined;
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

function unknownAgent(agentDid: string): IdentityError {
  return identityError("unknown_agent", `No agent ${agentDid} has been seen here.`);
}

function tooManyAgents(): IdentityError {
  return identityError(
    "too_many_agents",
    "Gatehouse knows as many agents, or as many of this program, as it can hold; no more can be added.",
  );
}

function withoutGone(agent: AgentRecord): AgentRecord {
  const { goneAt: _, ...rest } = agent;
  return rest;
}

function both(one: readonly string[] | "*", other: readonly string[] | "*"): readonly string[] | "*" {
  return one === "*" || other === "*" ? "*" : [...new Set([...one, ...other])].sort();
}

function higher(one: RiskLevel | undefined, other: RiskLevel): RiskLevel {
  return one !== undefined && riskLevels.indexOf(one) > riskLevels.indexOf(other) ? one : other;
}
