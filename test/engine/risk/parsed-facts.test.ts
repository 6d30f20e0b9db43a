// Rules read what phase 1 parsed: `subcommand`, `options` and `operands`. None of them takes words apart again.
import { describe, expect, test } from "vitest";
import { readSources } from "../../../scripts/gates/source.ts";
import { projectRoot } from "../../../scripts/project.ts";

/** Ways to get at the words of a command, or to parse them once more. */
const rereads: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["the words of a command", /\.arguments\b|\barguments: [a-z]\w*/u],
  ["a helper that parses words", /\b(?:given|valueOf|operands|verbs|joined)\((?:command|other|source|each|finder)\b/u],
  ["the option parser", /\bparseOptions\b|\bparseProgram\b|normalise\/programs\/(?:options|parse|registry)\.ts/u],
  ["the line put together again", /\b(?:operands|arguments|settingsOf\(\w+\)|wordsOf\(\w+\))\.join\(/u],
];

/** Files that may, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "src/main/engine/rules/command-form.ts": "a form in a policy is compared with the words as they were typed",
  "src/main/engine/policy/document/examples.ts": "the arguments of a tool call, not of a command",
  "src/main/engine/rules/expression.ts": "expressions of a policy see the words of a command",
  "src/main/engine/policy/protection/self-protection.ts":
    "finds the command line of the gatehouse command in any other",
  "src/main/engine/policy/protection/ungoverned-agents.ts":
    "a switch that leaves hooks out counts wherever it stands, also where a runner of packages passes it on",
  "src/main/engine/rules/views.ts": "expressions of a policy see the words of a command",
  "src/main/engine/rules/rule-index.ts": "searches every word for what rules name",
  "src/main/engine/risk/read.ts": "the helpers for rules about any word of any program, each with its reason",
};

function found(text: string): readonly string[] {
  return text.split("\n").flatMap((line, at) => {
    if (/^\s*(?:\/\/|\/?\*)/u.test(line)) return [];
    return rereads.filter(([, pattern]) => pattern.test(line)).map(([name]) => `line ${at + 1}: ${name}`);
  });
}

const files = readSources(projectRoot, ["src/main/engine/risk", "src/main/engine/policy", "src/main/engine/rules"]);

describe("rules of risk and policy", () => {
  test("read parsed facts", () => {
    const rereading = files
      .filter(({ path }) => !Object.hasOwn(exceptions, path))
      .flatMap(({ path, text }) => found(text).map((place) => `${path} ${place}`));
    expect(rereading).toEqual([]);
  });

  test("every exception is needed", () => {
    const needless = Object.keys(exceptions).filter(
      (path) => found(files.find((file) => file.path === path)?.text ?? "").length === 0,
    );
    expect(needless).toEqual([]);
  });
});

test.each([
  'command.arguments.includes("-f")',
  "const { program, arguments: words } = command;",
  'given(command, "f", "force")',
  'valueOf(other, "-o")',
  "/x/u.test(joined(command))",
  "parseOptions(words, {})",
  'import { parse } from "../normalise/programs/parse.ts";',
  'settingsOf(command).join(" ")',
])("notices %s", (line) => {
  expect(found(line)).not.toEqual([]);
});

test.each([
  '{ tool: "Bash", arguments: { command: "ls" } },',
  'has(command, "--force") && command.operands.length > 0',
  "// It reads command.arguments.",
  'value(command, "--output")',
])("leaves %s alone", (line) => {
  expect(found(line)).toEqual([]);
});
