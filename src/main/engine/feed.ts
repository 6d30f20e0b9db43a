// The feed's line for an intent, made when it is decided and again when its story goes on.
import type { FeedItem } from "../../shared/feed.ts";
import type { ReportStatus } from "../../shared/report.ts";
import type { Verdict } from "../../shared/verdict.ts";
import { summaryOf } from "./grants.ts";
import type { IntentRecord } from "./intents.ts";
import type { SecretScanner } from "./ports.ts";
import { redactText } from "./redact.ts";

export interface FeedDetails {
  readonly verdict?: Verdict;
  readonly report?: ReportStatus;
  readonly waitedMs?: number;
}

export function feedItem(record: IntentRecord, details: FeedDetails, findSecrets: SecretScanner): FeedItem {
  const { intent, facts, receivedAt } = record;
  const verdict = details.verdict ?? record.verdict;
  const { sessionId } = intent.context;
  const report = details.report ?? record.report;
  return {
    intentId: intent.intentId,
    agentDid: intent.agentDid,
    agentName: record.agentName,
    ...(sessionId === undefined ? {} : { sessionId }),
    protocol: intent.protocol,
    at: receivedAt,
    tool: intent.tool,
    summary: redactText(summaryOf(facts), findSecrets),
    effects: facts.effects,
    outcome: verdict.outcome,
    reason: verdict.reason,
    reasoning: redactText(verdict.reasoning, findSecrets),
    decider: verdict.decider,
    ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    level: verdict.risk.level,
    score: verdict.risk.score,
    threats: verdict.risk.threats,
    decidedInMs: record.decidedInMs,
    ...(details.waitedMs === undefined ? {} : { waitedMs: details.waitedMs }),
    ...(report === undefined ? {} : { report }),
  };
}
