// Assess: every heuristic on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts } from "../../../shared/facts.ts";
import type { Finding } from "../../../shared/verdict.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { viewOf } from "./heuristic.ts";
import { heuristics } from "./heuristics/index.ts";

/** Findings are sorted with the worst first; heuristics of equal severity keep the order they are listed in. */
export function assess(facts: Facts): HeuristicAssessment {
  const view = viewOf(facts);
  const findings: Finding[] = [];
  for (const heuristic of heuristics) {
    const sighting = heuristic.check(view);
    if (sighting === null) continue;
    findings.push({
      id: heuristic.id,
      score: heuristic.score,
      threat: heuristic.threat,
      reason: sighting.reason,
      ...(heuristic.technique === undefined ? {} : { technique: heuristic.technique }),
      ...(sighting.evidence === undefined ? {} : { evidence: sighting.evidence }),
    });
  }
  findings.sort((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}
