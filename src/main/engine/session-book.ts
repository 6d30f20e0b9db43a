// The sessions in progress: what each agent has done, by the session it names and over all of them.
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Outcome } from "../../shared/verdict.ts";
import { perform, remember, type SessionView, startSession, tally } from "./sessions.ts";

/** Enough for a thousand agents with a few sessions each; the longest unused go first. */
const capacity = 5000;

export interface SessionBook {
  /** The session an intent belongs to, with the downloads of all its agent's sessions: a file is there for each of them. */
  readonly session: (intent: Intent, now: number) => SessionView;
  /** All of the agent's sessions together: limits and downloads count here, or naming a new session would reset them. */
  readonly rates: (agentDid: string, now: number) => SessionView;
  readonly answered: (intent: Intent, facts: Facts, outcome: Outcome, marks: readonly string[], now: number) => void;
  /** A held intent that may run after all. */
  readonly released: (intent: Intent, facts: Facts, marks: readonly string[], now: number) => void;
  /** Ends every session of an agent. */
  readonly forget: (agentDid: string) => void;
}

export function createSessionBook(): SessionBook {
  const sessions = new Map<string, SessionView>();
  const keyOf = (intent: Intent) => `${intent.agentDid}\n${intent.context.sessionId ?? ""}`;
  // Without a line feed, so that no session an agent names can be it.
  const rateKey = (agentDid: string) => agentDid;

  function put(key: string, session: SessionView): void {
    // Deleted first, so that the map's order is the order of last use.
    sessions.delete(key);
    sessions.set(key, session);
    if (sessions.size <= capacity) return;
    const [oldest] = sessions.keys();
    if (oldest !== undefined) sessions.delete(oldest);
  }

  function ratesOf(agentDid: string, now: number): SessionView {
    return sessions.get(rateKey(agentDid)) ?? startSession(now);
  }

  function sessionOf(intent: Intent, now: number): SessionView {
    return withDownloadsOf(ratesOf(intent.agentDid, now), sessions.get(keyOf(intent)) ?? startSession(now));
  }

  return {
    session: sessionOf,
    rates: ratesOf,
    answered(intent, facts, outcome, marks, now) {
      const after = remember(sessionOf(intent, now), facts, outcome, now, marks);
      put(keyOf(intent), after);
      put(rateKey(intent.agentDid), withDownloadsOf(after, tally(ratesOf(intent.agentDid, now), facts, outcome, now)));
    },
    released(intent, facts, marks, now) {
      const after = perform(sessionOf(intent, now), facts, now, marks);
      put(keyOf(intent), after);
      put(rateKey(intent.agentDid), withDownloadsOf(after, ratesOf(intent.agentDid, now)));
    },
    forget(agentDid) {
      sessions.delete(rateKey(agentDid));
      for (const key of sessions.keys()) if (key.startsWith(`${agentDid}\n`)) sessions.delete(key);
    },
  };
}

function withDownloadsOf({ downloaded, authored }: SessionView, session: SessionView): SessionView {
  if (session.downloaded === downloaded && session.authored === authored) return session;
  return { ...session, downloaded, authored };
}
