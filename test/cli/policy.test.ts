// gatehouse policy check: what is right, and where what is wrong stands.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const templates = join(import.meta.dirname, "../../resources/policies");

function write(name: string, text: string): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

test("the policy that ships is valid", async () => {
  const { code, stdout, stderr } = await runCommand(["policy", "check", join(templates, "balanced.yaml")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/balanced\.yaml is valid: version \S+, \d+ rules\.\n/);
});

const broken = 'version: "1"\ndefaults: {}\nrules:\n  - id: one\n    effect: allow\n    when: "facts.tool =="\n';

test("a problem has its line and column", async () => {
  const file = write("policy.yaml", broken);
  const { code, stdout, stderr } = await runCommand(["policy", "check", file]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(`${file}:6:`);
  expect(stderr).toContain("1 problem; the engine would not take this file.");
  const machines = await runCommand(["policy", "check", file, "--json"]);
  expect(JSON.parse(machines.stdout)).toMatchObject({ error: { code: "invalid_input", problems: [{ line: 6 }] } });
});

test("a project's own file may not allow anything", async () => {
  const rule = 'version: "1"\nrules:\n  - id: one\n    effect: allow\n    tools: [read_file]\n';
  expect(await runCommand(["policy", "check", write(".gatehouse.yaml", rule)])).toMatchObject({ code: 1 });
  expect(await runCommand(["policy", "check", write(".gatehouse.yaml", rule.replace("allow", "deny"))])).toMatchObject({
    code: 0,
  });
});

test("no such file, no such action", async () => {
  expect(await runCommand(["policy", "check", "/no/such/file"])).toMatchObject({ code: 1, stdout: "" });
  expect(await runCommand(["policy", "mend", "x"])).toMatchObject({ code: 64 });
});

test("the examples of a file are run rule by rule", async () => {
  const { code, stdout } = await runCommand(["policy", "test", join(templates, "balanced.yaml"), "--json"]);
  const tested = JSON.parse(stdout) as { rules: { id: string; examples: number }[]; examples: number };
  expect(code).toBe(0);
  expect(tested.examples).toBeGreaterThan(20);
  expect(tested.rules.find(({ id }) => id === "system-write")?.examples).toBeGreaterThan(0);
  const wrong = write(
    "policy.yaml",
    'version: "1"\ndefaults: {}\nrules:\n  - id: one\n    effect: deny\n    when: facts.command == "a"\n    match: [b]\n',
  );
  const failed = await runCommand(["policy", "test", wrong]);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toContain("The example");
});

test("what a file says about one command", async () => {
  const file = write(
    "policy.yaml",
    'version: "1"\ndefaults: { tools: { "*": { allowed: true } } }\nrules:\n  - id: no-push\n    effect: deny\n    reason: "Not here."\n    when: facts.command == "git push"\n',
  );
  const denied = await runCommand(["policy", "test", file, "--json", "--", "git", "push"]);
  expect(JSON.parse(denied.stdout)).toMatchObject({ effect: "deny", rule: "no-push" });
  expect((await runCommand(["policy", "test", file, "--", "git status"])).stdout).not.toContain("no-push");
});
