// Assess: every rule of the risk phase on the facts of one call. Pure, total, and bounded by the size of the facts.
import type { Facts, FileFact } from "../../../shared/domain/facts.ts";
import type { Finding, LatentFile, LatentFinding } from "../../../shared/domain/verdict.ts";
import type { SeverityName } from "../../../shared/domain/threats.ts";
import { createRuleIndex } from "../rules/rule-index.ts";
import { severity } from "./bands.ts";
import { isWellKnownAddress } from "./known-sources.ts";
import { type HeuristicAssessment, scoreOf } from "./combine.ts";
import { filePartsOf, waits, worth } from "./file-views.ts";
import { findingsInInstructions } from "./instructions.ts";
import { type Heuristic, partsOf, viewOf } from "./heuristic.ts";
import { heuristics } from "./findings/index.ts";
import { onlyWhenRun } from "./findings/execution/unseen-text.ts";

/** Findings kept for one file; more would only repeat them. */
const mostLatent = 8;

/** The rules of the risk phase in force: those written in code, and those of packs. Swapped whole when packs change. */
export interface RiskRules {
  readonly rules: readonly Heuristic[];
  /** Findings are sorted with the worst first; rules of equal severity keep the order they are listed in. */
  readonly assess: (facts: Facts) => HeuristicAssessment;
}

/** Rules whose findings count as this much at most, by id. */
export type LoweredRules = Readonly<Record<string, SeverityName>>;

export function createRiskRules(packRules: readonly Heuristic[], lowered: LoweredRules = {}): RiskRules {
  const rules = [...heuristics, ...packRules].map((rule) => withLowered(rule, lowered[rule.id]));
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
   * What the parts of written files would do: what counts now, and what waits until they run. The same finding counts once for
   * a file.
   */
  function assessFiles(facts: Facts): {
    readonly findings: readonly Finding[];
    readonly latent: readonly LatentFile[];
  } {
    const findings: Finding[] = [];
    const latent = new Map<string, LatentFile & { readonly findings: LatentFinding[] }>();
    const seen = new Set<string>();
    for (const part of filePartsOf(facts)) {
      const { path, place, form } = part.file;
      for (const finding of findingsOf(part.facts)) {
        const key = `${path}\0${finding.id}`;
        if (onlyWhenRun.has(finding.id) || seen.has(key)) continue;
        if (waits(finding, part)) {
          const file = latent.get(place) ?? { path: place, form, findings: [] };
          latent.set(place, file);
          const { id, score, threat, reason } = finding;
          if (file.findings.length < mostLatent) file.findings.push({ id, score, threat, reason });
        }
        const score = worth(finding, part);
        if (score === undefined) continue;
        seen.add(key);
        findings.push({ ...finding, score, reason: `In ${nameOf(path)}: ${finding.reason}` });
      }
    }
    for (const file of facts.files ?? []) {
      findings.push(...findingsInInstructions(file));
      const unread = unreadDownload(file);
      if (unread !== undefined && !latent.has(file.place))
        latent.set(file.place, { path: file.place, form: file.form, findings: [unread] });
    }
    return { findings, latent: [...latent.values()] };
  }

  return {
    rules,
    assess: (facts) => {
      const findings = findingsOf(facts);
      const files = facts.files === undefined ? undefined : assessFiles(facts);
      if (files !== undefined) findings.push(...files.findings);
      if (findings.length > 1) findings.sort((left, right) => right.score - left.score);
      const latent = files === undefined || files.latent.length === 0 ? {} : { latent: files.latent };
      return { score: scoreOf(findings), findings, ...latent };
    },
  };
}

/** What was downloaded counts when it is run, built, applied or pushed. */
function unreadDownload({ kind, settings }: FileFact): LatentFinding | undefined {
  const from = settings.find(({ name }) => name === "unseen")?.value;
  if (from === undefined || kind === "instructions" || !/^\w+:\/\//u.test(from) || isWellKnownAddress(from))
    return undefined;
  return {
    id: "unseen-download",
    score: severity.ask,
    threat: "Remote code execution",
    reason: "It was downloaded, and nobody has read it",
  };
}

/** Whether a person may lower a rule: what protects Gatehouse itself may not. */
export function canBeLowered({ threat }: Pick<Heuristic, "threat">): boolean {
  return threat !== "Self-protection";
}

function withLowered(rule: Heuristic, name: SeverityName | undefined): Heuristic {
  if (name === undefined || !canBeLowered(rule) || severity[name] >= rule.score) return rule;
  return { ...rule, score: severity[name] };
}

/** The name of a file is enough for people; where it lies stands beside. */
function nameOf(path: string): string {
  return path.split(/[\\/]/u).findLast((part) => part !== "") ?? "the file it writes";
}
