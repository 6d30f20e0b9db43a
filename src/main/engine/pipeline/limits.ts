// Rates and quotas of the policy: whether one of them is used up.
import { day, minute } from "../../../shared/lib/clock.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Capabilities, Quotas } from "../../../shared/domain/policy.ts";
import type { StandingFault } from "./decide.ts";
import { intentsInLastMinute, reachesNetwork, requestsInLastMinute, type SessionView } from "../sessions/sessions.ts";

export interface LimitInput {
  readonly capabilities: Capabilities;
  readonly quotas: Quotas;
  readonly facts: Facts;
  readonly session: SessionView;
  readonly rates: SessionView;
  readonly now: number;
}

export function exhaustedLimit(input: LimitInput): StandingFault | undefined {
  const { capabilities, quotas, facts, session, rates, now } = input;
  const perMinute = quotas.intents_per_minute;
  const requests = capabilities.network.max_requests_per_minute;
  if ((perMinute ?? requests) !== undefined && now - (session.unknownBefore ?? -Infinity) < minute) {
    const text = "What the agent did in the last minute cannot be read from the ledger. Try again in a minute.";
    return { reason: "rate_exceeded", text };
  }
  if (perMinute !== undefined && intentsInLastMinute(rates, now) >= perMinute) {
    return { reason: "rate_exceeded", text: `The agent may ask ${perMinute} times a minute. Try again in a minute.` };
  }
  const perSession = quotas.intents_per_session;
  if (perSession !== undefined && session.intents >= perSession && now - session.startedAt <= day) {
    const text = `The agent's ${perSession} intents for this workspace are used up. They are counted anew a day after the first.`;
    return { reason: "quota_exceeded", text };
  }
  if (requests !== undefined && reachesNetwork(facts) && requestsInLastMinute(rates, now) >= requests) {
    return {
      reason: "rate_exceeded",
      text: `The agent may reach the network ${requests} times a minute. Try again in a minute.`,
    };
  }
  return undefined;
}
