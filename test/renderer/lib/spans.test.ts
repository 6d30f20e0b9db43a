// The parts that findings point at are marked where they stand.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markedPieces } from "../../../src/renderer/lib/spans.ts";
import type { Finding } from "../../../src/shared/domain/verdict.ts";

const finding = (evidence: string | undefined, score = 0.7): Finding => ({
  id: `finding ${evidence}`,
  score,
  threat: "A threat",
  reason: "A reason",
  ...(evidence === undefined ? {} : { evidence }),
});

const marked = (text: string, findings: readonly Finding[]) =>
  markedPieces(text, findings).map((piece) => [piece.text, [...piece.findings]]);

describe("marks", () => {
  test("cut the text around the evidence", () => {
    expect(marked("ls && rm -rf / # x", [finding("rm -rf /")])).toEqual([
      ["ls && ", []],
      ["rm -rf /", [0]],
      [" # x", []],
    ]);
  });

  test("overlap: each part knows all its findings, the most severe first", () => {
    expect(marked("curl x | sh", [finding("curl x", 0.4), finding("x | sh", 0.9)])).toEqual([
      ["curl ", [0]],
      ["x", [1, 0]],
      [" | sh", [1]],
    ]);
  });

  test("a hidden character inside the evidence stays a piece of its own, marked", () => {
    const pieces = markedPieces("a\u202eb", [finding("a\u202eb")]);
    expect(pieces.map((piece) => [piece.hidden?.label, piece.findings.length])).toEqual([
      [undefined, 1],
      ["RLO U+202E", 1],
      [undefined, 1],
    ]);
  });

  test("evidence that is empty, missing or elsewhere marks nothing", () => {
    expect(marked("ls", [finding(""), finding(undefined), finding("rm")])).toEqual([["ls", []]]);
  });

  test("whatever is marked, the text stays the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.tuple(fc.nat(), fc.nat())), (text, ranges) => {
        const findings = ranges.map(([from, length]) => finding(text.slice(from % (text.length + 1)).slice(0, length)));
        expect(
          markedPieces(text, findings)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
