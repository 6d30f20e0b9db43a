// Rules: which effect wins, what a failing condition means, when a rule ends, and what explain tells.
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { makeCommandFacts, makeFacts, makeHost, makePath } from "../../support/engine/facts.ts";
import { compiled, makeInput, noon, openTools, policyTools } from "../../support/engine/policy.ts";

const withRules = (...rules: readonly string[]) =>
  compiled(`${openTools}rules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`);
const facts = makeCommandFacts("git push");

function holds(when: string, about: Facts = facts, members: Parameters<typeof makeInput>[1] = {}): boolean {
  const policy = withRules(`{ id: a, effect: deny, when: ${JSON.stringify(when)} }`);
  return policy.evaluate(makeInput(about, members)).effect === "deny";
}

describe("the strictest effect wins", () => {
  const rules = {
    deny: "{ id: z-deny, effect: deny, programs: [git] }",
    escalate: "{ id: m-escalate, effect: escalate, programs: [git] }",
    condition:
      "{ id: c-condition, effect: condition, programs: [git], conditions: [{ kind: no_network, text: offline }] }",
    allow: "{ id: a-allow, effect: allow, programs: [git] }",
  };
  test("deny, escalate, condition, allow", () => {
    const all = Object.values(rules);
    expect(withRules(...all).evaluate(makeInput(facts)).rule).toBe("z-deny");
    expect(withRules(...all.slice(1)).evaluate(makeInput(facts)).rule).toBe("m-escalate");
    expect(withRules(...all.slice(2)).evaluate(makeInput(facts)).rule).toBe("c-condition");
    expect(withRules(rules.allow).evaluate(makeInput(facts)).rule).toBe("a-allow");
    expect(withRules(rules.allow).evaluate(makeInput(makeCommandFacts("ls"))).effect).toBe("none");
  });

  test("a constraint denies whatever a rule allows", () => {
    const policy = compiled(`defaults: { tools: {} }\nrules:\n  - ${rules.allow}\n`);
    expect(policy.evaluate(makeInput(facts)).reason).toBe("tool_not_allowed");
  });

  test("the conditions of all condition rules are put together", () => {
    const other =
      "{ id: b, effect: condition, tools: [execute_command], conditions: [{ kind: dry_run, text: try first }] }";
    expect(withRules(rules.condition, other).evaluate(makeInput(facts))).toEqual({
      effect: "condition",
      reason: "rule_condition",
      rule: "b",
      text: "Rule b allows it under conditions.",
      conditions: [
        { kind: "dry_run", text: "try first" },
        { kind: "no_network", text: "offline" },
      ],
    });
  });
});

describe("a condition that fails", () => {
  const fault = "when: 'facts.commands[9].program == \"x\"'";
  test.each([
    ["deny", "deny"],
    ["escalate", "escalate"],
    ["allow", "none"],
  ])("of %s counts as %s", (effect, expected) => {
    expect(withRules(`{ id: a, effect: ${effect}, ${fault} }`).evaluate(makeInput(facts)).effect).toBe(expected);
  });

  test("of condition asks and keeps what narrows it, and deny says why", () => {
    const kinds = "{ kind: note, text: x }, { kind: arguments, text: y, value: { command: ls } }";
    const condition = withRules(`{ id: a, effect: condition, ${fault}, conditions: [${kinds}] }`);
    const asked = condition.evaluate(makeInput(facts));
    expect(asked).toMatchObject({ effect: "escalate", rule: "a", conditions: [{ text: "x" }] });
    expect(asked.conditions).toHaveLength(1);
    expect(asked.text).toMatch(/It failed: .* So a human is asked\.$/);
    const denied = withRules(`{ id: a, effect: deny, ${fault} }`).evaluate(makeInput(facts));
    expect(denied.text).toMatch(/^Rule a denies it\. It failed: .* It counts as matched\.$/);
  });
});

describe("rules that search more text than one decision allows", () => {
  const search = "when: 'facts.command.matches(\"[a-f]+[0-9][x-z]{2}[a-f]\")'";
  const many = Array.from({ length: 300 }, (_, at) => `{ id: e${at}, effect: escalate, ${search} }`);
  const long = makeCommandFacts(`echo ${"abc def1 ".repeat(7_000)}`);

  test.each([
    ["deny", "deny"],
    ["condition", "escalate"],
    ["allow", "escalate"],
  ])("fail, and never loosen: %s", (effect, expected) => {
    const last = `{ id: z, effect: ${effect}, ${search}${effect === "condition" ? ", conditions: [{ kind: note, text: x }]" : ""} }`;
    const policy = withRules(
      ...many.map((rule) => (effect === "deny" ? rule.replace("escalate", "deny") : rule)),
      last,
    );
    expect(policy.evaluate(makeInput(long)).effect).toBe(expected);
    expect(policy.evaluate(makeInput(facts)).effect).toBe("none");
  });
});

describe("lists", () => {
  test("tools, effects and programs must each fit", () => {
    const policy = withRules(
      "{ id: a, effect: deny, tools: [execute_command, Bash], effects: [network], programs: [curl, wget] }",
    );
    const about = (members: Partial<Facts>) =>
      policy.evaluate(makeInput(makeCommandFacts("curl x", { effects: ["network"], ...members }))).effect;
    expect(about({})).toBe("deny");
    expect(about({ effects: ["execute"] })).toBe("none");
    expect(about({ tool: "other", givenTool: "x" })).toBe("none");
    expect(about({ tool: "other", givenTool: "Bash" })).toBe("deny");
    expect(policy.evaluate(makeInput(makeCommandFacts("ls", { effects: ["network"] }))).effect).toBe("none");
  });

  test("patterns for tools of a server", () => {
    const policy = withRules(
      '{ id: a, effect: deny, tools: ["mcp__github__*"] }',
      '{ id: b, effect: escalate, tools: ["*issue*"] }',
    );
    const call = (givenTool: string) => policy.evaluate(makeInput(makeFacts({ tool: "other", givenTool }))).rule;
    expect(call("mcp__github__create_issue")).toBe("a");
    expect(call("mcp__gitlab__create_issue")).toBe("b");
    expect(call("mcp__gitlab__create_branch")).toBeUndefined();
  });
});

test("what several conditions narrow must lie in all of them", () => {
  const narrow = (id: string, folder: string) =>
    `{ id: ${id}, effect: condition, tools: [write_file], conditions: [{ kind: paths, text: x, value: ["${folder}/**"] }] }`;
  const policy = withRules(narrow("a", "/work"), narrow("b", "/work/src"));
  const write = (path: string) =>
    policy.evaluate(makeInput(makeFacts({ tool: "write_file", paths: [makePath(path)] })));
  expect(write("/work/src/a.ts").effect).toBe("condition");
  expect(write("/work/a.ts")).toMatchObject({ effect: "deny", reason: "path_out_of_scope" });
});

test("a rule ends when it expires", () => {
  const policy = withRules("{ id: a, effect: deny, programs: [git], expires: 2026-01-02T00:00:00Z }");
  const at = (now: number) => policy.evaluate(makeInput(facts, { now })).effect;
  expect(at(noon)).toBe("deny");
  expect(at(Date.UTC(2026, 0, 2) - 1)).toBe("deny");
  expect(at(Date.UTC(2026, 0, 2))).toBe("none");
});

test("a rule that expires on a day ends with midnight where its author is", () => {
  const text = `${openTools}rules:\n  - { id: a, effect: deny, programs: [git], expires: 2026-01-02 }\n`;
  const policy = compiled(text, { ...policyTools, offsetMinutes: () => -8 * 60 });
  const at = (now: number) => policy.evaluate(makeInput(facts, { now })).effect;
  expect(at(Date.UTC(2026, 0, 2, 7, 59))).toBe("deny");
  expect(at(Date.UTC(2026, 0, 2, 8))).toBe("none");
});

describe("what expressions can say", () => {
  const rich = makeCommandFacts("git push -f origin", {
    paths: [makePath("/home/ada/.ssh/id_rsa", { zone: "secrets" }), makePath("/work/a.ts", { access: "write" })],
    hosts: [makeHost("api.github.com", { port: 443, direction: "upload" })],
    effects: ["execute", "network"],
    secrets: [{ kind: "github_token", where: "$.command" }],
    code: [{ language: "python", text: "print(1)" }],
    uninspected: [{ part: "$X", why: "dynamic" }],
    contentBytes: 12,
    content: "hello world!",
    workspace: "/work",
    server: "shell",
    definition: { description: "Runs a command.", annotations: ["destructive", "not_idempotent"], digest: "d1" },
    written: {
      commands: [],
      code: [],
      paths: [],
      hosts: [makeHost("evil.com")],
      effects: ["network"],
      uninspected: [],
    },
  });

  test.each([
    ['facts.tool == "execute_command" && facts.given_tool == "execute_command" && facts.server == "shell"', true],
    ['facts.description.contains("Runs") && "destructive" in facts.annotations', true],
    ['"read_only" in facts.annotations', false],
    ['facts.command.contains("push") && facts.command.startsWith("git") && facts.command.endsWith("origin")', true],
    ['facts.commands.exists(c, c.program == "git" && c.flag("-f") && "push" in c.arguments && !c.dynamic)', true],
    ['facts.commands.exists(c, c.flag("--force"))', false],
    ['"git" in facts.programs && size(facts.commands) == 1', true],
    ['facts.paths.exists(p, p.zone == "secrets" && p.path.glob("~/.ssh/**"))', true],
    ['facts.paths.all(p, p.access == "read")', false],
    ['facts.paths.exists(p, p.path.glob("*.ts") && p.access == "write" && !p.recursive && !p.pattern)', true],
    [
      'facts.hosts.exists(h, h.host.domain("*.github.com") && h.port == 443 && h.direction == "upload" && !h.local)',
      true,
    ],
    ['facts.hosts.exists(h, h.host.matches("^api\\\\."))', true],
    ['facts.hosts.exists(h, h.host.matches("^www\\\\."))', false],
    ['facts.secrets.exists(s, s.kind.like("github_*"))', true],
    ['facts.code.exists(c, c.language == "python")', true],
    ['facts.uninspected.exists(u, u.why == "dynamic")', true],
    ["facts.content_bytes > 10 && size(facts.content) == 12", true],
    ['facts.workspace == "/work" && facts.working_directory == ""', true],
    ['facts.written.hosts.exists(h, h.host == "evil.com") && "network" in facts.written.effects', true],
    ['agent.did == "did:aeon:test:1.0:abc" && agent.name == "Test" && !agent.registered', true],
    ["session.intents == 0 && session.denied == 0 && session.minutes == 0 && !session.secret_read", true],
    ['time.hour == 12 && time.minute == 0 && time.weekday == "thursday"', true],
    ['time.now < timestamp("2027-01-01T00:00:00Z")', true],
    ["session.started_at == time.now", true],
  ])("%s: %s", (when, expected) => expect(holds(when, rich)).toBe(expected));

  test("local time", () => {
    const text = `${openTools}rules:\n  - { id: a, effect: deny, when: time.hour == 23 && time.weekday == "thursday" }\n`;
    const policy = compiled(text, { ...policyTools, offsetMinutes: () => 11 * 60 });
    expect(policy.evaluate(makeInput(facts)).effect).toBe("deny");
  });
});

describe("explain", () => {
  const policy = withRules(
    "{ id: matched, effect: escalate, programs: [git] }",
    "{ id: unmatched, effect: deny, programs: [git], when: '\"pull\" in facts.commands[0].arguments' }",
    "{ id: skipped, effect: deny, programs: [rm] }",
    "{ id: expired, effect: deny, programs: [git], expires: 2001-01-01 }",
    "{ id: failed, effect: allow, when: 'facts.commands[7].program == \"x\"' }",
  );

  test("tells what was looked at, what was skipped and why", () => {
    const { decision, considered } = policy.explain(makeInput(facts));
    expect(decision.rule).toBe("matched");
    const results = Object.fromEntries(considered.map(({ rule, result }) => [rule, result]));
    expect(results).toEqual({
      "builtin.gatehouse-files": "not_matched",
      "builtin.gatehouse-process": "not_matched",
      "builtin.gatehouse-command": "not_matched",
      "builtin.unknown-process": "not_matched",
      "builtin.project-policy": "not_matched",
      "builtin.inspection-limit": "not_matched",
      "tools.*": "not_matched",
      matched: "matched",
      unmatched: "not_matched",
      skipped: "skipped",
      expired: "expired",
      failed: "fault",
    });
    expect(considered.find(({ rule }) => rule === "unmatched")?.why).toBe(
      'False: "pull" in facts.commands[0].arguments',
    );
    expect(considered.find(({ rule }) => rule === "expired")?.why).toBe("It expired on 2001-01-01.");
  });

  test("goes on after a denial, and still decides the same", () => {
    const strict = withRules("{ id: a, effect: deny, programs: [git] }", "{ id: b, effect: allow, programs: [git] }");
    const { decision, considered } = strict.explain(makeInput(facts));
    expect(decision).toEqual(strict.evaluate(makeInput(facts)));
    expect(considered.map(({ rule }) => rule)).toContain("b");
  });
});

test("a document that is in force cannot be changed", () => {
  const policy = withRules("{ id: a, effect: deny, programs: [git] }");
  expect(() => Object.assign(policy.document.rules[0] ?? {}, { effect: "allow" })).toThrow(TypeError);
  expect(Object.isFrozen(policy)).toBe(true);
});
