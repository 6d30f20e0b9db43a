// Assess: every heuristic on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts } from "../../../shared/facts.ts";
import type { Finding } from "../../../shared/verdict.ts";
import { severity } from "./bands.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { createGlance } from "./glance.ts";
import { viewOf } from "./heuristic.ts";
import { heuristics } from "./heuristics/index.ts";
import { onlyWhenRun } from "./heuristics/unseen-text.ts";

/** Findings are sorted with the worst first; heuristics of equal severity keep the order they are listed in. */
export function assess(facts: Facts): HeuristicAssessment {
  const findings = [...findingsOf(facts), ...findingsOfWritten(facts)];
  findings.sort((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}

const glance = createGlance(heuristics.map(({ check }) => check));

function findingsOf(facts: Facts): readonly Finding[] {
  const view = viewOf(facts);
  const findings: Finding[] = [];
  const wanted = glance(view);
  for (const [place, heuristic] of heuristics.entries()) {
    const sighting = wanted[place] === 1 ? heuristic.check(view) : null;
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
  return findings;
}

/**
 * What a written script would do when it is run. Whoever runs it shows only its name, so this is the moment to look; what is
 * merely unusual is left out, because most of a script is never that.
 */
function findingsOfWritten(facts: Facts): readonly Finding[] {
  if (facts.written === undefined) return [];
  const { content: _, command: __, written: ___, ...outer } = facts;
  return findingsOf({ ...outer, ...facts.written, ...(facts.content === undefined ? {} : { command: facts.content }) })
    .filter((finding) => finding.score >= severity.ask && !onlyWhenRun.has(finding.id))
    .map((finding) => ({ ...finding, reason: `In the script it writes: ${finding.reason}` }));
}
