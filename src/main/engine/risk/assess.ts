// Assess: every heuristic on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts } from "../../../shared/facts.ts";
import type { Finding } from "../../../shared/verdict.ts";
import { severity } from "./bands.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { type Heuristic, type View, viewOf } from "./heuristic.ts";
import { heuristics } from "./heuristics/index.ts";

/** Findings are sorted with the worst first; heuristics of equal severity keep the order they are listed in. */
export function assess(facts: Facts): HeuristicAssessment {
  const findings = [...findingsOf(facts), ...findingsOfWritten(facts)];
  findings.sort((left, right) => right.score - left.score);
  return { score: scoreOf(findings), findings };
}

/** Heuristics that look anywhere, and those that look at certain programs by the program; each with its place in the list. */
const anywhere: number[] = [];
const byProgram = new Map<string, number[]>();
for (const [place, { check }] of heuristics.entries()) {
  if (check.programs === undefined) anywhere.push(place);
  for (const program of check.programs ?? []) byProgram.set(program, [...(byProgram.get(program) ?? []), place]);
}

/** Those that could see something, in the order of the list: most of them never run for a call. */
function candidates(view: View): readonly Heuristic[] {
  const places = new Set(anywhere);
  for (const program of view.byProgram.keys()) for (const place of byProgram.get(program) ?? []) places.add(place);
  const sorted = places.size === anywhere.length ? anywhere : [...places].sort((left, right) => left - right);
  return sorted.flatMap((place) => {
    const heuristic = heuristics[place];
    const needs = heuristic?.check.needs;
    return heuristic === undefined || (needs !== undefined && view.facts[needs].length === 0) ? [] : heuristic;
  });
}

function findingsOf(facts: Facts): readonly Finding[] {
  const view = viewOf(facts);
  const findings: Finding[] = [];
  for (const heuristic of candidates(view)) {
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
    .filter((finding) => finding.score >= severity.ask)
    .map((finding) => ({ ...finding, reason: `In the script it writes: ${finding.reason}` }));
}
