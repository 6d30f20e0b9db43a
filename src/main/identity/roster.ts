// The list of known agents: bounded, written to the store in batches, with an event for every change.
import type { Settings } from "../../shared/contract/settings.ts";
import type { AgentState, AgentSummary } from "../../shared/domain/telemetry.ts";
import { agentState, isForgettable, summarise } from "./agent.ts";
import type { AgentRecord, StoredAgent } from "./agent.ts";
import type { Connections } from "./connections.ts";
import { createNameShares } from "./name-shares.ts";

/** Where agents outlive a restart. Agents given together are best written in one transaction. */
export interface AgentStore {
  readonly load: () => readonly StoredAgent[];
  readonly save: (agents: readonly StoredAgent[]) => void;
  readonly remove: (agentDid: string) => void;
}

export interface AgentChange {
  /** "appeared": seen for the first time; "key_proposed": it came with another key, which is refused until a human agrees. */
  readonly kind: "appeared" | "key_proposed" | "changed";
  readonly agent: AgentSummary;
}

export interface RosterOptions {
  readonly store: AgentStore;
  readonly settings: () => Pick<Settings, "identity" | "pairing" | "heartbeatSeconds" | "sessionSeconds">;
  readonly changed?: (change: AgentChange) => void;
  readonly maximumAgents?: number;
  /** Of these, how many one peer may bring: an agent uses one, a program that starts agents a few dozen. */
  readonly maximumOfOnePeer?: number;
}

export interface Roster {
  readonly get: (agentDid: string) => AgentRecord | undefined;
  readonly list: (now: number) => readonly AgentSummary[];
  /** A stranger as it is first noted; undefined when there is no room for one more. */
  readonly welcome: (agentDid: string, name: string, peerKey: string, now: number) => AgentRecord | undefined;
  /** Writes at once: for keys and decisions, which a crash must not lose. */
  readonly commit: (kind: AgentChange["kind"], agent: AgentRecord, now: number) => AgentSummary;
  /** Writes with the next sweep: for signs of life and counters. Tells only when the agent's state has changed. */
  readonly note: (kind: AgentChange["kind"], agent: AgentRecord, now: number) => void;
  /** Counts without telling. */
  readonly count: (agent: AgentRecord) => void;
  readonly sweep: (now: number) => readonly AgentSummary[];
}

export function createRoster(options: RosterOptions, connections: Connections): Roster {
  const { store, settings, changed = () => {}, maximumAgents = 10_000, maximumOfOnePeer = 1000 } = options;
  const agents = new Map<string, AgentRecord>();
  /** The state listeners last heard of. */
  const told = new Map<string, AgentState>();
  const unsaved = new Set<string>();
  const shares = createNameShares();

  for (const stored of store.load()) {
    const agent: AgentRecord = { ...stored, goneAt: stored.lastSeenAt };
    agents.set(stored.agentDid, agent);
    // Whose they were is not known any more, so that each counts alone.
    shares.add(stored.agentDid, `stored ${stored.agentDid}`);
    told.set(stored.agentDid, agentState(agent, settings(), stored.lastSeenAt));
  }

  function tell(kind: AgentChange["kind"], agent: AgentRecord, now: number): AgentSummary {
    const summary = summarise(agent, agentState(agent, settings(), now));
    told.set(agent.agentDid, summary.state);
    changed({ kind, agent: summary });
    return summary;
  }

  function count(agent: AgentRecord): void {
    agents.set(agent.agentDid, agent);
    unsaved.add(agent.agentDid);
  }

  /** Forgets the first of these names with which nothing is lost. */
  function forgetOne(names: Iterable<string>): boolean {
    for (const agentDid of names) {
      const agent = agents.get(agentDid);
      if (agent === undefined || !isForgettable(agent) || connections.has(agentDid)) continue;
      agents.delete(agentDid);
      told.delete(agentDid);
      unsaved.delete(agentDid);
      shares.remove(agentDid);
      store.remove(agentDid);
      return true;
    }
    return false;
  }

  /** A name that is forgotten is free for the next who uses it, grants included: so nobody can push out the names of others. */
  function makeRoom(peerKey: string): boolean {
    const own = shares.of(peerKey);
    if (own.size >= maximumOfOnePeer) return forgetOne(own);
    return agents.size < maximumAgents || forgetOne(shares.byLargestShare());
  }

  return {
    get: (agentDid) => agents.get(agentDid),
    list: (now) => [...agents.values()].map((agent) => summarise(agent, agentState(agent, settings(), now))),

    welcome: (agentDid, name, peerKey, now) => {
      if (!makeRoom(peerKey)) return undefined;
      shares.add(agentDid, peerKey);
      return newAgent(agentDid, name, settings().pairing === "approve" ? "pending" : "accepted", now);
    },

    commit: (kind, agent, now) => {
      agents.set(agent.agentDid, agent);
      unsaved.delete(agent.agentDid);
      store.save([toStored(agent)]);
      return tell(kind, agent, now);
    },

    note: (kind, agent, now) => {
      count(agent);
      if (kind !== "changed" || told.get(agent.agentDid) !== agentState(agent, settings(), now)) tell(kind, agent, now);
    },

    count,

    sweep: (now) => {
      const stale: AgentSummary[] = [];
      const batch: StoredAgent[] = [];
      for (const agent of agents.values()) {
        const moved = told.get(agent.agentDid) !== agentState(agent, settings(), now);
        const active = unsaved.has(agent.agentDid);
        if (active) batch.push(toStored(agent));
        if (!moved && !active) continue;
        const summary = tell("changed", agent, now);
        if (moved && summary.state === "stale") stale.push(summary);
      }
      if (batch.length > 0) store.save(batch);
      unsaved.clear();
      return stale;
    },
  };
}

function newAgent(agentDid: string, name: string, pairing: AgentRecord["pairing"], now: number): AgentRecord {
  return {
    agentDid,
    name,
    registered: false,
    pairing,
    halted: false,
    capabilitiesRevoked: [],
    firstSeenAt: now,
    lastSeenAt: now,
    sessionStartedAt: now,
    intents: 0,
    denied: 0,
  };
}

function toStored(agent: AgentRecord): StoredAgent {
  const { sessionStartedAt: _session, goneAt: _gone, owner, ...stored } = agent;
  if (owner === undefined) return stored;
  // Connections are numbered anew after a restart.
  const { connectionId: _connection, ...lasting } = owner;
  return { ...stored, owner: lasting };
}
