// How rules read parsed commands: options by their canonical name, values, and what ends them.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { has, isDryRun, lineOf, value } from "../../../../src/main/engine/normalise/programs/invocation.ts";
import type { CommandFact } from "../../../../src/shared/domain/facts.ts";
import { commandFacts } from "../support.ts";

function commandOf(line: string): CommandFact {
  const [command] = commandFacts(line).commands;
  if (command === undefined) throw new Error(`${line} has no command`);
  return command;
}

test.each<[string, boolean]>([
  ["rm -r x", true],
  ["rm -fr x", true],
  ["rm -Rf x", true],
  ["rm --recursive x", true],
  ["rm --recurs x", true],
  ["rm -f x", false],
  ["rm --recursively x", false],
  ["rm -- -r", false],
  ["rm r", false],
])("whether %s is recursive: %s", (line, expected) => {
  expect(has(commandOf(line), "--recursive")).toBe(expected);
});

test.each<[string, string | undefined]>([
  ["curl -o a x", "a"],
  ["curl -oa x", "a"],
  ["curl -so a x", "a"],
  ["curl --output a x", "a"],
  ["curl --output=a x", "a"],
  ["curl x", undefined],
])("the output of %s is %s", (line, expected) => {
  expect(value(commandOf(line), "--output")).toBe(expected);
});

test("options of the program do not hide the subcommand", () => {
  const command = commandOf("aws --profile P s3 rm s3://b/k --recursive");
  expect(command.subcommand).toBe("s3 rm");
  expect(command.operands).toEqual(["s3://b/k"]);
});

describe("isDryRun", () => {
  test.each<[string, boolean]>([
    ["rsync --dry-run --delete a b", true],
    ["kubectl delete pod x --dry-run=client", true],
    ["terraform destroy --help", true],
    ["useradd -h", true],
    ["shutdown -h +1", false],
    ["terraform destroy", false],
  ])("%s", (line, expected) => {
    expect(isDryRun(commandOf(line))).toBe(expected);
  });
});

test("the arguments as one line are cut where they are too long, and only there", () => {
  const command = commandOf("echo hi");
  const long = fc.nat(20_000).map((length) => "x".repeat(length));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ maxLength: 20 }), long), { maxLength: 6 }), (words) => {
      expect(lineOf({ ...command, arguments: words })).toBe(words.join(" ").slice(0, 16_384));
    }),
  );
});
