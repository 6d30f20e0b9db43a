// What a decision would have meant, in words; and unchanged lines folded, changed ones never.
import { describe, expect, test } from "vitest";
import { diffLines } from "../../../src/renderer/lib/diff.ts";
import { foldUnchanged } from "../../../src/renderer/lib/fold.ts";
import { nearMissWords, pastSentence } from "../../../src/renderer/labels/history.ts";
import { isRoutine } from "../../../src/renderer/lib/is-routine.ts";

describe("the past of a rule", () => {
  test.each([
    [{ looked: 0, matched: 0, denied: 0 }, "There is no history yet to compare it with."],
    [{ looked: 300, matched: 0, denied: 0 }, "Would have matched none of the last 300 actions."],
    [{ looked: 300, matched: 14, denied: 0 }, "Would have matched 14 past actions, 0 of them denied."],
    [{ looked: 300, matched: 1, denied: 1 }, "Would have matched 1 past action, 1 of them denied."],
  ])("%j", (past, sentence) => expect(pastSentence(past)).toBe(sentence));

  test("a near miss says why it would still ask", () => {
    expect(nearMissWords({ summary: "x", why: "--tag is new" }, 0)).toBe("would still ask: --tag is new");
  });

  test.each([
    [10, 0, true],
    [10, 1, true],
    [10, 2, false],
    [9, 0, false],
  ])("%i alike, %i denied: a rule is offered is %s", (matched, denied, offered) => {
    expect(isRoutine({ looked: 100, matched, denied })).toBe(offered);
  });
});

describe("folding", () => {
  const before = Array.from({ length: 60 }, (_, index) => `line ${index}`);

  test("keeps three lines around a change and every changed line", () => {
    const after = before.with(30, "another");
    const lines = diffLines(before.join("\n"), after.join("\n"));
    const blocks = foldUnchanged(lines);
    expect(blocks.map((block) => [block.kind, block.lines.length])).toEqual([
      ["folded", 27],
      ["lines", 8],
      ["folded", 26],
    ]);
    expect(blocks.flatMap((block) => block.lines)).toEqual(lines);
  });

  test("folds nothing that is short, and nothing that changes", () => {
    const lines = diffLines("", before.join("\n"));
    expect(foldUnchanged(lines)).toEqual([{ kind: "lines", from: 0, lines }]);
  });
});
