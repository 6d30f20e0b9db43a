// Owners: lets a peer use the name of an agent without a key, or says whose it is and what to do about it.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Peer } from "../../shared/local/peer.ts";
import { identityError, type IdentityError } from "./errors.ts";
import { type AgentOwner, claim, describeOwner, type Machine, ownerOf, type Source } from "./ownership.ts";

export interface Owners {
  /** The owner to record with the agent: the same object when nothing has changed. */
  readonly admit: (
    agentDid: string,
    owner: AgentOwner | undefined,
    source: Source,
  ) => Result<AgentOwner, IdentityError>;
}

/** Names one connection is remembered for; an agent uses one. */
const rememberedNames = 16;

export function createOwners(machine: Machine): Owners {
  // A connection that was let in once is let in again without asking the system, until the name changes hands.
  const admitted = new WeakMap<Peer, Map<string, AgentOwner>>();

  function remember(peer: Peer, agentDid: string, owner: AgentOwner): void {
    // Peers nothing is known about may share one object.
    if (peer.processes.length === 0) return;
    const names = admitted.get(peer) ?? new Map<string, AgentOwner>();
    if (names.size >= rememberedNames) names.clear();
    names.set(agentDid, owner);
    admitted.set(peer, names);
  }

  return {
    admit: (agentDid, owner, source) => {
      const { peer } = source;
      if (owner !== undefined && admitted.get(peer)?.get(agentDid) === owner) return ok(owner);
      const next = owner === undefined ? ownerOf(source, machine.bootId) : claim(owner, source, machine);
      if (owner !== undefined && next === undefined) return fail(foreign(agentDid, owner));
      const settled = next ?? ownerOf(source, machine.bootId);
      remember(peer, agentDid, settled);
      return ok(settled);
    },
  };
}

function foreign(agentDid: string, owner: AgentOwner): IdentityError {
  return identityError(
    "agent_belongs_to_another",
    `${agentDid} belongs to ${describeOwner(owner)}, which used it first. Choose another agent_did, or use one with a key and sign every message. ` +
      `The owner of this machine can free the name with: gatehouse agents release ${agentDid}`,
  );
}
