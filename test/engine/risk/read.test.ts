// How heuristics read arguments: clusters, long names, values, and what ends them.
import { describe, expect, test } from "vitest";
import { given, harmless, operands, valueOf, verbs } from "../../../src/main/engine/risk/read.ts";
import type { CommandFact } from "../../../src/shared/facts.ts";
import { factsOf } from "./support.ts";

function commandOf(line: string): CommandFact {
  const [command] = factsOf(line).commands;
  if (command === undefined) throw new Error(`${line} has no command`);
  return command;
}

describe("given", () => {
  test.each<[string, boolean]>([
    ["rm -r x", true],
    ["rm -fr x", true],
    ["rm -Rf x", true],
    ["rm --recursive x", true],
    ["rm --recursive=yes x", true],
    ["rm -f x", false],
    ["rm --recursively x", false],
    ["rm -- -r", false],
    ["rm r", false],
  ])("%s", (line, expected) => {
    expect(given(commandOf(line), "rR", "recursive")).toBe(expected);
  });
});

test.each<[string, string | undefined]>([
  ["curl -o a x", "a"],
  ["curl -oa x", "a"],
  ["curl --output a x", "a"],
  ["curl --output=a x", "a"],
  ["curl x", undefined],
])("the value of -o in %s is %s", (line, expected) => {
  expect(valueOf(commandOf(line), "-o", "--output")).toBe(expected);
});

test("operands and verbs leave options out", () => {
  const command = commandOf("aws --profile P s3 RM s3://b/k --recursive");
  expect(operands(command)).toEqual(["P", "s3", "RM", "s3://b/k"]);
  expect(verbs(command, 3)).toEqual(["p", "s3", "rm"]);
});

describe("harmless", () => {
  test.each<[string, boolean]>([
    ["rsync --dry-run --delete a b", true],
    ["kubectl delete pod x --dry-run=client", true],
    ["terraform destroy --help", true],
    ["useradd -h", true],
    ["shutdown -h +1", false],
    ["terraform destroy", false],
  ])("%s", (line, expected) => {
    expect(harmless(commandOf(line))).toBe(expected);
  });
});
