// Tool calls, texts and questions take the same path through the pipeline; everything in which they differ is here.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { CapabilityManifest, RiskAssessment, Verdict } from "../../../shared/domain/verdict.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import type { ModelQuestion } from "../ports.ts";
import type { HeuristicAssessment, ModelAssessment } from "../risk/combine.ts";
import type { SessionView } from "../sessions/sessions.ts";
import type { AppliedPolicy } from "./apply-policy.ts";
import type { EvaluationPorts, Requester } from "./evaluation.ts";
import type { ManifestLimits, ManifestPorts } from "./manifest.ts";
import { questionKind } from "./questions.ts";
import { textKind } from "./texts.ts";
import { toolCall } from "./tool-calls.ts";

/** Phase 1's result. What heuristics find is computed when first asked for: that belongs to phase 3. */
export interface Extracted {
  readonly facts: Facts;
  readonly assess: () => Findings;
}

export interface Findings extends HeuristicAssessment {
  /** For a text: the parts of it that must change, and how. */
  readonly changed?: JsonObject;
}

/** Phase 3's result. */
export interface AssessedRisk {
  readonly risk: RiskAssessment;
  /** The condition that something is cut out of the content; it takes the place of the policy's decision. */
  readonly cut?: PolicyDecision;
}

export interface IntentKind {
  /** An action counts in its session, can be reported and asked about again, and a denial of it can be overridden. A text cannot. */
  readonly isAction: boolean;
  /** Phase 1. */
  readonly extractFacts: (ports: EvaluationPorts, intent: Intent) => Extracted;
  /** What a model is asked for phase 3; undefined: nothing. */
  readonly modelQuestion: (
    intent: Intent,
    extracted: Extracted,
    session: () => SessionView,
  ) => ModelQuestion | undefined;
  /** Phase 2. */
  readonly applyPolicy: (
    ports: EvaluationPorts,
    intent: Intent,
    facts: Facts,
    requester: Requester,
    now: number,
  ) => AppliedPolicy;
  /** Phase 3. */
  readonly assessRisk: (
    ports: Pick<EvaluationPorts, "world">,
    intent: Intent,
    extracted: Extracted,
    model: ModelAssessment,
    requester: Requester,
  ) => AssessedRisk;
  /** Phase 4. */
  readonly buildManifest: (ports: ManifestPorts, facts: Facts, limits: ManifestLimits) => CapabilityManifest;
  /** What it does, as the beginning of a sentence. */
  readonly describe: (facts: Facts) => string;
  /** The verdict as this kind shows it. */
  readonly present: (verdict: Verdict) => Verdict;
  /** The arguments as listeners may see them, from those that were given or from those without secrets. */
  readonly publicArguments: (given: JsonObject, redacted: () => JsonObject) => JsonObject;
}

export function kindOf(intent: Pick<Intent, "text" | "question">): IntentKind {
  if (intent.question !== undefined) return questionKind(intent.question);
  return intent.text === undefined ? toolCall : textKind(intent.text);
}
