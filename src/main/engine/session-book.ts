// The sessions in progress: what each agent has done, by the session it names and over all of them.
import { day } from "../../shared/clock.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Outcome } from "../../shared/verdict.ts";
import { lastStepAt, merge, perform, remember, type SessionView, startSession, tally } from "./sessions.ts";

/** As many as the roster holds; the longest unused go first. */
const mostAgents = 10_000;
/** Of one agent, with names of its own for each; the longest unused are merged. */
const mostSessions = 200;
/** Of all agents together; beyond, an agent with several makes room for its own. */
const mostInAll = 5000;

export interface SessionBook {
  /** The session an intent belongs to, with the downloads of all its agent's sessions: a file is there for each of them. */
  readonly session: (intent: Intent, now: number) => SessionView;
  /** All of the agent's sessions together: limits and downloads count here, or naming a new session would reset them. */
  readonly rates: (agentDid: string, now: number) => SessionView;
  readonly answered: (intent: Intent, facts: Facts, outcome: Outcome, marks: readonly string[], now: number) => void;
  /** A held intent that may run after all. */
  readonly released: (intent: Intent, facts: Facts, marks: readonly string[], now: number) => void;
  /** Everything in the book, to go on with in another: that of the thread that reads the ledger, and the governor's. */
  readonly past: () => PastSessions;
}

export interface PastSessions {
  readonly agents: ReadonlyMap<string, AgentSessions>;
  /** Anything may have happened before this moment. */
  readonly unknownBefore?: number;
}

interface AgentSessions {
  rates: SessionView | undefined;
  readonly byName: Map<string, SessionView>;
  /** Those there was no room for, as one: a session that is not known may be any of them. */
  merged?: SessionView;
}

export function createSessionBook(past?: PastSessions): SessionBook {
  const agents = new Map<string, AgentSessions>(past?.agents);
  const unknownBefore = past?.unknownBefore;
  let sessions = 0;
  for (const { byName } of agents.values()) sessions += byName.size;

  const nameOf = (intent: Intent) => intent.context.sessionId ?? "";

  function ratesOf(agentDid: string, now: number): SessionView {
    return agents.get(agentDid)?.rates ?? startSession(now);
  }

  function known(intent: Intent, now: number): SessionView {
    const agent = agents.get(intent.agentDid);
    if (agent === undefined) return startSession(now);
    const session = agent.byName.get(nameOf(intent)) ?? stillCounts(agent.merged, now) ?? startSession(now);
    return agent.rates === undefined ? session : withDownloadsOf(agent.rates, session);
  }

  function sessionOf(intent: Intent, now: number): SessionView {
    const session = known(intent, now);
    return unknownBefore === undefined || now - unknownBefore > day ? session : { ...session, unknownBefore };
  }

  function put(intent: Intent, session: SessionView, rates: SessionView, now: number): void {
    const agent = used(intent.agentDid);
    agent.rates = rates;
    const { byName } = agent;
    const name = nameOf(intent);
    // Deleted first, so that the map's order is the order of last use.
    if (!byName.delete(name)) sessions += 1;
    byName.set(name, session);
    if (byName.size > mostSessions || (sessions > mostInAll && byName.size > 1)) mergeOldest(agent, now);
  }

  /** The agent's own sessions, as the last used. */
  function used(agentDid: string): AgentSessions {
    const agent = agents.get(agentDid) ?? { rates: undefined, byName: new Map<string, SessionView>() };
    agents.delete(agentDid);
    agents.set(agentDid, agent);
    if (agents.size > mostAgents) {
      const [oldest] = agents;
      if (oldest !== undefined) {
        agents.delete(oldest[0]);
        sessions -= oldest[1].byName.size;
      }
    }
    return agent;
  }

  function mergeOldest(agent: AgentSessions, now: number): void {
    const [oldest] = agent.byName;
    if (oldest === undefined) return;
    agent.byName.delete(oldest[0]);
    sessions -= 1;
    const before = stillCounts(agent.merged, now);
    const ended = stillCounts(oldest[1], now);
    if (ended !== undefined) agent.merged = merge(before ?? ended, ended);
  }

  return {
    session: sessionOf,
    rates: ratesOf,
    answered(intent, facts, outcome, marks, now) {
      const after = remember(known(intent, now), facts, outcome, now, marks);
      put(intent, after, withDownloadsOf(after, tally(ratesOf(intent.agentDid, now), facts, outcome, now)), now);
    },
    released(intent, facts, marks, now) {
      const after = perform(known(intent, now), facts, now, marks);
      put(intent, after, withDownloadsOf(after, ratesOf(intent.agentDid, now)), now);
    },
    past: () => ({ agents, ...(unknownBefore === undefined ? {} : { unknownBefore }) }),
  };
}

/** Merged sessions, unless the last of them has been over for a day. */
function stillCounts(session: SessionView | undefined, now: number): SessionView | undefined {
  return session === undefined || now - lastStepAt(session) > day ? undefined : session;
}

function withDownloadsOf({ downloaded, authored }: SessionView, session: SessionView): SessionView {
  if (session.downloaded === downloaded && session.authored === authored) return session;
  return { ...session, downloaded, authored };
}
