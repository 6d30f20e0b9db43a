// The sessions in progress: what each agent has done, by the session it names and over all of them.
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Outcome } from "../../shared/verdict.ts";
import { perform, remember, type SessionView, startSession, tally } from "./sessions.ts";

/** Enough for a thousand agents with a few sessions each; the longest unused go first. */
const capacity = 5000;

export interface SessionBook {
  /** The session an intent belongs to. */
  readonly session: (intent: Intent, now: number) => SessionView;
  /** All of the agent's sessions together: limits count here, or naming a new session would reset them. */
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

  function change(key: string, now: number, step: (session: SessionView) => SessionView): void {
    const session = step(sessions.get(key) ?? startSession(now));
    // Deleted first, so that the map's order is the order of last use.
    sessions.delete(key);
    sessions.set(key, session);
    if (sessions.size <= capacity) return;
    const [oldest] = sessions.keys();
    if (oldest !== undefined) sessions.delete(oldest);
  }

  return {
    session: (intent, now) => sessions.get(keyOf(intent)) ?? startSession(now),
    rates: (agentDid, now) => sessions.get(rateKey(agentDid)) ?? startSession(now),
    answered(intent, facts, outcome, marks, now) {
      change(keyOf(intent), now, (session) => remember(session, facts, outcome, now, marks));
      change(rateKey(intent.agentDid), now, (session) => tally(session, facts, outcome, now));
    },
    released: (intent, facts, marks, now) =>
      change(keyOf(intent), now, (session) => perform(session, facts, now, marks)),
    forget(agentDid) {
      sessions.delete(rateKey(agentDid));
      for (const key of sessions.keys()) if (key.startsWith(`${agentDid}\n`)) sessions.delete(key);
    },
  };
}
