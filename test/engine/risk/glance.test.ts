// The first look must never keep a heuristic from what it would have seen.
import { describe, expect, test } from "vitest";
import { createGlance, type Sign } from "../../../src/main/engine/risk/glance.ts";
import { type Check, viewOf, when } from "../../../src/main/engine/risk/heuristic.ts";
import { heuristics } from "../../../src/main/engine/risk/heuristics/index.ts";
import { factsOf } from "./support.ts";

const glance = createGlance(heuristics.map(({ check }) => check));
const seen = heuristics
  .flatMap((heuristic) => [...heuristic.examples.risky, ...heuristic.examples.honest])
  .map((example) => {
    const view = viewOf(factsOf(example));
    return { example, view, wanted: glance(view).slice() };
  });

describe.each(heuristics.map((heuristic, place) => ({ id: heuristic.id, check: heuristic.check, place })))(
  "$id",
  ({ check, place }) => {
    test("is asked about everything it sees something in, among the examples of all", () => {
      const missed = seen.filter(({ view, wanted }) => wanted[place] === 0 && check(view) !== null);
      expect(missed.map(({ example }) => example)).toEqual([]);
    });
  },
);

test("an ordinary call is seen by few heuristics", () => {
  const asked = (command: string): number => glance(viewOf(factsOf(command))).reduce((sum, one) => sum + one, 0);
  expect(asked("npm test")).toBeLessThan(heuristics.length / 10);
  expect(asked("git status --short")).toBeLessThan(heuristics.length / 10);
  expect(asked("cat README.md")).toBeLessThan(heuristics.length / 8);
});

describe("a sign", () => {
  const silent: Check = () => null;
  const shown = (sign: Sign, command: string): boolean =>
    createGlance([when([sign], silent)])(viewOf(factsOf(command)))[0] === 1;

  test.each<[string, Sign, string, string]>([
    ["a way of using a path", "delete path", "rm a.txt", "cat a.txt"],
    ["code", "code", "python3 -c 'print(1)'", "python3 a.py"],
    ["a host", "host", "curl https://example.org", "curl --version"],
    ["a pipe", "pipe", "ls | wc -l", "ls; wc -l a"],
    ["a redirect", "redirect", "ls > a", "ls a"],
    ["an assignment", "assignment", "A=b ls", "ls A=b"],
    ["a wrapper", "wrapper", "sudo ls", "ls sudo"],
    ["what cannot be inspected", "uninspected", "echo 'open", "echo done"],
    ["a program", { program: (program) => program === "ls" }, "env A=1 /bin/l''s", "echo ls"],
    ["the text", { text: /\bls\b/u }, "echo LS", "echo l's'"],
    ["words, whatever hides them", { words: /secret/u }, "cat SE''CRET", "cat notes"],
    ["words in what is decoded", { words: /\/etc\/hosts/u }, "echo Y2F0IC9ldGMvaG9zdHM= | base64 -d | sh", "ls"],
  ])("%s", (_, sign, with_, without) => {
    expect(shown(sign, with_)).toBe(true);
    expect(shown(sign, without)).toBe(false);
  });

  test("a command too long to be searched shows them all", () => {
    expect(shown({ words: /nowhere/u }, `echo ${"a".repeat(10_000)}`)).toBe(true);
    expect(shown({ text: /nowhere/u }, `echo ${"a".repeat(10_000)}`)).toBe(true);
  });
});

/** Many expressions become one, which numbers groups anew and has one set of flags. */
test("what texts and words are searched for can be joined", () => {
  const patterns = heuristics.flatMap(({ check }) =>
    (check.signs ?? []).flatMap((sign) => {
      if (typeof sign === "string" || "program" in sign) return [];
      return "text" in sign ? { pattern: sign.text, flags: ["u"] } : { pattern: sign.words, flags: ["u", "iu"] };
    }),
  );
  expect(patterns.length).toBeGreaterThan(40);
  for (const { pattern, flags } of patterns) {
    expect(flags, pattern.source).toContain(pattern.flags);
    expect(pattern.source).not.toMatch(/\\[1-9]|\(\?<[a-z]/u);
  }
});
