// What reaches a terminal: nothing hidden, columns straight, times in words.
import { describe, expect, test } from "vitest";
import { approvalText } from "../../src/cli/decisions/approval-text.ts";
import { counted, duration, table, visible } from "../../src/cli/text.ts";
import { lifelikeApprovals } from "../support/engine/lifelike.ts";

describe("visible", () => {
  test.each([
    ["plain text, größe, 漢字, 😀", "plain text, größe, 漢字, 😀"],
    ["\u001b[31mred\u001b[0m", "\\u{1b}[31mred\\u{1b}[0m"],
    ["a\u202eb", "a\\u{202e}b"],
    ["a\u200bb\u2060c\ufeffd", "a\\u{200b}b\\u{2060}c\\u{feff}d"],
    ["a\u00a0b\u3000c", "a\\u{a0}b\\u{3000}c"],
    ["a\u3164b\u2800c", "a\\u{3164}b\\u{2800}c"],
    ["a\tb\rc\nd\u2028e", "a\\tb\\rc\\nd\\u{2028}e"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800", "\\u{d800}"],
    ["\u009b2J", "\\u{9b}2J"],
  ])("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});

test.each([
  [-5, "0 s"],
  [400, "0 s"],
  [59_000, "59 s"],
  [61_000, "1 min"],
  [3_600_000, "1 h"],
  [47 * 3_600_000, "47 h"],
  [49 * 3_600_000, "2 days"],
])("%i ms is %s", (milliseconds, words) => {
  expect(duration(milliseconds)).toBe(words);
});

test("columns", () => {
  expect(
    table([
      ["a", "long cell", "x"],
      ["bbb", "c", ""],
    ]),
  ).toBe("a    long cell  x\nbbb  c");
  expect([counted(1, "entry", "entries"), counted(2, "entry", "entries")]).toEqual(["1 entry", "2 entries"]);
});

describe("a held request", () => {
  const [base] = lifelikeApprovals(1_000_000);
  if (base === undefined) throw new Error("No lifelike approval.");

  test("cannot draw over what is shown", () => {
    const command = `echo ok\u001b[1A\u001b[2K\nrm -rf ~ ${"x".repeat(5000)}TAIL`;
    const text = approvalText(
      {
        ...base,
        agentName: "Evil\u001b]0;title\u0007",
        facts: { ...base.facts, command, uninspected: [{ part: "$(\u202e)", why: "dynamic" }] },
        intent: { ...base.intent, context: { reasoning: "harmless\r\u001b[2K" } },
        askedBecause: "another host",
        count: 3,
      },
      1_005_000,
    );
    // oxlint-disable-next-line no-control-regex -- exactly what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain("    | echo ok\\u{1b}[1A\\u{1b}[2K\n    | rm -rf ~ ");
    expect(text).toContain("xTAIL\n");
    expect(text).toContain("cannot be inspected (dynamic): $(\\u{202e})");
    expect(text).toContain("the agent says (not verified): harmless\\r");
    expect(text).toContain("x3");
  });

  test("shows the arguments beside its command", () => {
    const given = { command: "npm test", cwd: "/srv/shop", dangerouslyDisableSandbox: true };
    const facts = { ...base.facts, command: "npm test" };
    expect(approvalText({ ...base, facts, intent: { ...base.intent, arguments: given } }, 0)).toContain(
      "    | npm test\n    | cwd: /srv/shop\n    | dangerouslyDisableSandbox: true\n",
    );
  });

  test("without a command its arguments are shown whole", () => {
    const { command: _, ...facts } = base.facts;
    const intent = {
      ...base.intent,
      tool: "write_file",
      arguments: { path: "/etc/hosts", content: "one\ntwo", mode: { a: 1 } },
    };
    expect(approvalText({ ...base, facts, intent }, 0)).toContain(
      '    | path: /etc/hosts\n    | content:\n    |   one\n    |   two\n    | mode:\n    |   {\n    |     "a": 1\n    |   }\n',
    );
    const bare = approvalText({ ...base, facts, intent: { ...intent, arguments: {} } }, 0);
    expect(bare).toContain("    | write_file without arguments\n");
  });
});
