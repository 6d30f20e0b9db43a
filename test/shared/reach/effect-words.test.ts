// The effect in plain words, from the facts.
import { describe, expect, test } from "vitest";
import { effectLine, effectTitle, uninspectedSentence } from "../../../src/shared/reach/effect-words.ts";
import type { CommandFact, Facts, HostFact, PathFact } from "../../../src/shared/domain/facts.ts";

const nothing: Facts = {
  tool: "execute_command",
  givenTool: "Bash",
  commands: [],
  code: [],
  paths: [],
  hosts: [],
  effects: [],
  secrets: [],
  uninspected: [],
};

const command = (program: string, args: readonly string[] = [], position = 0): CommandFact => ({
  program,
  arguments: args,
  subcommand: "",
  options: [],
  operands: args,
  text: program,
  wrappers: [],
  pipeline: 0,
  position,
  redirects: [],
  assignments: {},
  dynamic: false,
});

const path = (zone: PathFact["zone"], access: PathFact["access"]): PathFact => ({
  path: "/x",
  given: "x",
  zone,
  access,
  pattern: false,
  recursive: false,
});

const host = (direction: HostFact["direction"], name = "example.org", local = false): HostFact => ({
  host: name,
  direction,
  local,
});

const words = (facts: Partial<Facts>): string => {
  const { verb, parts } = effectLine({ ...nothing, ...facts });
  return [verb, ...parts].join(" · ");
};

describe("the effect", () => {
  test.each<[string, Partial<Facts>]>([
    [
      "Delete · outside the project · cannot be undone",
      { effects: ["delete", "execute"], paths: [path("home", "delete")] },
    ],
    // The worst place counts, and only the places that are deleted.
    [
      "Delete · of the system · cannot be undone",
      { effects: ["delete"], paths: [path("workspace", "delete"), path("system", "delete"), path("secrets", "read")] },
    ],
    [
      "Download and run · from example.org · part of it cannot be inspected",
      {
        effects: ["execute", "network"],
        hosts: [host("download")],
        commands: [command("curl"), command("bash", [], 1)],
        uninspected: [{ part: "the script", why: "dynamic" }],
      },
    ],
    [
      "Send data · to example.org · reads files where secrets are kept · uses credentials",
      { effects: ["network", "credential"], hosts: [host("upload")], paths: [path("secrets", "read")] },
    ],
    ["Write · inside the project", { tool: "write_file", effects: ["write"], paths: [path("workspace", "write")] }],
    ["Read · among Gatehouse's own", { tool: "read_file", effects: ["read"], paths: [path("gatehouse", "read")] }],
    ["Run git push", { effects: ["execute"], commands: [command("git", ["push", "--force"])] }],
    ["Run make, node", { effects: ["execute"], commands: [command("make", ["all"]), command("node", [])] }],
    [
      "Run a, b and 2 more programs",
      { effects: ["execute"], commands: ["a", "b", "c", "d"].map((name) => command(name)) },
    ],
    ["Run a command", { effects: ["execute"], commands: [command("")] }],
    [
      "Run apt install · with administrator rights",
      { effects: ["execute", "privilege"], commands: [command("apt", ["install"])] },
    ],
    [
      "Connect · with example.org and 1 more",
      { effects: ["network"], hosts: [host("connect"), host("connect", "b.example")] },
    ],
    ["Connect · on this machine's network", { effects: ["network"], hosts: [host("connect", "localhost", true)] }],
    [
      "Write · inside the project · carries a secret (github token) · stays in force afterwards",
      {
        tool: "write_file",
        effects: ["write", "persistence"],
        paths: [path("workspace", "write")],
        secrets: [{ kind: "github_token", where: "$.content" }],
      },
    ],
    ["Use Bash", {}],
  ])("%s", (expected, facts) => {
    expect(words(facts)).toBe(expected);
  });

  test("a title is the verb and what it is done to", () => {
    expect(effectTitle({ ...nothing, effects: ["network"], hosts: [host("upload", "github.com")] })).toBe(
      "Send data to github.com",
    );
    expect(effectTitle({ ...nothing, effects: ["execute"], commands: [command("ls")] })).toBe("Run ls");
  });

  test("what cannot be inspected says why", () => {
    expect(uninspectedSentence({ part: "eval $X", why: "dynamic" })).toBe("eval $X: it is only known when it runs");
  });
});
