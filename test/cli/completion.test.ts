// Completion, tried in the shells that are installed: what each offers after the words of a line.
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bashScript } from "../../src/cli/completion/bash.ts";
import { fishScript } from "../../src/cli/completion/fish.ts";
import { zshScript } from "../../src/cli/completion/zsh.ts";
import { firstWords } from "../../src/cli/table/index.ts";
import { runCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const has = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0;

/** A line as far as it is typed, and what is offered for its last word. */
const cases: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [["le"], ["ledger"]],
  [
    ["ledger", "s"],
    ["search", "show", "stats"],
  ],
  [["approve", "--scope", "e"], ["exact"]],
  [["approve", "x", "--li"], ["--listed"]],
  [
    ["connect", "c"],
    [
      "claude-code",
      "claude-code-mcp",
      "claude-desktop",
      "cline",
      "cline-mcp",
      "codex",
      "codex-mcp",
      "copilot",
      "copilot-mcp",
      "cursor",
    ],
  ],
  [["connect", "pi", "--ye"], ["--yes"]],
  [["ledger", "search", "--verdict", "D"], ["DENIED"]],
  [["pair", "did:x", "a"], ["accept"]],
  [["tail", "--level", "H"], ["HIGH"]],
  [
    ["observe", "o"],
    ["off", "on"],
  ],
  [
    ["completion", ""],
    ["bash", "fish", "zsh"],
  ],
  [["approve", "--reason", "e"], []],
];

function written(name: string, text: string): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
}

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

describe.skipIf(!has("bash"))("bash (needs bash)", () => {
  const offer = (words: readonly string[], directory = "/"): readonly string[] => {
    const script = written("completion", bashScript());
    const call = `source "$0"; COMP_WORDS=(gatehouse "$@"); COMP_CWORD=$#; _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const options = { encoding: "utf8", cwd: directory } as const;
    return lines(execFileSync("bash", ["--norc", "-c", call, script, ...words], options));
  };

  test.each(cases)("%j", (words, offered) => {
    expect([...offer(words)].toSorted()).toEqual(offered);
  });

  test("every command, and files with blanks in their names", () => {
    expect(offer([""])).toEqual(["help", ...firstWords().map(([word]) => word)]);
    const file = written("my policy.yaml", "");
    expect(offer(["policy", "check", file.slice(0, -8)])).toEqual([file]);
  });
});

describe.skipIf(!has("fish"))("fish (needs fish)", () => {
  test.each(cases)("%j", (words, offered) => {
    const script = written("completion.fish", fishScript());
    const call = 'source "$argv[1]"; complete -C "$argv[2]"';
    const home = temporaryDirectory();
    const shown = execFileSync("fish", ["--no-config", "-c", call, script, ["gatehouse", ...words].join(" ")], {
      encoding: "utf8",
      env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
      cwd: home,
    });
    expect(
      lines(shown)
        .map((line) => line.split("\t")[0] ?? "")
        .toSorted(),
    ).toEqual(offered);
  });
});

describe.skipIf(!has("zsh"))("zsh (needs zsh)", () => {
  // The parts of zsh that draw a list need a terminal; what they are told to offer does not.
  const stage = [
    "compdef() { : }",
    '_describe() { print -l -- "${(@)${(@P)2}%%:*}" }',
    '_arguments() { print -l -- "$@" }',
    'source "$1"; shift',
    'words=(gatehouse "$@"); CURRENT=$#words; _gatehouse',
  ].join("\n");
  const told = (...words: readonly string[]): readonly string[] => {
    const script = written("_gatehouse", zshScript());
    return lines(execFileSync("zsh", ["-f", "-c", stage, "zsh", script, ...words], { encoding: "utf8" }));
  };

  test("commands, groups and the arguments of each", () => {
    expect(told("le")).toEqual(["help", ...firstWords().map(([word]) => word)]);
    expect(told("ledger", "s")).toEqual(["verify", "search", "show", "prove", "stats", "export"]);
    expect(told("ledger", "search", "x")).toContain("--verdict:value:(APPROVED DENIED ESCALATE CONDITIONAL)");
    expect(told("observe", "o")).toContain("1:word:(on off)");
    expect(told("policy", "check", "x")).toContain("1:word:_files");
  });
});

test("the command prints them, and knows no other shell", async () => {
  expect((await runCommand(["completion", "bash"])).stdout).toBe(bashScript());
  expect(JSON.parse((await runCommand(["completion", "zsh", "--json"])).stdout)).toEqual({
    shell: "zsh",
    script: zshScript().trimEnd(),
  });
  expect(await runCommand(["completion", "tcsh"])).toMatchObject({ code: 64, stdout: "" });
});
