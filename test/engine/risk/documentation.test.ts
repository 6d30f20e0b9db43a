// The rule list names every rule there is; the risk document refers to it instead of repeating it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { heuristics } from "../../../src/main/engine/risk/findings/index.ts";
import { ruleTable } from "../../../training/eval/rule-list.ts";

test("the rule list names every rule once", () => {
  const listed = ruleTable(heuristics)
    .split("\n")
    .flatMap((line) => /^ {2}(\S+)/u.exec(line)?.[1] ?? []);
  expect(listed.toSorted()).toEqual(heuristics.map(({ id }) => id).toSorted());
});

test("the risk document names no rule that does not exist", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/risk-model.md"), "utf8");
  const known = new Set(heuristics.map(({ id }) => id));
  const named = [...page.matchAll(/\(`([a-z]+(?:-[a-z]+)+)`,/gu)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});
