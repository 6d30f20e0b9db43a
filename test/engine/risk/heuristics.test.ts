// Every heuristic, by its own examples, through the normaliser: what shall match is found, what shall not match is not.
import { describe, expect, test } from "vitest";
import { allRules as heuristics, assess } from "../../support/engine/risk.ts";
import { severity } from "../../../src/main/engine/risk/bands.ts";
import type { PolicyExample } from "../../../src/shared/domain/policy.ts";
import type { Finding } from "../../../src/shared/domain/verdict.ts";
import { factsOf } from "./support.ts";

function findingsOf(example: PolicyExample): readonly Finding[] {
  return assess(factsOf(example)).findings;
}

function nameOf(example: PolicyExample): string {
  return typeof example === "string" ? example : JSON.stringify(example);
}

describe.each(heuristics)("$id", (heuristic) => {
  test.each(heuristic.match.map((example) => [nameOf(example), example] as const))("finds %s", (_, example) => {
    const finding = findingsOf(example).find((each) => each.id === heuristic.id);
    expect(finding?.threat).toBe(heuristic.threat);
    expect(finding?.reason).not.toBe("");
  });

  test.each(heuristic.not_match.map((example) => [nameOf(example), example] as const))(
    "leaves %s alone",
    (_, example) => {
      expect(findingsOf(example).map((each) => each.id)).not.toContain(heuristic.id);
    },
  );
});

describe("the list as a whole", () => {
  test("ids are unique and spelled the same way", () => {
    const ids = heuristics.map((heuristic) => heuristic.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]+[a-z]$/);
  });

  test("each has examples both ways, a technique of the right form, and a severity of the list", () => {
    const severities = new Set<number>(Object.values(severity));
    for (const { id, match, not_match: notMatch, technique, score } of heuristics) {
      expect(match.length, id).toBeGreaterThan(0);
      expect(notMatch.length, id).toBeGreaterThan(0);
      expect(technique ?? "T0000", id).toMatch(/^T\d{4}(?:\.\d{3})?$/);
      expect(severities.has(score), id).toBe(true);
    }
  });
});
