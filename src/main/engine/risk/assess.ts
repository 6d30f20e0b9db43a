// Assess: every rule of the risk phase on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { createRuleIndex } from "../rules/rule-index.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { filePartsOf, worth } from "./file-views.ts";
import { findingsInInstructions } from "./instructions.ts";
import { type Heuristic, partsOf, viewOf } from "./heuristic.ts";
import { heuristics } from "./findings/index.ts";
import { onlyWhenRun } from "./findings/execution/unseen-text.ts";

/** The rules of the risk phase in force: those written in code, and those of packs. Swapped whole when packs change. */
export interface RiskRules {
  readonly rules: readonly Heuristic[];
  /** Findings are sorted with the worst first; rules of equal severity keep the order they are listed in. */
  readonly assess: (facts: Facts) => HeuristicAssessment;
}

export function createRiskRules(packRules: readonly Heuristic[]): RiskRules {
  const rules = [...heuristics, ...packRules];
  const index = createRuleIndex(
    rules.flatMap((rule) => partsOf(rule.check).map((check) => ({ rule, check, triggers: check.triggers }))),
  );

  function findingsOf(facts: Facts): Finding[] {
    const view = viewOf(facts);
    const findings: Finding[] = [];
    let found: Heuristic | undefined;
    for (const { rule, check } of index.candidates(view)) {
      // The parts of a rule follow each other; the first that sees something speaks for the rule.
      if (rule === found) continue;
      const sighting = check(view);
      if (sighting === null) continue;
      found = rule;
      findings.push({
        ...(sighting.evidence === undefined ? {} : { evidence: sighting.evidence }),
        id: rule.id,
        reason: sighting.reason,
        score: rule.score,
        ...(rule.technique === undefined ? {} : { technique: rule.technique }),
        threat: rule.threat,
      });
    }
    return findings;
  }

  /** What the parts of written files would do, as far as it counts before they run. The same finding counts once for a file. */
  function findingsOfFiles(facts: Facts): readonly Finding[] {
    const findings: Finding[] = [];
    const seen = new Set<string>();
    for (const part of filePartsOf(facts)) {
      for (const finding of findingsOf(part.facts)) {
        const score = onlyWhenRun.has(finding.id) ? undefined : worth(finding, part);
        const key = `${part.file.path}\0${finding.id}`;
        if (score === undefined || seen.has(key)) continue;
        seen.add(key);
        findings.push({ ...finding, score, reason: `In ${nameOf(part.file.path)}: ${finding.reason}` });
      }
    }
    for (const file of facts.files ?? []) findings.push(...findingsInInstructions(file));
    return findings;
  }

  return {
    rules,
    assess: (facts) => {
      const findings = findingsOf(facts);
      if (facts.files !== undefined) findings.push(...findingsOfFiles(facts));
      if (findings.length > 1) findings.sort((left, right) => right.score - left.score);
      return { score: scoreOf(findings), findings };
    },
  };
}

/** The name of a file is enough for people; where it lies stands beside. */
function nameOf(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== "") ?? "the file it writes";
}
