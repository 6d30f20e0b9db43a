// Every example in docs/policy.md loads, and the page names every member there is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compilePolicy, compileProject } from "../../../src/main/engine/policy/document/compile.ts";
import { viewFields } from "../../../src/shared/domain/expression-fields.ts";
import { openTools, policyTools } from "../../support/engine/policy.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/policy.md"), "utf8");
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((found) => found[1] ?? "");

test("there are examples", () => expect(examples.length).toBeGreaterThan(5));

test.each(examples)("%s", (text) => {
  const own = text.startsWith("# .gatehouse.yaml");
  const whole = own || text.includes("defaults:") ? text : openTools + text;
  const result = own
    ? compileProject({ text, name: "" }, policyTools)
    : compilePolicy({ text: whole, name: "" }, policyTools);
  expect(result.ok ? [] : result.error).toEqual([]);
});

test("every member of every variable is named", () => {
  const members = Object.values(viewFields).flatMap((fields) => Object.keys(fields));
  expect(members.filter((member) => !page.includes(`\`${member}\``))).toEqual([]);
});
