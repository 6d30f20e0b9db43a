// No argument of a call is left out of what a person sees.
import { expect, test } from "vitest";
import { otherArguments } from "../../../src/shared/domain/other-arguments.ts";

const names = (given: Parameters<typeof otherArguments>[0], ...shown: readonly (string | undefined)[]) =>
  otherArguments(given, shown).map(({ name, text }) => `${name}=${text}`);

test("what is shown as the command, the change or the file is not repeated", () => {
  expect(names({ command: "npm test" }, "npm test")).toEqual([]);
  expect(names({ file_path: "/a", content: "x" }, "/a", "x")).toEqual([]);
  expect(names({ path: "/a", old_string: "x", new_string: "y" }, "/a", "x", "y")).toEqual([]);
});

test("everything else is listed, with its value", () => {
  const given = { command: "npm test", cwd: "/etc", timeout: 5, env: { A: "1" }, dangerouslyDisableSandbox: true };
  expect(names(given, "npm test")).toEqual([
    "cwd=/etc",
    "timeout=5",
    'env={\n  "A": "1"\n}',
    "dangerouslyDisableSandbox=true",
  ]);
  expect(names({ old_string: "x", new_string: "y", content: "evil" }, undefined, "x", "y")).toEqual(["content=evil"]);
});

test("an equal value hides no other argument", () => {
  expect(names({ skip_confirmation: "true", command: "true", input: "true" }, "true")).toEqual([
    "skip_confirmation=true",
    "input=true",
  ]);
});

test("a command that is shown in another spelling is listed as it was given", () => {
  expect(names({ command: ["npm", "test"] }, "npm test")).toEqual(['command=[\n  "npm",\n  "test"\n]']);
});
