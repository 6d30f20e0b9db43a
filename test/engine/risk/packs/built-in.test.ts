// The packs that come with Gatehouse: each loads with its examples run, under its own name, and says what it is about.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilePack } from "../../../../src/main/engine/risk/packs/compile.ts";
import { describeProblem } from "../../../../src/shared/domain/policy.ts";
import { builtInPacks, packTools } from "../../../support/engine/risk.ts";

const folder = join(import.meta.dirname, "../../../../resources/packs");

test.each(readdirSync(folder))("%s", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const compiled = compilePack({ text, name }, packTools, { examples: true });
  expect(compiled.ok ? [] : compiled.error.map(describeProblem)).toEqual([]);
  expect(compiled.ok && `${compiled.value.document.name}.yaml`).toBe(name);
});

test("every rule names what triggers it, so that it does not run for every call", () => {
  const always = builtInPacks.flatMap(({ rules }) => rules.filter(({ check }) => check.triggers === undefined));
  expect(always.map(({ id }) => id)).toEqual([]);
});
