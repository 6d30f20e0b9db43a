// An intent as the ledger remembers it: what repeated and late messages find after a restart.
import type { RecordedEntry } from "../../../shared/domain/entry-bodies.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { deniedInstead } from "../pipeline/faults.ts";
import type { RecalledIntent } from "../ports.ts";

/** Entries of one intent in their order. An intent that was still held when Gatehouse ended was never approved. */
export function recallIntent(entries: readonly RecordedEntry[]): RecalledIntent | undefined {
  const intent = entries.find((entry) => entry.kind === "intent");
  const last = entries.findLast((entry) => entry.kind === "verdict");
  if (intent === undefined || last === undefined) return undefined;
  const report = entries.findLast((entry) => entry.kind === "report")?.body;
  const verdict = verdictOf(last);
  return {
    contentDigest: intent.body.content_digest,
    tool: intent.tool ?? "",
    verdict:
      verdict.outcome === "ESCALATE"
        ? deniedInstead(verdict, "shutdown", "Gatehouse was closed before a human answered, so the action was denied.")
        : verdict,
    ...(report === undefined ? {} : { report: report.status }),
    ...(report?.report_sha256 === undefined ? {} : { reportDigest: report.report_sha256 }),
  };
}

function verdictOf(entry: Extract<RecordedEntry, { readonly kind: "verdict" }>): Verdict {
  const { body } = entry;
  const findings = body.findings ?? [];
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
    ...(body.manifest === undefined ? {} : { manifest: body.manifest }),
    conditions: body.conditions ?? [],
    policyVersion: body.policy_version,
    constitutionHash: body.constitution_hash,
    ...(body.would_be === undefined ? {} : { wouldBe: body.would_be }),
    decidedAt: entry.at,
    expiresAt: body.expires_at,
  };
}
