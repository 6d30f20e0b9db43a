// Numbers, words and the beginnings of changes in a comparison.
import { expect, test } from "vitest";
import { diffLines } from "../../../src/renderer/lib/diff.ts";
import { changedWords, changeStarts, lineNumbersOf } from "../../../src/renderer/lib/diff-details.ts";

const lines = diffLines("a\nconst port = 3000;\nb\nc\n", "a\nconst port = 4000;\nb\nnew\nc\n");

test("each line has its number on the side it stands on", () => {
  expect(lines.map(({ kind }) => kind)).toEqual(["same", "removed", "added", "same", "added", "same"]);
  const numbers = lineNumbersOf(lines);
  expect(lines.map((_, index) => numbers(index))).toEqual([
    { before: 1, after: 1 },
    { before: 2 },
    { after: 2 },
    { before: 3, after: 3 },
    { after: 4 },
    { before: 4, after: 5 },
  ]);
});

test("changes are found one after the other", () => expect(changeStarts(lines)).toEqual([1, 4]));

test("of a line that replaces another only what differs is marked", () => {
  const marked = (index: number) =>
    changedWords(lines, index).map(({ from, to }) => lines[index]?.text.slice(from, to));
  expect(marked(1)).toEqual(["3"]);
  expect(marked(2)).toEqual(["4"]);
  expect(marked(4)).toEqual([]);
  expect(marked(0)).toEqual([]);
});

test("a line of which nothing is left is another line", () => {
  const rewritten = diffLines("alpha beta gamma\n", "0123456789 x\n");
  expect(changedWords(rewritten, 0)).toEqual([]);
});

test("a long run of changed lines is no work", () => {
  const many = diffLines(
    Array.from({ length: 900 }, (_, index) => `old ${index}`).join("\n"),
    Array.from({ length: 900 }, (_, index) => `new ${index}`).join("\n"),
  );
  expect(changedWords(many, 899)).toEqual([]);
  expect(changeStarts(many)).toEqual([0]);
});
