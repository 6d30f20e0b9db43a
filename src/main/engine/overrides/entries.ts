// Ledger entries for overrides: an overridden denial, and feedback on a verdict.
import type { OverrideGrant } from "../../../shared/domain/approval.ts";
import type { LedgerEntry, NewEntry } from "../../../shared/domain/audit.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import { about, plain } from "../intents/entries.ts";
import type { SecretScanner } from "../ports.ts";
import { redactJson, redactText } from "../intents/redact.ts";

const effectWords = { allow: "may run", ask: "is asked about" } as const;

/** Where the decision was made: the part of the actor before its name, such as "console" or "cli". */
function channelOf(actor: string): string {
  return actor.split(":", 1)[0] ?? actor;
}

export function overrideEntry(
  intent: Intent,
  verdict: Verdict,
  grant: OverrideGrant,
  reason: string,
  findSecrets: SecretScanner,
): NewEntry {
  const { issuedBy, override, duration } = grant;
  const { risk } = verdict;
  return {
    kind: "override",
    at: grant.issuedAt,
    ...about(intent),
    level: risk.level,
    score: risk.score,
    reason: verdict.reason,
    rule: `grant:${grant.grantId}`,
    summary: redactText(
      `Denial by score overridden by ${issuedBy}: exactly this ${effectWords[override.effect]} (${duration}). ${reason}`,
      findSecrets,
    ),
    body: {
      actor: issuedBy,
      channel: channelOf(issuedBy),
      constitution_hash: verdict.constitutionHash,
      digest: override.digest,
      duration,
      effect: override.effect,
      ...(grant.expiresAt === undefined ? {} : { expires_at: grant.expiresAt }),
      findings: redactJson(risk.findings.map(plain), findSecrets),
      grant_id: grant.grantId,
      model_score: risk.modelScore,
      policy_version: verdict.policyVersion,
      reason: redactText(reason, findSecrets),
    },
  };
}

/** A person's word that a verdict was wrong. It points to the verdict and changes nothing. */
export function feedbackEntry(
  verdict: LedgerEntry,
  { actor, reason, at }: { readonly actor: string; readonly reason: string; readonly at: number },
  findSecrets: SecretScanner,
): NewEntry {
  const { agentDid, sessionId, intentId, protocol, tool, level, score, rule, outcome } = verdict;
  return {
    kind: "feedback",
    at,
    ...(agentDid === undefined ? {} : { agentDid }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(intentId === undefined ? {} : { intentId }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(tool === undefined ? {} : { tool }),
    ...(level === undefined ? {} : { level }),
    ...(score === undefined ? {} : { score }),
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...(rule === undefined ? {} : { rule }),
    summary: redactText(`${actor} says that this verdict was wrong${reason === "" ? "." : `: ${reason}`}`, findSecrets),
    body: {
      actor,
      channel: channelOf(actor),
      findings: verdict.body["findings"] ?? [],
      reason: redactText(reason, findSecrets),
      verdict: outcome ?? null,
      verdict_sequence: verdict.sequence,
    },
  };
}
