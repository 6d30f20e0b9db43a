// Admission: who a message comes from, proved as far as that agent must. An agent is welcomed, registered, or heard again.
import { peerKey } from "../../shared/local/peer-key.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { RpcParams } from "../../shared/lib/rpc.ts";
import { type AgentRecord, sessionExpired } from "./agent.ts";
import { isWeakKey, parseDid } from "./did.ts";
import { identityError, type IdentityError, unknownAgent } from "./errors.ts";
import { readRegistration, readSender } from "./messages.ts";
import type { Owners } from "./owners.ts";
import type { Source } from "./ownership.ts";
import type { Prover } from "./proof.ts";
import { registrationKey, weakKey } from "./registration-key.ts";
import type { Roster, RosterOptions } from "./roster.ts";

export interface AdmissionParts {
  readonly settings: RosterOptions["settings"];
  readonly signatureDemanded: (agentDid: string) => boolean;
  readonly prover: Prover;
  readonly roster: Roster;
  readonly owners: Owners;
}

export interface Admission {
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
}

export function createAdmission({ settings, signatureDemanded, prover, roster, owners }: AdmissionParts): Admission {
  /** The agent with the owner it has from now on. A key proves more than being the first, from wherever it is used. */
  function owned(agent: AgentRecord, source: Source): Result<AgentRecord, IdentityError> {
    if (agent.publicKey !== undefined || carriesKey(agent.agentDid)) return ok(agent);
    const owner = owners.admit(agent.agentDid, agent.owner, source);
    if (!owner.ok) return owner;
    return ok(owner.value === agent.owner ? agent : { ...agent, owner: owner.value });
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

  const register: Admission["register"] = (params, source, now) => {
    const request = readRegistration(params);
    if (!request.ok) return request;
    const { did, capabilitiesRequested, extensions, name, version, runtime } = request.value;
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
      extensions,
      ...(key !== undefined && { publicKey: key }),
      ...(capabilitiesRequested !== undefined && { capabilitiesRequested }),
      ...(name !== undefined && { name }),
      ...(version !== undefined && { version }),
      ...(runtime !== undefined && { runtime }),
    };
    roster.commit(known === undefined ? "appeared" : "changed", registered, now);
    return ok(registered);
  };

  const authenticate: Admission["authenticate"] = (params, method, source, now, implied) => {
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
  };

  const heard: Admission["heard"] = (agentDid, source, now) => {
    const known = roster.get(agentDid);
    if (known === undefined) return fail(unknownAgent(agentDid));
    const mine = owned(known, source);
    return mine.ok ? alive(mine.value, now) : mine;
  };

  return { register, authenticate, heard };
}

function carriesKey(agentDid: string): boolean {
  const did = parseDid(agentDid);
  return did.ok && did.value.fullKey !== undefined;
}

function tooManyAgents(): IdentityError {
  return identityError(
    "too_many_agents",
    "Gatehouse knows as many agents, or as many of this program, as it can hold; no more can be added.",
  );
}

function withoutGone(agent: AgentRecord): AgentRecord {
  if (agent.goneAt === undefined) return agent;
  const { goneAt: _, ...rest } = agent;
  return rest;
}
