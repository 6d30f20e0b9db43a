// Reports: how approved actions ended. Late, contradicting and forbidden ones are recorded and marked.
import type { FeedItem } from "../../../shared/domain/feed.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { ReportStatus } from "../../../shared/domain/report.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ReportOutcome } from "../../../shared/domain/telemetry.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { canonicalJson } from "./digests.ts";
import type { IntentMemory } from "./memory.ts";
import type { Publisher } from "./publisher.ts";
import type { Clock, Events, Ledger, Recall, Sha256, World } from "../ports.ts";
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
  readonly sha256: Sha256;
  readonly world: World;
  readonly ledger: Ledger;
  readonly recall: Recall;
  readonly events: Events;
  readonly intents: IntentMemory;
  readonly publisher: Pick<Publisher, "feedChanged">;
}

export function createReports(ports: ReportPorts): Reports {
  const underway = new Map<string, Promise<undefined>>();

  async function take(report: Report): Promise<Result<ReportOutcome, ReportFailure>> {
    const { agentDid, intentId, status } = report;
    const record = ports.intents.get(agentDid, intentId);
    const recalled = record ?? ports.recall.intent(agentDid, intentId);
    if (recalled === undefined) return fail("unknown_intent");
    const now = ports.clock.now();
    const { tool, report: before } = "item" in recalled ? recalled.item : recalled;
    const digest = ports.sha256(canonicalJson([status, report.result ?? null, report.metrics ?? null]));
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
    if (before === status && (recalled.reportDigest ?? digest) === digest) return ok(outcome);
    try {
      const withdrawn = wasWithdrawn(recalled.verdict) && status !== "ABORTED";
      const seen = { before, digest, withdrawn };
      await ports.ledger.append([reportEntry(report, outcome, seen, record?.item, ports.world, now)]);
    } catch {
      return fail("ledger_unavailable");
    }
    ports.events.publish({ type: "execution_complete", at: now, report: outcome });
    if (record !== undefined)
      ports.publisher.feedChanged({ ...record, reportDigest: digest }, { ...record.item, report: status });
    return ok(outcome);
  }

  /** Reports about the same intent that arrive together are taken one after the other, or neither would see the other. */
  async function takeInTurn(report: Report): Promise<Result<ReportOutcome, ReportFailure>> {
    const key = intentKey(report.agentDid, report.intentId);
    const earlier = underway.get(key);
    const taking = earlier === undefined ? take(report) : earlier.then(() => take(report));
    const ended = taking.then(
      () => undefined,
      () => undefined,
    );
    underway.set(key, ended);
    try {
      return await taking;
    } finally {
      if (underway.get(key) === ended) underway.delete(key);
    }
  }

  return { take: takeInTurn };
}

/** Running what was not approved is a violation; saying that it was not run is not. */
function isViolation(verdict: Verdict, status: ReportStatus): boolean {
  return (
    (verdict.outcome === "DENIED" || verdict.outcome === "ESCALATE") && status !== "ABORTED" && !wasWithdrawn(verdict)
  );
}

/** It was approved when the agent began, or so the agent may say. */
function wasWithdrawn({ reason }: Verdict): boolean {
  return reason === "withdrawn";
}

function durationOf(metrics: JsonObject | undefined): { readonly durationMs?: number } {
  const duration = metrics?.["duration_ms"];
  return typeof duration === "number" ? { durationMs: duration } : {};
}

interface SeenBefore {
  readonly before: ReportStatus | undefined;
  readonly digest: string;
  /** The approval was withdrawn before this report came. */
  readonly withdrawn: boolean;
}

function reportEntry(
  report: Report,
  outcome: ReportOutcome,
  { before, digest, withdrawn }: SeenBefore,
  item: FeedItem | undefined,
  world: World,
  now: number,
) {
  const marks = [
    outcome.violation ? "violation" : "",
    outcome.late ? "late" : "",
    withdrawn ? "after the approval was withdrawn" : "",
    before === undefined ? "" : before === report.status ? "differs from the one before" : `contradicts ${before}`,
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
      ...(withdrawn ? { withdrawn } : {}),
      ...(before === undefined ? {} : { contradicts: before }),
      report_sha256: digest,
      ...(report.result === undefined ? {} : { result: redactObject(report.result, world.findSecrets) }),
      ...(report.metrics === undefined ? {} : { metrics: redactObject(report.metrics, world.findSecrets) }),
    },
  } as const;
}
