// A diff shows what changes and forgets nothing.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLines } from "../../../src/renderer/lib/diff.ts";

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-" }[kind]}${text}`);

describe("line diff", () => {
  test("keeps what both have", () => {
    expect(shown("a\nb\nc", "a\nx\nc")).toEqual([" a", "-b", "+x", " c"]);
  });

  test("a new file is all added, an emptied one all removed", () => {
    expect(shown("", "a\nb")).toEqual(["+a", "+b"]);
    expect(shown("a\nb", "")).toEqual(["-a", "-b"]);
  });

  test("a last line that both end is no empty line more; where one does not end it, that shows", () => {
    expect(shown("a\n", "a\nb\n")).toEqual([" a", "+b"]);
    expect(shown("", "a\n")).toEqual(["+a"]);
    expect(shown("a\n", "a")).toEqual([" a", "-"]);
  });

  test("finds the longest common part", () => {
    expect(shown("a\nb\nc\nd", "b\nd\ne").filter((line) => line.startsWith(" "))).toEqual([" b", " d"]);
  });

  const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });

  test("both texts can be read back from it", () => {
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const diff = diffLines(left.join("\n"), right.join("\n"));
        const read = (skip: string) => diff.filter((line) => line.kind !== skip).map((line) => line.text);
        expect(read("added")).toEqual(left);
        expect(read("removed")).toEqual(right);
      }),
    );
  });

  const numbered = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join("\n");

  test("of a large text with small changes only these are shown", () => {
    const before = numbered(50_000, (index) => `line ${index}`);
    const after = numbered(50_000, (index) => (index % 50 === 0 ? `changed ${index}` : `line ${index}`));
    const diff = diffLines(before, after);
    expect(diff.filter((line) => line.kind !== "same")).toHaveLength(2_000);
    expect(diff.flatMap((line) => (line.kind === "added" ? [] : [line.text])).join("\n")).toBe(before);
    expect(diff.flatMap((line) => (line.kind === "removed" ? [] : [line.text])).join("\n")).toBe(after);
  });

  test("a large text whose lines repeat or were moved can be read back too", () => {
    const texts = [
      numbered(6_000, (index) => `${(index * 7919) % 5}`),
      numbered(6_000, (index) => `${(index * 104_723) % 7}`),
      numbered(6_000, (index) => `line ${index}`),
      numbered(6_000, (index) => `line ${5_999 - index}`),
    ];
    for (const before of texts) {
      for (const after of texts) {
        const diff = diffLines(before, after);
        expect(diff.flatMap((line) => (line.kind === "added" ? [] : [line.text])).join("\n")).toBe(before);
        expect(diff.flatMap((line) => (line.kind === "removed" ? [] : [line.text])).join("\n")).toBe(after);
      }
    }
  });

  test("texts too large to compare are shown one after the other", () => {
    const many = (word: string): string => Array.from({ length: 2500 }, (_, index) => `${word} ${index}`).join("\n");
    const diff = diffLines(many("left"), many("right"));
    expect(diff.filter((line) => line.kind === "removed")).toHaveLength(2500);
    expect(diff.filter((line) => line.kind === "added")).toHaveLength(2500);
  });
});
