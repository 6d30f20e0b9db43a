// Assess: every rule of the risk phase on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { createRuleIndex } from "../rules/rule-index.ts";
import { severity } from "./bands.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
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

  return {
    rules,
    assess: (facts) => {
      const findings = findingsOf(facts);
      if (facts.written !== undefined) findings.push(...findingsOfWritten(facts, facts.written));
      if (findings.length > 1) findings.sort((left, right) => right.score - left.score);
      return { score: scoreOf(findings), findings };
    },
  };
}
