// Phase 3 for tool calls: one assessment from what heuristics find, what the protocol found and what the model answered.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { redactText } from "../intents/redact.ts";
import type { SecretScanner } from "../ports.ts";
import {
  combine,
  type HeuristicAssessment,
  type ModelAssessment,
  onlyFindings,
  withFindings,
} from "../risk/combine.ts";
import { withoutMadePrograms } from "../sessions/provenance.ts";
import type { EvaluationPorts, Requester } from "./evaluation.ts";
import type { AssessedRisk, Extracted } from "./intent-kind.ts";

export function assessRisk(
  { world }: Pick<EvaluationPorts, "world">,
  intent: Intent,
  { facts, assess }: Extracted,
  model: ModelAssessment,
  { setsOff, session }: Pick<Requester, "setsOff" | "session">,
): AssessedRisk {
  const own = onlyFindings(assess(), (findings) => withoutMadePrograms(findings, facts, () => session));
  const found = withFindings(withFindings(own, intent.findings), setsOff?.(facts));
  return { risk: combine(withoutSecrets(found, facts, world.findSecrets), model) };
}

/** Findings quote the action, and travel with the verdict to places where its secrets must not. */
function withoutSecrets(heuristic: HeuristicAssessment, facts: Facts, findSecrets: SecretScanner): HeuristicAssessment {
  if (facts.secrets.length === 0) return heuristic;
  const findings = heuristic.findings.map((finding) => ({
    ...finding,
    reason: redactText(finding.reason, findSecrets),
    ...(finding.evidence === undefined ? {} : { evidence: redactText(finding.evidence, findSecrets) }),
  }));
  return { ...heuristic, findings };
}
