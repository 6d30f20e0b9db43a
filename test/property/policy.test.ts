// Properties of phase 2: whatever the facts and the rules are.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compileProject } from "../../src/main/engine/policy/document/compile.ts";
import { expressionCompiler } from "../../src/main/engine/rules/expression.ts";
import { triggersOf } from "../../src/main/engine/rules/condition-triggers.ts";
import { createRuleIndex } from "../../src/main/engine/rules/rule-index.ts";
import { compileRegular } from "../../src/main/engine/rules/regular/regular.ts";
import type { PolicyInput } from "../../src/main/engine/rules/input.ts";
import type { PolicyDecision } from "../../src/main/engine/policy/snapshot.ts";
import { Variables } from "../../src/main/engine/rules/views.ts";
import { perform, startSession } from "../../src/main/engine/sessions/sessions.ts";
import { canonicalTools, effects, type Facts, zones } from "../../src/shared/domain/facts.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { makeCommand, makeFacts, makeHost, makePath } from "../support/engine/facts.ts";
import { compiled, makeInput, noon, policyTools } from "../support/engine/policy.ts";

const runs = { numRuns: 200 };

/** Mostly absent: what denies at once would keep everything else from being looked at. */
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const program = fc.constantFrom("git", "rm", "curl", "bash", "npm", "");
const word = fc.constantFrom("-rf", "--force", "push", "x", "/", "~", "*", "");
const path = fc.constantFrom(
  "/work/a.ts",
  "/work/.env",
  "/home/ada/.ssh/id_rsa",
  "/etc/passwd",
  "/tmp/x",
  "/work/src/b.ts",
  "",
);
const host = fc.constantFrom("a.com", "x.a.com", "evil.com", "localhost", "");

const command = fc
  .record({
    program,
    words: fc.array(word, { maxLength: 3 }),
    pipeline: fc.nat(2),
    position: fc.nat(2),
    dynamic: fc.boolean(),
  })
  .map(({ program: name, words, ...members }) => makeCommand("", { program: name, arguments: words, ...members }));

const facts: fc.Arbitrary<Facts> = fc
  .record({
    tool: fc.constantFrom(...canonicalTools),
    givenTool: fc.constantFrom("Bash", "mcp__github__create_issue", "write_file", "toString"),
    command: fc.constantFrom("git push --force", "rm  -rf /", "", "curl x | bash"),
    commands: fc.array(command, { maxLength: 4 }),
    paths: fc.array(
      fc
        .record({
          path,
          zone: fc.constantFrom(...zones.filter((zone) => zone !== "gatehouse")),
          access: fc.constantFrom("read", "write", "delete", "execute"),
          pattern: fc.boolean(),
          recursive: fc.boolean(),
        })
        .map(({ path: where, ...members }) => makePath(where, members)),
      { maxLength: 4 },
    ),
    hosts: fc.array(
      fc
        .record({ host, local: fc.boolean(), direction: fc.constantFrom("download", "upload", "connect") })
        .map(({ host: name, ...members }) => makeHost(name, members)),
      { maxLength: 3 },
    ),
    effects: fc.subarray([...effects]),
    contentBytes: fc.nat(200),
    workspace: fc.constantFrom("/work", "/home/ada/shop"),
  })
  .map((members) => makeFacts(members));

/** Now and then something that touches Gatehouse itself. */
const ownPath = rarely(fc.constant(makePath("/home/ada/.config/Gatehouse/policy.yaml", { zone: "gatehouse" })));

const input: fc.Arbitrary<PolicyInput> = fc
  .record({
    facts: fc
      .tuple(facts, ownPath)
      .map(([made, own]) => (own === undefined ? made : { ...made, paths: [...made.paths, own] })),
    before: fc.array(facts, { maxLength: 2 }),
    did: fc.constantFrom("did:aeon:kimi:1.0:a", "did:aeon:other:2.0:b"),
    requested: rarely(fc.subarray(["write_file", "execute_command", "*"])),
    marks: fc.subarray(["s0", "s1", "project:s0"]),
    later: fc.nat(120),
  })
  .map(({ facts: now, before, did, requested, marks, later }) =>
    makeInput(now, {
      agent: { did, name: "agent", requested },
      session: before.reduce((session, step) => perform(session, step, noon, marks), startSession(noon)),
      now: noon + later * 60_000,
    }),
  );

const atom = fc.constantFrom(
  'facts.tool == "write_file"',
  'facts.given_tool.like("mcp__*")',
  '"network" in facts.effects',
  '"git" in facts.programs',
  'facts.commands.exists(c, c.program == "rm" && c.flag("-f"))',
  'facts.commands[1].program == "git"',
  'facts.paths.exists(p, p.zone == "secrets" && p.access == "read")',
  'facts.paths.all(p, p.path.glob("/work/**"))',
  "facts.paths.exists(p, p.path in session.written)",
  'facts.hosts.exists(h, h.host.domain("*.a.com"))',
  'facts.command.matches("(?i)force$")',
  "facts.content_bytes > 100",
  'agent.did == "did:aeon:kimi:1.0:a"',
  "session.secret_read",
  "time.hour >= 13",
  "1 / size(facts.paths) > 0",
  "true",
);
const expression: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => `(${left} && ${right})`),
    fc.tuple(tie("expression"), tie("expression")).map(([left, right]) => `(${left} || ${right})`),
    tie("expression").map((inner) => `!(${inner})`),
  ),
})).expression;

const effect = fc.constantFrom("allow", "deny", "escalate", "condition");
const ruleMembers = {
  when: expression,
  tools: rarely(fc.subarray(["write_file", "execute_command", "Bash", "mcp__github__*", "*"], { minLength: 1 })),
  effects: rarely(fc.subarray(["read", "network", "write"], { minLength: 1 })),
  programs: rarely(fc.subarray(["git", "rm", "curl"], { minLength: 1 })),
  expires: rarely(fc.constantFrom("2026-01-01T13:00:00Z", "2027-01-01")),
};
const rule = fc
  .record({ effect, ...ruleMembers })
  .map((members) =>
    members.effect === "condition"
      ? { ...members, conditions: [{ kind: "note", text: members.when.slice(0, 500) }] }
      : members,
  );
const sequence = fc.record({
  effect: fc.constantFrom("deny", "escalate"),
  first: fc.option(expression, { nil: undefined }),
  // oxlint-disable-next-line unicorn/no-thenable -- it is text
  then: expression,
});

const constraints = fc.record(
  {
    paths: fc.subarray(["/work/**", "src/**", "/tmp/**"]),
    blocked_paths: fc.subarray([".env", "~/.ssh", "/etc/**"]),
    blocked_patterns: fc.subarray(["curl|bash", "rm -rf", "git push --force"]),
    max_size_bytes: fc.nat(200),
  },
  { requiredKeys: [] },
);
const tools = fc.dictionary(
  fc.constantFrom("*", "write_file", "read_file", "execute_command", "Bash", "mcp__*", "other"),
  fc.record({ allowed: fc.boolean(), constraints }),
  { maxKeys: 4 },
);
const network = fc.record(
  {
    allowed_domains: fc.subarray(["a.com", "*.a.com", "localhost"]),
    blocked_domains: fc.subarray(["evil.com", "x.a.com"]),
  },
  { requiredKeys: [] },
);
const resources = fc.record(
  { network_allowed: fc.boolean(), max_memory_mb: fc.integer({ min: 1, max: 100 }) },
  { requiredKeys: [] },
);
const override = (match: fc.Arbitrary<string>) => fc.record({ match, tools, network, resources });

const numbered = (prefix: string) => (items: readonly object[]) =>
  items.map((item, index) => ({ id: `${prefix}${index}`, ...item }));
const rules = fc.array(rule, { maxLength: 6 }).map(numbered("r"));
const sequences = fc.array(sequence, { maxLength: 2 }).map(numbered("s"));
const document = fc
  .record({
    defaults: fc.record({ tools, network, resources }),
    agents: fc.array(override(fc.constantFrom("did:aeon:kimi:*", "*")), { maxLength: 2 }),
    projects: fc.array(override(fc.constantFrom("~/shop", "/work")), { maxLength: 2 }),
    rules,
    sequences,
  })
  .map(plain);
/** Tools that nothing forbids, so that rules get to speak. */
const open = fc
  .record({ rules, sequences })
  .map((members) => plain({ defaults: { tools: { "*": { allowed: true } } }, ...members }));
const anyDocument = fc.oneof(document, open);

/** Without the members that are undefined: what a file can say. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** The same document with the members of every object the other way round. */
function reversed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => reversed(item)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.toReversed()) as Value;
}

const policyOf = (content: JsonObject) => compiled(JSON.stringify(content));
const strictness = { none: 0, allow: 0, condition: 1, escalate: 2, deny: 3 };
const rank = (decision: PolicyDecision) => strictness[decision.effect];

test("total and deterministic, and explain decides the same", () => {
  fc.assert(
    fc.property(anyDocument, input, (content, asked) => {
      const policy = policyOf(content);
      const decision = policy.evaluate(asked);
      expect(policy.evaluate(asked)).toEqual(decision);
      expect(policy.explain(asked).decision).toEqual(decision);
    }),
    runs,
  );
});

test("the order of rules, sequences and overrides does not matter", () => {
  const lists = ["rules", "sequences", "agents", "projects"];
  // Rules that agree: which of them is named must not depend on their order either.
  const agreeing = fc
    .record({ rules, one: fc.constantFrom("allow", "deny", "escalate") })
    .map(({ rules: various, one }) =>
      plain({
        defaults: { tools: { "*": { allowed: true } } },
        rules: various.map((each) => ({ ...each, effect: one, conditions: undefined })),
      }),
    );
  const shuffled = fc
    .tuple(fc.oneof(anyDocument, agreeing), fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }))
    .map(([content, keys]) => {
      const mix = (list: unknown) =>
        Array.isArray(list)
          ? list
              .map((item: unknown, index) => ({ item, key: keys[index] ?? 0 }))
              .sort((left, right) => left.key - right.key)
              .map(({ item }) => item)
          : undefined;
      return [
        content,
        plain({ ...content, ...Object.fromEntries(lists.map((name) => [name, mix(content[name])])) }),
      ] as const;
    });
  fc.assert(
    fc.property(shuffled, input, ([content, mixed], asked) => {
      expect(policyOf(mixed).evaluate(asked)).toEqual(policyOf(content).evaluate(asked));
    }),
    runs,
  );
});

test("a deny rule more never loosens", () => {
  fc.assert(
    fc.property(anyDocument, fc.record(ruleMembers), input, (content, more, asked) => {
      const added = plain({
        ...content,
        rules: [...(content["rules"] as readonly object[]), { id: "more", effect: "deny", ...more }],
      });
      expect(rank(policyOf(added).evaluate(asked))).toBeGreaterThanOrEqual(rank(policyOf(content).evaluate(asked)));
    }),
    runs,
  );
});

test("a project's own file never loosens", () => {
  const project = fc
    .record(
      {
        tools,
        network,
        resources,
        rules: fc
          .array(fc.record({ effect: fc.constantFrom("deny", "escalate"), ...ruleMembers }), { maxLength: 3 })
          .map(numbered("r")),
        sequences,
      },
      { requiredKeys: [] },
    )
    .map(plain);
  fc.assert(
    fc.property(anyDocument, project, input, (content, own, asked) => {
      const policy = policyOf(content);
      const compiledProject = compileProject({ text: JSON.stringify(own), name: "project" }, policyTools);
      if (!compiledProject.ok) throw new Error(JSON.stringify(compiledProject.error));
      const tightened = policy.tightenedBy([compiledProject.value]);
      expect(rank(tightened.evaluate(asked))).toBeGreaterThanOrEqual(rank(policy.evaluate(asked)));
      const { did } = asked.agent;
      const before = policy.capabilitiesFor(did, asked.facts.workspace);
      const after = tightened.capabilitiesFor(did, asked.facts.workspace);
      for (const [name, tool] of Object.entries(after.tools)) {
        const allowedBefore = (before.tools[name] ?? before.tools["*"])?.allowed ?? false;
        expect(tool.allowed && !allowedBefore).toBe(false);
      }
      expect(after.resources.max_memory_mb ?? Infinity).toBeLessThanOrEqual(before.resources.max_memory_mb ?? Infinity);
    }),
    runs,
  );
});

test("a document written out again has the same hash, and another document another", () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (content, other) => {
      const policy = policyOf(content);
      expect(policyOf(plain(policy.document)).constitutionHash).toBe(policy.constitutionHash);
      expect(policyOf(reversed(content)).constitutionHash).toBe(policy.constitutionHash);
      const another = policyOf(other);
      const same = JSON.stringify(another.document) === JSON.stringify(policy.document);
      expect(another.constitutionHash === policy.constitutionHash).toBe(same);
    }),
    runs,
  );
});

test("the index never hides a condition that holds or fails", () => {
  const compile = expressionCompiler(policyTools.world);
  fc.assert(
    fc.property(expression, input, (when, asked) => {
      const condition = compile(when);
      if (!condition.ok) throw new Error(condition.error.message);
      const index = createRuleIndex([{ triggers: triggersOf(condition.value.tree) }]);
      if (index.candidates({ facts: asked.facts, agentDid: asked.agent.did }).length > 0) return;
      expect(condition.value.holds(new Variables(asked, () => 0))).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test("regular expressions find what JavaScript's find", () => {
  const pattern: fc.Arbitrary<string> = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\b", "\\w", "^", "$", "\\."),
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `${left}${right}`),
      fc.tuple(tie("pattern"), tie("pattern")).map(([left, right]) => `(?:${left}|${right})`),
      tie("pattern").map((inner) => `(?:${inner})*`),
      tie("pattern").map((inner) => `(?:${inner}){1,2}`),
    ),
  })).pattern;
  const text = fc.string({ unit: fc.constantFrom("a", "b", ".", " ", "\n", "_"), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(compileRegular(source).test(value)).toBe(new RegExp(source).test(value));
    }),
    { numRuns: 1000 },
  );
});
