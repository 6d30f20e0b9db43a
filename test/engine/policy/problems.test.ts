// What is wrong with a policy file is said with line, column and member.
import { describe, expect, test } from "vitest";
import { openTools, policyTools, problemsOf } from "../../support/engine/policy.ts";

const rule = (members: string) => `${openTools}rules:\n  - id: a\n    effect: deny\n${members}`;

const fits = (problem: string | undefined, expected: string | RegExp) =>
  typeof expected === "string" ? problem === expected : expected.test(problem ?? "");

describe("expressions", () => {
  test.each([
    [
      "an unknown member",
      "    when: facts.pths.exists(p, true)\n",
      '5:17 rules[0].when There is no member "pths". Did you mean "paths"?',
    ],
    [
      "an unknown variable",
      '    when: fact.tool == "x"\n',
      '5:11 rules[0].when There is no variable "fact". Did you mean "facts"?',
    ],
    [
      "a member of a loop variable",
      '    when: facts.paths.exists(p, p.zoen == "x")\n',
      '5:35 rules[0].when There is no member "zoen". Did you mean "zone"?',
    ],
    ["types that do not fit", "    when: facts.tool == 1\n", "5:11 rules[0].when no such overload: string == int."],
    [
      "an answer that is no truth",
      "    when: facts.tool\n",
      "5:11 rules[0].when It must be true or false, not string.",
    ],
    ["a syntax error", "    when: facts.tool == \n", "5:24 rules[0].when Unexpected token: EOF."],
    [
      "has()",
      "    when: has(facts.command)\n",
      '5:11 rules[0].when has() is not needed: every member is there, and text that is absent is "".',
    ],
    ["cel.bind()", '    when: cel.bind(x, facts.tool, x == "a")\n', "5:11 rules[0].when cel.bind() is not supported."],
    [
      "a regular expression that is not text",
      "    when: facts.tool.matches(agent.name)\n",
      "5:30 rules[0].when matches() needs its regular expression as plain text.",
    ],
    [
      "a regular expression that backtracks",
      "    when: facts.tool.matches(r'(a)\\1')\n",
      "5:35 rules[0].when In the regular expression: Back references are not supported.",
    ],
    [
      "loops in loops in loops",
      "    when: facts.paths.exists(p, facts.paths.exists(q, facts.paths.exists(r, r == p)))\n",
      "5:55 rules[0].when Loops (all, exists, map, filter) may be nested 2 deep.",
    ],
    ["a list that is too long", `    when: facts.tool in [${'"a", '.repeat(600)}"b"]\n`, /Exceeded maxListElements/],
  ])("%s", (_name, members, expected) => {
    const [problem] = problemsOf(rule(members));
    expect(fits(problem, expected) ? expected : problem).toEqual(expected);
  });

  test("a place inside quotes, escapes and blocks", () => {
    expect(problemsOf(rule('    when: "\\"x\\" == facts.nope"\n'))[0]).toMatch(/^5:27 /);
    expect(problemsOf(rule("    when: '''x'' == facts.nope'\n"))[0]).toMatch(/^5:27 /);
    expect(problemsOf(rule('    when: |\n      facts.tool == "x" &&\n        facts.nope == "y"\n'))[0]).toMatch(
      /^7:15 /,
    );
    expect(problemsOf(rule('    when: >-\n      facts.tool == "x" &&\n      facts.nope == "y"\n'))[0]).toMatch(
      /^5:11 /,
    );
    expect(
      problemsOf('{"defaults":{},"rules":[{"id":"a","effect":"deny","when":"facts.nope == \\"x\\""}]}')[0],
    ).toMatch(/^1:65 /);
  });
});

describe("the document", () => {
  test.each([
    [
      "an unknown member",
      "defaults: {}\nruels: []\n",
      '2:1 ruels There is no member "ruels" here. Did you mean "rules"?',
    ],
    [
      "an unknown member of a tool",
      "defaults:\n  tools:\n    write_file:\n      allowed: true\n      constraints:\n        path: []\n",
      '6:9 defaults.tools.write_file.constraints.path There is no member "path" here. Did you mean "paths"?',
    ],
    [
      "a wrong effect",
      rule("").replace("deny", "dney"),
      '4:5 rules[0].effect Invalid option: expected one of "allow"|"deny"|"escalate"|"condition"',
    ],
    ["no defaults", "version: 1\n", "1:1 defaults Invalid input: expected object, received undefined"],
    ["a rule about everything", rule(""), "3:5 rules[0].id Say what it is about: tools, effects, programs or when."],
    [
      "an id twice",
      `${rule("    tools: [x]\n")}  - { id: a, effect: allow, tools: [y] }\n`,
      '6:7 rules[1].id The id "a" is taken.',
    ],
    [
      "conditions without effect condition",
      rule("    tools: [x]\n    conditions: [{ kind: note, text: x }]\n"),
      "6:5 rules[0].conditions Only a rule with effect condition has conditions.",
    ],
    [
      "effect condition without conditions",
      rule("    tools: [x]\n").replace("deny", "condition"),
      "4:5 rules[0].effect A rule with conditions must list them.",
    ],
    [
      "a bad expiry",
      rule("    tools: [x]\n    expires: tomorrow\n"),
      "6:5 rules[0].expires Write a date or a time such as 2026-12-31 or 2026-12-31T18:00:00Z.",
    ],
    [
      "a bad duration",
      `${openTools}sequences:\n  - { id: s, effect: deny, first: "true", then: "true", within: soon }\n`,
      "3:57 sequences[0].within Write a number with s, m, h or d, such as 15m.",
    ],
    [
      "within without first",
      `${openTools}sequences:\n  - { id: s, effect: deny, then: "true", within: 5m }\n`,
      "3:42 sequences[0].within `within` needs `first`.",
    ],
    [
      "an agent's allow in a sequence",
      `${openTools}sequences:\n  - { id: s, effect: allow, then: "true" }\n`,
      '3:14 sequences[0].effect Invalid option: expected one of "deny"|"escalate"',
    ],
    [
      "a host outside ASCII",
      'defaults: { network: { blocked_domains: ["bücher.example"] } }\n',
      "1:42 defaults.network.blocked_domains[0] Write the host in its ASCII form (xn--…) and without blanks.",
    ],
    ["an empty file", "", "1:1 The file is empty."],
    ["a list", "- 1\n", "1:1 Invalid input: expected object, received array"],
    [
      "broken YAML",
      "defaults: [\n",
      "2:1 Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
    ["a member twice", "defaults: {}\ndefaults: {}\n", "2:1 Map keys must be unique"],
    ["__proto__", "defaults: {}\n__proto__: { a: 1 }\n", '2:1 "__proto__" cannot be the name of a member.'],
    [
      "constructor",
      "defaults: { tools: { constructor: { allowed: true } } }\n",
      '1:22 "constructor" cannot be the name of a member.',
    ],
    ["an anchor", "defaults: &a {}\n", "1:14 Anchors and aliases are not supported: write the value out."],
    ["a cycle", "defaults: &a { tools: *a }\n", "1:14 Anchors and aliases are not supported: write the value out."],
    [
      "a bomb of aliases",
      `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [${i === 0 ? "*a" : `*b${i - 1}`}, ${i === 0 ? "*a" : `*b${i - 1}`}]\n`).join("")}`,
      "1:7 Anchors and aliases are not supported: write the value out.",
    ],
    ["deep brackets", `defaults: ${"[".repeat(100_000)}`, "1:1 It is nested more than 60 deep."],
    [
      "deep indentation",
      Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}a:\n`).join(""),
      "1:1 It is nested more than 60 deep.",
    ],
    ["deep dashes", `${"- ".repeat(5000)}a\n`, "1:1 It is nested more than 60 deep."],
    ["too much", `defaults: {} # ${"x".repeat(2_000_001)}`, "1:1 The file is larger than 2000000 characters."],
    [
      "NaN",
      "defaults: { resources: { max_memory_mb: .nan } }\n",
      "1:26 defaults.resources.max_memory_mb Invalid input: expected number, received NaN",
    ],
    [
      "a huge number",
      "defaults: { tools: { a: { allowed: true, constraints: { max_size_bytes: 1e400 } } } }\n",
      /max_size_bytes/,
    ],
    ["two documents", "defaults: {}\n---\ndefaults: {}\n", /multiple documents/i],
  ])("%s", (_name, text, expected) => {
    const [problem] = problemsOf(text);
    expect(fits(problem, expected) ? expected : problem).toEqual(expected);
  });

  test("all problems of a file are listed", () => {
    const text = `${openTools}rules:\n  - { id: a, effect: deny, when: "facts.x" }\n  - { id: b, effect: deny, when: "facts.y" }\n`;
    expect(problemsOf(text)).toHaveLength(2);
  });

  test("JSON is a policy too", () => {
    expect(problemsOf('{"version": "2", "defaults": {"tools": {"*": {"allowed": true}}}, "rules": []}')).toEqual([]);
  });
});

describe("examples", () => {
  test("that do not do what they should", () => {
    const members = "    programs: [rm]\n    match: [ls, rm x]\n    not_match: [rm y, ls]\n";
    expect(problemsOf(rule(members))).toEqual([
      "6:13 rules[0].match[0] The example does not match, but must.",
      "7:17 rules[0].not_match[0] The example matches, but must not.",
    ]);
  });

  test("whose expression fails", () => {
    expect(problemsOf(rule('    when: facts.commands[3].program == "x"\n    match: [ls]\n'))[0]).toMatch(
      /^6:13 rules\[0\]\.match\[0\] The example could not be judged: It failed: /,
    );
  });

  test("that phase 1 cannot read", () => {
    const text = rule("    tools: [x]\n    match: [ls]\n");
    const broken = () => {
      throw new Error("no facts");
    };
    expect(problemsOf(text, { ...policyTools, factsOf: broken })).toEqual([
      "6:13 rules[0].match[0] The example could not be judged: no facts.",
    ]);
  });

  test.each([-8 * 60, 0, 9 * 60])(
    "have the clock the file gives them, wherever it loads (%i minutes from UTC)",
    (offset) => {
      const at = (time: string) => `      - { tool: execute_command, arguments: { command: rm x }, at: "${time}" }\n`;
      const early = at("2026-01-01T03:00:00Z") + at("2026-01-01T07:59:00+09:00");
      const late = `${at("2026-01-01T10:00:00-08:00")}      - rm x\n`;
      const members = `    when: time.hour < 8\n    match:\n${early}    not_match:\n${late}`;
      expect(problemsOf(rule(members), { ...policyTools, offsetMinutes: () => offset })).toEqual([]);
    },
  );

  test("of an expired rule still run", () => {
    const members = "    programs: [rm]\n    expires: 2001-01-01\n    match: [rm x]\n    not_match: [ls]\n";
    expect(problemsOf(rule(members))).toEqual([]);
  });
});
