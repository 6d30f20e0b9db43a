// Overrides by agent and by project, and what a project's own file leaves.
import { describe, expect, test } from "vitest";
import { brokenProject, compileProject } from "../../../src/main/engine/policy/document/compile.ts";
import type { Facts } from "../../../src/shared/domain/facts.ts";
import { makeCommandFacts, makeFacts, makeHost, makePath } from "../../support/engine/facts.ts";
import { compiled, makeInput, openTools, policyTools } from "../../support/engine/policy.ts";

const base = `
defaults:
  tools:
    "*": { allowed: true }
    write_file: { allowed: true, constraints: { max_size_bytes: 1000, blocked_paths: [.env] } }
  network: { max_requests_per_minute: 10 }
quotas: { intents_per_minute: 60 }
`;

describe("overrides", () => {
  const policy = compiled(`${base}
agents:
  - match: "did:aeon:kimi:1.0:*"
    tools: { write_file: { constraints: { max_size_bytes: 5 } } }
  - match: "did:aeon:kimi:*"
    tools: { write_file: { allowed: false, constraints: { max_size_bytes: 7 } }, delete_file: { allowed: false } }
    quotas: { intents_per_minute: 3 }
projects:
  - match: ~/shop
    network: { allowed_domains: [shop.example] }
`);

  test("change only what they name", () => {
    expect(policy.capabilitiesFor("did:aeon:other:1.0:x").tools["write_file"]?.constraints.max_size_bytes).toBe(1000);
    const kimi = policy.capabilitiesFor("did:aeon:kimi:2.0:x");
    expect(kimi.tools["write_file"]).toEqual({
      allowed: false,
      constraints: { max_size_bytes: 7, blocked_paths: [".env"] },
    });
    expect(kimi.tools["delete_file"]).toEqual({ allowed: false, constraints: {} });
    expect(policy.quotasFor("did:aeon:kimi:2.0:x")).toEqual({ intents_per_minute: 3 });
    expect(policy.quotasFor("did:aeon:other:2.0:x")).toEqual({ intents_per_minute: 60 });
  });

  test("the more exact match is applied last, wherever it stands", () => {
    expect(policy.capabilitiesFor("did:aeon:kimi:1.0:x").tools["write_file"]).toEqual({
      allowed: false,
      constraints: { max_size_bytes: 5, blocked_paths: [".env"] },
    });
  });

  test("by project, for the folder and what is in it", () => {
    for (const workspace of ["/home/ada/shop", "/home/ada/shop/api"]) {
      expect(policy.capabilitiesFor("did:x", workspace).network).toEqual({
        max_requests_per_minute: 10,
        allowed_domains: ["shop.example"],
      });
    }
    expect(policy.capabilitiesFor("did:x", "/home/ada/other").network).toEqual({ max_requests_per_minute: 10 });
    const facts = makeCommandFacts("curl x", { hosts: [makeHost("a.com")], workspace: "/home/ada/shop" });
    expect(policy.evaluate(makeInput(facts)).reason).toBe("domain_not_allowed");
  });
});

describe("a project's own file", () => {
  const tightened = (text: string, policyText = base) => {
    const project = compileProject({ text, name: ".gatehouse.yaml" }, policyTools);
    if (!project.ok) throw new Error(JSON.stringify(project.error));
    return compiled(policyText).tightenedBy([project.value]);
  };
  const write = (path: string, members: Partial<Facts> = {}) =>
    makeFacts({ tool: "write_file", paths: [makePath(path, { access: "write" })], workspace: "/work", ...members });

  test("takes away", () => {
    const policy = tightened(`
tools:
  write_file: { constraints: { paths: ["src/**"], max_size_bytes: 50 } }
  fetch_url: { allowed: false }
network: { blocked_domains: [a.com], max_requests_per_minute: 5 }
resources: { max_memory_mb: 64 }
quotas: { intents_per_session: 9 }
rules:
  - { id: no-docker, effect: deny, programs: [docker] }
sequences:
  - { id: careful, effect: escalate, first: '"rm" in facts.programs', then: '"git" in facts.programs' }
`);
    const reasonOf = (facts: Facts) => {
      const { reason, rule } = policy.evaluate(makeInput(facts));
      return `${reason} ${rule ?? ""}`.trim();
    };
    expect(reasonOf(write("/work/src/a.ts"))).toBe("risk_low");
    expect(reasonOf(write("/work/a.ts"))).toBe("path_out_of_scope project:tools.write_file.paths");
    expect(reasonOf(write("/work/src/a.ts", { contentBytes: 51 }))).toBe(
      "size_exceeded project:tools.write_file.max_size_bytes",
    );
    expect(reasonOf(write("/work/src/.env"))).toBe("path_blocked tools.write_file.blocked_paths");
    expect(reasonOf(makeFacts({ tool: "fetch_url" }))).toBe("tool_not_allowed project:tools.fetch_url");
    expect(reasonOf(makeFacts({ tool: "list_files" }))).toBe("risk_low");
    expect(reasonOf(makeCommandFacts("docker ps"))).toBe("rule_deny project:no-docker");
    expect(policy.marks(makeInput(makeCommandFacts("rm x")))).toEqual(["project:careful"]);
    expect(policy.capabilitiesFor("did:x", "/work")).toEqual({
      tools: {
        "*": { allowed: true, constraints: {} },
        write_file: { allowed: true, constraints: { paths: ["src/**"], blocked_paths: [".env"], max_size_bytes: 50 } },
        fetch_url: { allowed: false, constraints: {} },
      },
      network: { blocked_domains: ["a.com"], max_requests_per_minute: 5 },
      resources: { max_memory_mb: 64 },
    });
    expect(policy.quotasFor("did:x")).toEqual({ intents_per_minute: 60, intents_per_session: 9 });
    expect(policy.constitutionHash).not.toBe(compiled(base).constitutionHash);
  });

  test("gives nothing", () => {
    const strict = "defaults: { tools: { write_file: { allowed: false } }, network: { allowed_domains: [a.com] } }";
    const policy = tightened(
      "tools: { '*': { allowed: true }, write_file: { allowed: true } }\nnetwork: { allowed_domains: [b.com] }",
      strict,
    );
    expect(policy.evaluate(makeInput(write("/work/a"))).reason).toBe("tool_not_allowed");
    expect(policy.evaluate(makeInput(makeFacts({ tool: "read_file" }))).reason).toBe("tool_not_allowed");
    expect(policy.capabilitiesFor("did:x").tools["write_file"]?.allowed).toBe(false);
    // No host is on both lists: an empty list would mean all of them.
    expect(policy.capabilitiesFor("did:x").network).toEqual({ blocked_domains: ["*"] });
  });

  test("its rest tool holds for tools it does not name", () => {
    const policy = tightened("tools: { '*': { allowed: false }, read_file: { allowed: true } }");
    expect(policy.capabilitiesFor("did:x").tools["write_file"]?.allowed).toBe(false);
    expect(policy.capabilitiesFor("did:x").tools["read_file"]?.allowed).toBe(true);
    expect(policy.evaluate(makeInput(write("/work/a"))).rule).toBe("project:tools.*");
  });

  test("scopes and lists that both files have", () => {
    const main =
      'defaults: { tools: { write_file: { allowed: true, constraints: { paths: [/work/**] } } }, network: { allowed_domains: ["*.a.com", b.com] } }';
    const policy = tightened(
      "tools: { write_file: { constraints: { paths: [/work/src/**, /etc/**] } } }\nnetwork: { allowed_domains: [x.a.com, c.com] }",
      main,
    );
    expect(policy.capabilitiesFor("did:x").tools["write_file"]?.constraints.paths).toEqual(["/work/src/**"]);
    expect(policy.capabilitiesFor("did:x").network.allowed_domains).toEqual(["x.a.com"]);
  });

  test.each([
    ["mode: observe\n", 'There is no member "mode" here.'],
    [
      "rules: [{ id: a, effect: allow, tools: [x] }]\n",
      "A project's own file can only tighten: deny, escalate or condition.",
    ],
    ["agents: []\n", 'There is no member "agents" here.'],
    [
      "rules: [{ id: a, effect: condition, tools: [x], conditions: [{ kind: arguments, text: x, value: { command: id } }] }]\n",
      "A project's own file can only tighten: it changes no arguments.",
    ],
  ])("refuses %j", (text, message) => {
    const project = compileProject({ text, name: ".gatehouse.yaml" }, policyTools);
    expect(project.ok ? "" : project.error[0]?.message).toMatch(message);
  });

  test("several files tighten one after the other", () => {
    const [outer, inner] = [
      "rules: [{ id: a, effect: escalate, programs: [git] }]",
      "rules: [{ id: b, effect: deny, programs: [rm] }]",
    ].map((text) => {
      const project = compileProject({ text, name: "x" }, policyTools);
      if (!project.ok) throw new Error("does not compile");
      return project.value;
    });
    if (outer === undefined || inner === undefined) throw new Error("two files");
    const policy = compiled(openTools).tightenedBy([outer, inner]);
    expect(policy.evaluate(makeInput(makeCommandFacts("git log"))).rule).toBe("project:a");
    expect(policy.evaluate(makeInput(makeCommandFacts("rm x"))).rule).toBe("project:b");
  });

  test("a file that does not load makes every change a question", () => {
    const policy = compiled(openTools).tightenedBy([
      brokenProject({ line: 3, column: 1, path: "", message: "It is wrong." }),
    ]);
    expect(policy.evaluate(makeInput(makeFacts({ effects: ["read"] }))).effect).toBe("none");
    expect(policy.evaluate(makeInput(makeFacts({ effects: ["read", "write"] })))).toMatchObject({
      effect: "escalate",
      text: "The project's .gatehouse.yaml does not load (line 3: It is wrong.) Mend or remove it.",
    });
  });
});
