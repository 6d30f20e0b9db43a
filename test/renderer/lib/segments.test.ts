// Long lines are cut for drawing only: joined again they are the text.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentsOf } from "../../../src/renderer/lib/segments.ts";

describe("segments", () => {
  test("short lines stay as they are", () => {
    const { texts, lineOf, firstOf } = segmentsOf(["a", "", "b"]);
    expect(texts).toEqual(["a", "", "b"]);
    expect([lineOf(2), firstOf(2), firstOf(3)]).toEqual([2, 2, 3]);
  });

  test("a long line is in several, none of them long, and nothing is lost", () => {
    const line = fc.array(fc.constantFrom("x", "😀", "é", " "), { maxLength: 3_000 }).map((each) => each.join(""));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const { texts, lineOf, startOf, firstOf } = segmentsOf(lines);
        const joined = lines.map((_, index) => texts.filter((_text, segment) => lineOf(segment) === index).join(""));
        expect(joined).toEqual(lines);
        for (const [segment, text] of texts.entries()) {
          expect(text.length).toBeLessThanOrEqual(1_001);
          // Never half a character.
          expect(text.isWellFormed()).toBe(true);
          expect(lines[lineOf(segment)]?.startsWith(text, startOf(segment))).toBe(true);
        }
        expect(lines.map((_, index) => lineOf(firstOf(index)))).toEqual(lines.map((_, index) => index));
      }),
    );
  });
});
