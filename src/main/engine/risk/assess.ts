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
  const findings = findingsOf(facts);
  if (facts.written !== undefined) findings.push(...findingsOfWritten(facts, facts.written));
  if (findings.length > 1) findings.sort((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}

const glance = createGlance(heuristics.map(({ check }) => check));

function findingsOf(facts: Facts): Finding[] {
  const view = viewOf(facts);
  const findings: Finding[] = [];
  const wanted = glance(view);
  for (let place = wanted.indexOf(1); place !== -1; place = wanted.indexOf(1, place + 1)) {
    const heuristic = heuristics[place];
    const sighting = heuristic?.check(view) ?? null;
    if (heuristic === undefined || sighting === null) continue;
    findings.push({
      ...(sighting.evidence === undefined ? {} : { evidence: sighting.evidence }),
      id: heuristic.id,
      reason: sighting.reason,
      score: heuristic.score,
      ...(heuristic.technique === undefined ? {} : { technique: heuristic.technique }),
      threat: heuristic.threat,
    });
  }
  return findings;
}

/**
 * What a written script would do when it is run. Whoever runs it shows only its name, so this is the moment to look; what is
 * merely unusual is left out, because most of a script is never that.
 */
function findingsOfWritten(facts: Facts, written: NonNullable<Facts["written"]>): readonly Finding[] {
  const { content: _, command: __, written: ___, unprotected: ____, ...outer } = facts;
  return findingsOf({ ...outer, ...written, ...(facts.content === undefined ? {} : { command: facts.content }) })
    .filter((finding) => finding.score >= severity.ask && !onlyWhenRun.has(finding.id))
    .map((finding) => ({ ...finding, reason: `In the script it writes: ${finding.reason}` }));
}
