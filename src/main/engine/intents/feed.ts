// The feed's line for an intent: made when it is decided, changed by its final verdict.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { FeedItem } from "../../../shared/domain/feed.ts";
import type { Headline } from "../../../shared/domain/headline.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { SecretScanner } from "../ports.ts";
import { redactText } from "./redact.ts";

export interface Decided {
  readonly intent: Intent;
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly agentName: string;
  readonly receivedAt: number;
  readonly decidedInMs: number;
  /** The command, path or URL, in one line, redacted. */
  readonly summary: string;
  /** What it does, redacted. */
  readonly headline: Headline;
  readonly redactedArguments: JsonObject;
}

export function feedItem(decided: Decided, findSecrets: SecretScanner): FeedItem {
  const { intent, facts, verdict, agentName, receivedAt, decidedInMs, summary, headline } = decided;
  const { sessionId } = intent.context;
  return {
    intentId: intent.intentId,
    agentDid: intent.agentDid,
    agentName,
    ...(sessionId === undefined ? {} : { sessionId }),
    protocol: intent.protocol,
    at: receivedAt,
    tool: intent.tool,
    summary,
    headline: headline.sentence,
    tone: headline.tone,
    ...(facts.workspace === undefined ? {} : { workspace: facts.workspace }),
    effects: facts.effects,
    ...wordsOf(verdict, findSecrets),
    decidedInMs,
  };
}

/** The line after a held intent was settled. */
export function withFinalVerdict(
  item: FeedItem,
  verdict: Verdict,
  waitedMs: number,
  findSecrets: SecretScanner,
): FeedItem {
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
