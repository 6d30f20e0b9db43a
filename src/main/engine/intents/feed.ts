// The feed's line for an intent, made when it is decided; `goesOn` tells how its story went on.
import type { Facts } from "../../shared/facts.ts";
import type { FeedItem } from "../../shared/feed.ts";
import type { Intent } from "../../shared/intent.ts";
import type { Verdict } from "../../shared/verdict.ts";
import { summaryOf } from "./grants.ts";
import type { SecretScanner } from "./ports.ts";
import { redactText } from "./redact.ts";

export interface Decided {
  readonly intent: Intent;
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly agentName: string;
  readonly receivedAt: number;
  readonly decidedInMs: number;
}

export function feedItem(decided: Decided, findSecrets: SecretScanner): FeedItem {
  const { intent, facts, verdict, agentName, receivedAt, decidedInMs } = decided;
  const { sessionId } = intent.context;
  return {
    intentId: intent.intentId,
    agentDid: intent.agentDid,
    agentName,
    ...(sessionId === undefined ? {} : { sessionId }),
    protocol: intent.protocol,
    at: receivedAt,
    tool: intent.tool,
    summary: redactText(summaryOf(facts), findSecrets),
    effects: facts.effects,
    ...wordsOf(verdict, findSecrets),
    decidedInMs,
  };
}

/** The line after another verdict. */
export function goesOn(item: FeedItem, verdict: Verdict, waitedMs: number, findSecrets: SecretScanner): FeedItem {
  const { rule: _rule, ...rest } = item;
  return { ...rest, ...wordsOf(verdict, findSecrets), waitedMs };
}

function wordsOf(verdict: Verdict, findSecrets: SecretScanner) {
  return {
    outcome: verdict.outcome,
    reason: verdict.reason,
    reasoning: redactText(verdict.reasoning, findSecrets),
    decider: verdict.decider,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    level: verdict.risk.level,
    score: verdict.risk.score,
    threats: verdict.risk.threats,
  };
}
