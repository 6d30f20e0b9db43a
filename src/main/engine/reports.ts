// Reports: how approved actions ended. Late, contradicting and forbidden ones are recorded and marked.
import type { FeedItem } from "../../shared/feed.ts";
import type { JsonObject } from "../../shared/json.ts";
import type { ReportStatus } from "../../shared/report.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { ReportOutcome } from "../../shared/telemetry.ts";
import type { Verdict } from "../../shared/verdict.ts";
import type { IntentMemory, IntentRecord } from "./intents.ts";
import type { Clock, Events, Ledger, Recall, World } from "./ports.ts";
import { redactObject } from "./redact.ts";

export interface Report {
  readonly agentDid: string;
  readonly intentId: string;
  readonly status: ReportStatus;
  readonly result?: JsonObject;
  readonly metrics?: JsonObject;
}

export type ReportFailure = "unknown_intent" | "ledger_unavailable";

export interface Reports {
  readonly take: (report: Report) => Promise<Result<ReportOutcome, ReportFailure>>;
}

export interface ReportPorts {
  readonly clock: Clock;
  readonly world: World;
  readonly ledger: Ledger;
  readonly recall: Recall;
  readonly events: Events;
  readonly intents: IntentMemory;
  readonly changeFeed: (record: IntentRecord, item: FeedItem) => void;
}

export function createReports(ports: ReportPorts): Reports {
  async function take(report: Report): Promise<Result<ReportOutcome, ReportFailure>> {
    const { agentDid, intentId, status } = report;
    const record = ports.intents.get(agentDid, intentId);
    const recalled = record ?? ports.recall.intent(agentDid, intentId);
    if (recalled === undefined) return fail("unknown_intent");
    const now = ports.clock.now();
    const { tool, report: before } = "item" in recalled ? recalled.item : recalled;
    const outcome: ReportOutcome = {
      intentId,
      agentDid,
      tool,
      status,
      ...durationOf(report.metrics),
      ...(report.metrics === undefined ? {} : { metrics: redactObject(report.metrics, ports.world.findSecrets) }),
      late: now > recalled.verdict.expiresAt,
      violation: isViolation(recalled.verdict, status),
    };
    // The same report again changes nothing; another one contradicts the first and is kept beside it.
    if (before === status) return ok(outcome);
    try {
      await ports.ledger.append([reportEntry(report, outcome, before, record?.item, ports.world, now)]);
    } catch {
      return fail("ledger_unavailable");
    }
    ports.events.publish({ type: "execution_complete", at: now, report: outcome });
    if (record !== undefined) ports.changeFeed(record, { ...record.item, report: status });
    return ok(outcome);
  }

  return { take };
}

/** Running what was not approved is a violation; saying that it was not run is not. */
function isViolation(verdict: Verdict, status: ReportStatus): boolean {
  return (verdict.outcome === "DENIED" || verdict.outcome === "ESCALATE") && status !== "ABORTED";
}

function durationOf(metrics: JsonObject | undefined): { readonly durationMs?: number } {
  const duration = metrics?.["duration_ms"];
  return typeof duration === "number" ? { durationMs: duration } : {};
}

function reportEntry(
  report: Report,
  outcome: ReportOutcome,
  before: ReportStatus | undefined,
  item: FeedItem | undefined,
  world: World,
  now: number,
) {
  const marks = [
    outcome.violation ? "violation" : "",
    outcome.late ? "late" : "",
    before === undefined ? "" : `contradicts ${before}`,
  ].filter((mark) => mark !== "");
  const sessionId = item?.sessionId;
  return {
    kind: "report",
    at: now,
    agentDid: report.agentDid,
    ...(sessionId === undefined ? {} : { sessionId }),
    intentId: report.intentId,
    ...(item === undefined ? {} : { protocol: item.protocol }),
    tool: outcome.tool,
    summary: `${report.status}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`,
    body: {
      status: report.status,
      late: outcome.late,
      violation: outcome.violation,
      ...(before === undefined ? {} : { contradicts: before }),
      ...(report.result === undefined ? {} : { result: redactObject(report.result, world.findSecrets) }),
      ...(report.metrics === undefined ? {} : { metrics: redactObject(report.metrics, world.findSecrets) }),
    },
  } as const;
}
