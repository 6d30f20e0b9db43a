// A rule is switched off and on by one line, and everything else of the file stays as it was.
import { describe, expect, test } from "vitest";
import { isOff, switchRule } from "../../../../src/renderer/screens/policy/rule-switch.ts";

const text = [
  "rules: # mine",
  "  - id: one # first",
  "    effect: deny",
  "    match:",
  "      - enabled: false",
  "  - { id: two, effect: deny, programs: [make] }",
  "sequences:",
  "  - effect: deny",
  "    id: three",
  "    then: x",
  "",
].join("\n");

describe.each(["one", "two", "three"])("rule %s", (id) => {
  test("off and on again is the same file, and no other rule changes", () => {
    expect(isOff(text, id)).toBe(false);
    const off = switchRule(text, id, false) ?? "";
    expect(isOff(off, id)).toBe(true);
    for (const other of ["one", "two", "three"].filter((each) => each !== id)) expect(isOff(off, other)).toBe(false);
    expect(off.split("\n").length - text.split("\n").length).toBe(id === "two" ? 0 : 1);
    expect(switchRule(off, id, true)).toBe(text);
  });
});

test("where it is written: below the id, in its column", () => {
  expect(switchRule(text, "one", false)).toContain("  - id: one # first\n    enabled: false\n    effect: deny\n");
  expect(switchRule(text, "two", false)).toContain("{ id: two, enabled: false, effect: deny, programs: [make] }");
});

test("line ends of another system stay", () => {
  const windows = "rules:\r\n  - id: one\r\n    effect: deny\r\n";
  const off = switchRule(windows, "one", false) ?? "";
  expect(off).toBe("rules:\r\n  - id: one\r\n    enabled: false\r\n    effect: deny\r\n");
  expect(switchRule(off, "one", true)).toBe(windows);
});

test("rules spread over braces and lines are left to a person", () => {
  expect(switchRule("rules: [{ id: one,\n  effect: deny }]\n", "one", false)).toBeUndefined();
  expect(switchRule(text, "four", false)).toBeUndefined();
});
