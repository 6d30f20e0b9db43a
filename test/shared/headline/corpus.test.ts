// Headlines over whole corpora: honest about what cannot be undone, never empty, never too long, never "Run …".
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PolicyExample } from "../../../src/shared/domain/policy.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { headlineOf, longestHeadline } from "../../../src/shared/headline/index.ts";
import { isJsonObject } from "../../../src/shared/lib/json.ts";
import { assess } from "../../support/engine/risk.ts";
import { everydayWork } from "../../engine/risk/corpus/everyday-work.ts";
import { furtherAttacks } from "../../engine/risk/corpus/further-attacks.ts";
import { furtherWork } from "../../engine/risk/corpus/further-work.ts";
import { posixAttacks } from "../../engine/risk/corpus/posix-attacks.ts";
import { windowsAttacks } from "../../engine/risk/corpus/windows-attacks.ts";
import { factsOf } from "../../engine/risk/support.ts";

/** ATT&CK's names for destruction: what risk rules found independently of headlines. */
const destruction = new Set(["T1485", "T1490", "T1561", "T1561.001", "T1561.002"]);

/** Irreversible by the facts alone, or because a risk rule that is sure says so. */
function isIrreversible(facts: Facts): boolean {
  const leaves = facts.egress?.some(({ to, known }) => !known && to !== "host") === true;
  const pays = facts.action !== undefined && ["pay", "delete"].includes(facts.action.verb);
  const destroys = assess(facts).findings.some(
    ({ technique, score }) => technique !== undefined && destruction.has(technique) && score >= 0.7,
  );
  return leaves || pays || destroys;
}

function problemOf(example: PolicyExample): string | undefined {
  const facts = factsOf(example);
  const { sentence, verb, tone } = headlineOf(facts);
  if (verb.trim() === "" || sentence.trim() === "") return "is empty";
  if (/^Run\b/u.test(sentence)) return "starts with Run";
  if (sentence.length > longestHeadline) return `has ${sentence.length} characters`;
  if (sentence.includes("undefined") || sentence.includes("  ")) return `is not a sentence: ${sentence}`;
  if (tone === "calm" && isIrreversible(facts)) return `is calm: ${sentence}`;
  return undefined;
}

const problems = (examples: readonly PolicyExample[]): readonly string[] =>
  examples.flatMap((example) => {
    const problem = problemOf(example);
    return problem === undefined ? [] : [`${JSON.stringify(example).slice(0, 160)} ${problem}`];
  });

describe.each(
  Object.entries({ ...everydayWork, ...furtherWork, ...posixAttacks, ...windowsAttacks, ...furtherAttacks }),
)("%s", (_, commands) => {
  test("has honest headlines", () => expect(problems(commands)).toEqual([]));
});

describe.each(["dev.jsonl", "real.jsonl"])("%s", (name) => {
  const file = join(import.meta.dirname, "../../../../shared/data", name);

  test.skipIf(!existsSync(file))("has honest headlines (needs the shared data)", { timeout: 600_000 }, () => {
    const rows = readFileSync(file, "utf8").split("\n");
    const examples = rows.flatMap((row): readonly PolicyExample[] => {
      if (row === "") return [];
      const parsed: unknown = JSON.parse(row);
      if (!isJsonObject(parsed)) return [];
      const { tool, arguments: given } = parsed;
      return typeof tool === "string" && given !== undefined && isJsonObject(given) ? [{ tool, arguments: given }] : [];
    });
    expect(examples.length).toBeGreaterThan(1000);
    expect(problems(examples).slice(0, 20)).toEqual([]);
  });
});
