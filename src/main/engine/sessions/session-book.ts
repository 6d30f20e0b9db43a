// The sessions in progress: what each agent has done in each workspace and over all of them. An agent is known by its name and
// by its peer, so that neither a new name nor a new session id begins anew.
import { day } from "../../../shared/lib/clock.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { LatentFile, Outcome } from "../../../shared/domain/verdict.ts";
import { withRefusedSecret } from "./refused-secrets.ts";
import { lastStepAt, merge, perform, remember, type SessionView, startSession, stepOf } from "./sessions.ts";

/** As many as the roster holds; the longest unused go first. */
const mostAgents = 10_000;
/** Names and peers of one agent; its own oldest is forgotten, so that inventing names costs nobody else anything. */
const mostKeys = 200;
/** Of one agent, with workspaces of its own for each; the longest unused are merged. */
const mostSessions = 200;
/** Of all agents together; beyond, an agent with several makes room for its own. */
const mostInAll = 5000;

export interface SessionBook {
  /** What the agent did in the intent's workspace, with the downloads of all: a file is there for each of them. */
  readonly session: (intent: Intent, now: number) => SessionView;
  /** All that the agent did, wherever: limits count here, or naming a new workspace would reset them. */
  readonly rates: (intent: Intent, now: number) => SessionView;
  readonly answered: (intent: Intent, facts: Facts, outcome: Outcome, marks: readonly string[], now: number) => void;
  /** A held intent that may run after all. */
  readonly released: (intent: Intent, facts: Facts, marks: readonly string[], now: number) => void;
  /** Everything in the book, to go on with in another: that of the thread that reads the ledger, and the governor's. */
  readonly past: () => PastSessions;
}

export interface PastSessions {
  /** By name and by peer: several keys may lead to the same agent. */
  readonly agents: ReadonlyMap<string, AgentSessions>;
  /** Anything may have happened before this moment. */
  readonly unknownBefore?: number;
  /** Written files with findings that wait until they are run. */
  readonly latent?: readonly LatentFile[];
}

interface AgentSessions {
  /** Everything it did; also the session of intents that name no workspace. */
  all: SessionView | undefined;
  readonly byWorkspace: Map<string, SessionView>;
  /** Those there was no room for, as one: a session that is not known may be any of them. */
  merged?: SessionView;
  readonly keys: Set<string>;
}

export function createSessionBook(past?: PastSessions): SessionBook {
  const byKey = new Map<string, AgentSessions>(past?.agents);
  /** In the order of last use. */
  const agents = new Set(byKey.values());
  const unknownBefore = past?.unknownBefore;
  let sessions = 0;
  for (const { byWorkspace } of agents) sessions += byWorkspace.size;

  /** A name and a peer that were two agents so far are one from now on, with what both did. */
  function find({ agentDid, peerKey }: Intent, now: number): AgentSessions | undefined {
    const named = byKey.get(agentDid);
    const peer = peerKey === undefined ? undefined : byKey.get(keyOf(peerKey));
    if (named !== undefined && peer !== undefined && named !== peer) join(named, peer, now);
    return named ?? peer;
  }

  function join(into: AgentSessions, from: AgentSessions, now: number): void {
    into.all = lineOf(into.all, from.all);
    for (const [workspace, session] of from.byWorkspace) {
      const own = into.byWorkspace.get(workspace);
      into.byWorkspace.delete(workspace);
      into.byWorkspace.set(workspace, own === undefined ? session : withCounts(own, session));
      if (own !== undefined) sessions -= 1;
    }
    const merged = lineOf(into.merged, from.merged);
    if (merged !== undefined) into.merged = merged;
    agents.delete(from);
    for (const key of from.keys) hold(into, key);
    while (into.byWorkspace.size > mostSessions) mergeOldest(into, now);
  }

  function hold(agent: AgentSessions, key: string): void {
    byKey.set(key, agent);
    agent.keys.add(key);
    const [oldest] = agent.keys;
    if (agent.keys.size <= mostKeys || oldest === undefined) return;
    agent.keys.delete(oldest);
    byKey.delete(oldest);
  }

  function known(intent: Intent, agent: AgentSessions | undefined, now: number): SessionView {
    if (agent === undefined) return startSession(now);
    const { workspace } = intent.context;
    const own = workspace === undefined ? agent.all : (agent.byWorkspace.get(workspace) ?? agent.merged);
    const session = lately(own, now);
    return agent.all === undefined ? session : withDownloadsOf(agent.all, session);
  }

  const ratesOf = (intent: Intent, now: number): SessionView => find(intent, now)?.all ?? startSession(now);

  function sessionOf(intent: Intent, now: number): SessionView {
    const session = known(intent, find(intent, now), now);
    return unknownBefore === undefined || now - unknownBefore > day ? session : { ...session, unknownBefore };
  }

  function put(intent: Intent, now: number, step: (session: SessionView) => SessionView): void {
    const found = find(intent, now);
    const session = known(intent, found, now);
    const agent = used(intent, found);
    const { workspace } = intent.context;
    const after = step(session);
    if (workspace === undefined) {
      agent.all = after;
      return;
    }
    const all = lately(agent.all, now);
    agent.all = step(agent.all === undefined ? all : withDownloadsOf(agent.all, all));
    // Deleted first, so that the map's order is the order of last use.
    if (!agent.byWorkspace.delete(workspace)) sessions += 1;
    agent.byWorkspace.set(workspace, after);
    if (agent.byWorkspace.size > mostSessions || (sessions > mostInAll && agent.byWorkspace.size > 1))
      mergeOldest(agent, now);
  }

  /** The agent of an intent, marked as the last used. */
  function used(intent: Intent, found: AgentSessions | undefined): AgentSessions {
    const agent = found ?? { all: undefined, byWorkspace: new Map(), keys: new Set() };
    if (!agent.keys.has(intent.agentDid)) hold(agent, intent.agentDid);
    const peer = intent.peerKey === undefined ? undefined : keyOf(intent.peerKey);
    if (peer !== undefined && byKey.get(peer) !== agent) hold(agent, peer);
    agents.delete(agent);
    agents.add(agent);
    const [oldest] = agents;
    if (agents.size > mostAgents && oldest !== undefined) {
      agents.delete(oldest);
      for (const key of oldest.keys) byKey.delete(key);
      sessions -= oldest.byWorkspace.size;
    }
    return agent;
  }

  function mergeOldest(agent: AgentSessions, now: number): void {
    const [oldest] = agent.byWorkspace;
    if (oldest === undefined) return;
    agent.byWorkspace.delete(oldest[0]);
    sessions -= 1;
    const before = stillCounts(agent.merged, now);
    const ended = stillCounts(oldest[1], now);
    if (ended !== undefined) agent.merged = merge(before ?? ended, ended);
  }

  return {
    session: sessionOf,
    rates: ratesOf,
    answered(intent, facts, outcome, marks, now) {
      const step = stepOf(facts);
      put(intent, now, (session) =>
        withRefusedSecret(remember(session, facts, outcome, now, marks, step), intent, facts, outcome, now),
      );
    },
    released(intent, facts, marks, now) {
      const step = stepOf(facts);
      put(intent, now, (session) => perform(session, facts, now, marks, step));
    },
    past: () => ({ agents: byKey, ...(unknownBefore === undefined ? {} : { unknownBefore }) }),
  };
}

/** No DID begins like this, so that no agent can choose the key of another's peer as its name. */
function keyOf(peerKey: string): string {
  return `peer ${peerKey}`;
}

function lineOf(one: SessionView | undefined, other: SessionView | undefined): SessionView | undefined {
  return one === undefined || other === undefined ? (one ?? other) : withCounts(one, other);
}

/** One agent after all: what either counted counts. */
function withCounts(one: SessionView, other: SessionView): SessionView {
  const both = merge(one, other);
  return {
    ...both,
    startedAt: Math.min(one.startedAt, other.startedAt),
    intents: one.intents + other.intents,
    denied: one.denied + other.denied,
    buckets: mergeBuckets(one.buckets, other.buckets),
    downloaded: mergeSeen(one.downloaded, other.downloaded),
    authored: mergeSeen(one.authored, other.authored),
    made: mergeSeen(one.made, other.made),
    secretCopies: mergeSeen(one.secretCopies, other.secretCopies),
  };
}

function mergeBuckets(one: SessionView["buckets"], other: SessionView["buckets"]): SessionView["buckets"] {
  const all = new Map(one.map((bucket) => [bucket.start, bucket]));
  for (const bucket of other) {
    const same = all.get(bucket.start);
    const { start, intents, requests } = bucket;
    all.set(start, { start, intents: intents + (same?.intents ?? 0), requests: requests + (same?.requests ?? 0) });
  }
  return [...all.values()].toSorted((left, right) => left.start - right.start);
}

function mergeSeen(one: SessionView["downloaded"], other: SessionView["downloaded"]): SessionView["downloaded"] {
  const latest = new Map<string, number>();
  for (const { value, at } of [...one, ...other]) latest.set(value, Math.max(at, latest.get(value) ?? at));
  return [...latest].map(([value, at]) => ({ value, at })).toSorted((left, right) => left.at - right.at);
}

/** A session as far as it is not older than a day: agents work in the same place for weeks. */
function lately(session: SessionView | undefined, now: number): SessionView {
  const counts = stillCounts(session, now);
  if (counts === undefined) return startSession(now);
  const { secretReadAt = now, persistenceAt = now } = counts;
  if (now - Math.min(secretReadAt, persistenceAt) <= day) return counts;
  const { secretReadAt: _secret, persistenceAt: _persistence, ...rest } = counts;
  return {
    ...rest,
    ...(counts.secretReadAt === undefined || now - secretReadAt > day ? {} : { secretReadAt }),
    ...(counts.persistenceAt === undefined || now - persistenceAt > day ? {} : { persistenceAt }),
  };
}

/** Unless it has been silent for a day. */
function stillCounts(session: SessionView | undefined, now: number): SessionView | undefined {
  return session === undefined || now - lastStepAt(session) > day ? undefined : session;
}

function withDownloadsOf(all: SessionView, session: SessionView): SessionView {
  const { downloaded, authored, made, secretCopies } = all;
  const isSame =
    session.downloaded === downloaded &&
    session.authored === authored &&
    session.made === made &&
    session.secretCopies === secretCopies;
  return isSame ? session : { ...session, downloaded, authored, made, secretCopies };
}
