// An intent as the ledger remembers it: what repeated and late messages find after a restart.
import type { LedgerEntry } from "../../shared/audit.ts";
import type { JsonObject } from "../../shared/json.ts";
import { reportStatuses } from "../../shared/report.ts";
import type { CapabilityManifest, Condition, Finding, ModelStatus, Verdict } from "../../shared/verdict.ts";
import { overruled } from "./faults.ts";
import type { RecalledIntent } from "./ports.ts";

/** Entries of one intent in their order. An intent that was still held when Gatehouse ended was never approved. */
export function recallIntent(entries: readonly LedgerEntry[]): RecalledIntent | undefined {
  const intent = entries.find((entry) => entry.kind === "intent");
  const last = entries.findLast((entry) => entry.kind === "verdict");
  const contentDigest = intent?.body["content_digest"];
  if (intent === undefined || last === undefined || typeof contentDigest !== "string") return undefined;
  const reportBody = entries.findLast((entry) => entry.kind === "report")?.body;
  const reported = reportBody?.["status"];
  const reportDigest = reportBody?.["report_sha256"];
  const report = reportStatuses.find((status) => status === reported);
  const verdict = verdictOf(last);
  return {
    contentDigest,
    tool: intent.tool ?? "",
    verdict:
      verdict.outcome === "ESCALATE"
        ? overruled(verdict, "shutdown", "Gatehouse was closed before a human answered, so the action was denied.")
        : verdict,
    ...(report === undefined ? {} : { report }),
    ...(typeof reportDigest === "string" ? { reportDigest } : {}),
  };
}

/** The engine wrote the entry and the ledger vouches for it, so its members have the shapes the engine gave them. */
function verdictOf(entry: LedgerEntry): Verdict {
  const body = entry.body as JsonObject & {
    readonly phase: Verdict["phase"];
    readonly model_score: number;
    readonly heuristic_score: number;
    readonly model_status: ModelStatus;
    readonly model_origin?: string;
    readonly policy_version: string;
    readonly constitution_hash: string;
    readonly expires_at: number;
  };
  const findings = (body["findings"] ?? []) as unknown as readonly Finding[];
  const manifest = body["manifest"] as unknown as CapabilityManifest | undefined;
  const wouldBe = body["would_be"] as unknown as Verdict["wouldBe"];
  return {
    intentId: entry.intentId ?? "",
    outcome: entry.outcome ?? "DENIED",
    reason: entry.reason ?? "engine_fault",
    reasoning: entry.summary,
    decider: entry.decider ?? "engine",
    ...(entry.rule === undefined ? {} : { rule: entry.rule }),
    phase: body.phase,
    risk: {
      score: entry.score ?? 1,
      level: entry.level ?? "CRITICAL",
      modelScore: body.model_score,
      heuristicScore: body.heuristic_score,
      modelStatus: body.model_status,
      ...(body.model_origin === undefined ? {} : { modelOrigin: body.model_origin }),
      threats: [...new Set(findings.map((finding) => finding.threat))],
      findings,
    },
    ...(manifest === undefined ? {} : { manifest }),
    conditions: (body["conditions"] ?? []) as unknown as readonly Condition[],
    policyVersion: body.policy_version,
    constitutionHash: body.constitution_hash,
    ...(wouldBe === undefined ? {} : { wouldBe }),
    decidedAt: entry.at,
    expiresAt: body.expires_at,
  };
}
