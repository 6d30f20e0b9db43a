// Every heuristic, by its own examples, through the normaliser: each risky one is found by it, each honest one is not.
import { describe, expect, test } from "vitest";
import { assess } from "../../../src/main/engine/risk/assess.ts";
import { severity } from "../../../src/main/engine/risk/bands.ts";
import type { Example } from "../../../src/main/engine/risk/heuristic.ts";
import { heuristics } from "../../../src/main/engine/risk/heuristics/index.ts";
import type { Finding } from "../../../src/shared/verdict.ts";
import { factsOf } from "./support.ts";

function findingsOf(example: Example): readonly Finding[] {
  return assess(factsOf(example)).findings;
}

function nameOf(example: Example): string {
  return typeof example === "string" ? example : JSON.stringify(example);
}

describe.each(heuristics)("$id", (heuristic) => {
  test.each(heuristic.examples.risky.map((example) => [nameOf(example), example] as const))(
    "finds %s",
    (_, example) => {
      const finding = findingsOf(example).find((each) => each.id === heuristic.id);
      expect(finding?.threat).toBe(heuristic.threat);
      expect(finding?.reason).not.toBe("");
    },
  );

  test.each(heuristic.examples.honest.map((example) => [nameOf(example), example] as const))(
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
    for (const { id, examples, technique, score } of heuristics) {
      expect(examples.risky.length, id).toBeGreaterThan(0);
      expect(examples.honest.length, id).toBeGreaterThan(0);
      expect(technique ?? "T0000", id).toMatch(/^T\d{4}(?:\.\d{3})?$/);
      expect(severities.has(score), id).toBe(true);
    }
  });
});
