// Combine: one score from what the heuristics found and what the model said.
import {
  type Finding,
  type ModelStatus,
  type RiskAssessment,
  riskLevelOf,
  type LatentFile,
} from "../../../shared/domain/verdict.ts";
import { roundScore, severity } from "./bands.ts";

/** What each further threat of its own adds, and how many of them count. */
const raise = 0.02;
const raisingThreats = 2;

export interface HeuristicAssessment {
  readonly score: number;
  readonly findings: readonly Finding[];
  /** What waits in written files until they are run. Absent when there is nothing. */
  readonly latent?: readonly LatentFile[];
}

export interface ModelAssessment {
  readonly status: ModelStatus;
  readonly score: number;
  readonly origin?: string;
  readonly threats?: readonly string[];
}

/** The worst finding decides; other threats of at least medium weight raise it a little. Raising a finding never lowers it. */
export function scoreOf(findings: readonly Finding[]): number {
  let worst = 0;
  const threats = new Set<string>();
  for (const finding of findings) {
    if (finding.score > worst) worst = finding.score;
    if (finding.score >= severity.medium) threats.add(finding.threat);
  }
  const others = Math.min(raisingThreats, Math.max(0, threats.size - 1));
  return roundScore(worst + others * raise);
}

/** What a protocol found beside the heuristics counts like theirs. */
export function withFindings(
  assessment: HeuristicAssessment,
  more: readonly Finding[] | undefined,
): HeuristicAssessment {
  if (more === undefined || more.length === 0) return assessment;
  const findings = [...assessment.findings, ...more].toSorted((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}

/** The assessment with only the findings that `choose` keeps. */
export function onlyFindings(
  assessment: HeuristicAssessment,
  choose: (findings: readonly Finding[]) => readonly Finding[],
): HeuristicAssessment {
  const findings = choose(assessment.findings);
  return findings === assessment.findings ? assessment : { score: scoreOf(findings), findings };
}

/** Always max(model, heuristic). A model that did not answer counts as 0, which can only leave the heuristics' score. */
export function combine(heuristic: HeuristicAssessment, model: ModelAssessment): RiskAssessment {
  const heuristicScore = roundScore(heuristic.score);
  const modelScore = model.status === "scored" ? roundScore(model.score) : 0;
  const score = Math.max(heuristicScore, modelScore);
  const threats = new Set(heuristic.findings.map((finding) => finding.threat));
  if (model.status === "scored") for (const threat of model.threats ?? []) threats.add(threat);
  return {
    score,
    level: riskLevelOf(score),
    modelScore,
    heuristicScore,
    modelStatus: model.status,
    ...(model.origin === undefined ? {} : { modelOrigin: model.origin }),
    threats: [...threats],
    findings: heuristic.findings,
  };
}
