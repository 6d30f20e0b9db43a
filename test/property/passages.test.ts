// Cutting, with chance deciding what stands around a risky passage: honest sentences stay, the passage goes.
import { array, assert, constantFrom, json, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { cutMark, cutPassages, findingsIn } from "../../src/main/engine/pipeline/passages.ts";
import { scoreOf } from "../../src/main/engine/risk/combine.ts";
import { textHeuristics } from "../../src/main/engine/risk/text.ts";

const everything = () => true;
const score = (text: string) => scoreOf(findingsIn(text, everything));

const honest = [
  "The train leaves at nine.",
  "Rates rose by two points in May.",
  "Ana met the team in Oslo!",
  "Is the hall open on Sunday?",
  "Sales: 14, 15, 16.",
];
/** Passages of one sentence each, so that nothing honest can be part of them. */
const risky = textHeuristics
  .flatMap(({ match }) => match)
  .filter((text) => !/\n/.test(text) && score(text) >= 0.7 && /^[A-Z][^.!?]*[.!?]$/.test(text));

const sentences = array(constantFrom(...honest), { minLength: 1, maxLength: 12 });
const gap = constantFrom(" ", "\n", "\n\n");

test("a risky sentence goes, honest ones stay in their order", () => {
  expect(risky.length).toBeGreaterThan(3);
  assert(
    property(sentences, sentences, constantFrom(...risky), gap, (before, after, passage, between) => {
      const text = [...before, passage, ...after].join(between);
      const cut = cutPassages(text, everything) ?? "";
      expect(cut).not.toContain(passage);
      expect(score(cut)).toBeLessThan(0.5);
      expect(cut.split(cutMark).join("").replaceAll(/\s+/g, " ").trim()).toBe([...before, ...after].join(" "));
    }),
    { numRuns: 60 },
  );
});

test("whatever comes, what is left is clean or nothing", () => {
  const piece = oneof(string(), constantFrom(...risky, ...honest), json());
  assert(
    property(array(piece, { maxLength: 6 }), gap, (pieces, between) => {
      const cut = cutPassages(pieces.join(between), everything);
      expect(cut === undefined || score(cut) < 0.5).toBe(true);
    }),
    { numRuns: 60 },
  );
});
