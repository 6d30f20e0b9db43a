// docs/packs.md: its packs load with their examples, and it names every member, score, threat and built-in function.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { severity } from "../../../../src/main/engine/risk/bands.ts";
import { compilePack } from "../../../../src/main/engine/risk/packs/compile.ts";
import { describeProblem } from "../../../../src/shared/domain/policy.ts";
import { threats } from "../../../../src/shared/domain/threats.ts";
import { packTools } from "../../../support/engine/risk.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/packs.md"), "utf8");
const packs = [...page.matchAll(/```yaml pack\n([\s\S]*?)```/g)].map((found) => found[1] ?? "");

test("there are packs", () => expect(packs.length).toBeGreaterThan(1));

test.each(packs)("%s", (text) => {
  const compiled = compilePack({ text, name: "docs/packs.md" }, packTools, { examples: true });
  expect(compiled.ok ? [] : compiled.error.map(describeProblem)).toEqual([]);
});

test("every score and threat is named", () => {
  for (const [name, score] of Object.entries(severity)) expect(page).toContain(`\`${name}\` ${score.toFixed(2)}`);
  const words = page.replaceAll(/\s+/g, " ");
  expect(threats.filter((threat) => !words.includes(threat))).toEqual([]);
});
