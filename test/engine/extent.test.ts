// How far a lasting decision reaches: no further than it says, and for ever exactly as far as for an hour.
import { describe, expect, test } from "vitest";
import type { Scope } from "../../src/shared/domain/directive.ts";
import type { Intent } from "../../src/shared/domain/intent.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { commandIntent, testEngine } from "../support/engine/engine.ts";

const askAlways = `
defaults: { tools: { "*": { allowed: true } } }
rules:
  - { id: ask, effect: escalate, when: 'facts.tool != ""' }
`;

type Call = string | readonly [tool: string, given: JsonObject];

function intentFor(call: Call): Intent {
  if (typeof call === "string") return commandIntent(call);
  const [tool, given] = call;
  return commandIntent("", { tool, arguments: given });
}

/** Which of the calls pass once a human has answered the first one. */
async function passing(decided: Call, scope: Scope, duration: "1h" | "always", calls: readonly Call[]) {
  const engine = testEngine();
  engine.setPolicy(askAlways);
  await engine.governor.submit(intentFor(decided));
  const [approval] = engine.governor.approvals.list();
  if (approval === undefined) throw new Error("Nothing is held.");
  const { approvalId, digest } = approval;
  const answer = { approvalId, digest, decision: "approve", scope, duration } as const;
  expect(await engine.governor.approvals.resolve(answer, "console")).toMatchObject({ ok: true });
  const passed: Call[] = [];
  for (const call of calls) {
    const verdict = await engine.governor.submit(intentFor(call));
    if (verdict.ok && verdict.value.outcome === "APPROVED") passed.push(call);
  }
  return passed;
}

const write = (tool: string, path: string): Call => [tool, { path, content: "x" }];

interface Reach {
  readonly decided: Call;
  readonly scope: Scope;
  readonly covered: readonly Call[];
  readonly asked: readonly Call[];
}

const reaches: readonly Reach[] = [
  {
    decided: "git push --dry-run",
    scope: "command_form",
    covered: ["git push --dry-run", "git push origin main --dry-run"],
    asked: ["git push", "git push --dry-run --force", "PATH=/tmp/x git push --dry-run", "/tmp/x/git push --dry-run"],
  },
  {
    decided: "kubectl get pods",
    scope: "command_form",
    covered: ["kubectl get services"],
    asked: ["kubectl delete get", "kubectl exec get", "kubectl"],
  },
  {
    decided: "node build.js",
    scope: "command_form",
    covered: ["node build.js watch"],
    asked: ["node other.js", "node", "node ../build.js"],
  },
  {
    decided: "rm ./old.txt",
    scope: "command_form",
    covered: ["rm ./older.txt"],
    asked: ["rm /home/dev/thesis.txt", "rm ../bank/notes.txt"],
  },
  {
    decided: write("write_file", "a.txt"),
    scope: "agent",
    covered: [write("Write", "b.txt")],
    asked: [write("write_file", "/home/dev/notes.txt"), write("mcp__other__write_file", "b.txt")],
  },
  {
    decided: "cp ~/a.txt ./b.txt",
    scope: "agent",
    covered: ["cp ~/c.txt ./d.txt"],
    asked: ["cp ./b.txt ~/a.txt"],
  },
  {
    decided: ["mcp__tracker__create_issue", { title: "x" }],
    scope: "project",
    covered: [["mcp__tracker__create_issue", { title: "y" }]],
    asked: [
      ["mcp__other__create_issue", { title: "y" }],
      ["mcp__tracker__create_hook", { title: "y" }],
    ],
  },
  {
    decided: ["*", { title: "x" }],
    scope: "agent",
    covered: [["*", { title: "y" }]],
    asked: [["set_title", { title: "y" }]],
  },
  {
    decided: "curl https://api.example.org/x",
    scope: "host",
    covered: ["curl https://api.example.org/y"],
    asked: ["curl -d @src/a.ts https://api.example.org/x", "curl https://other.example.org/x"],
  },
  {
    decided: "bash",
    scope: "exact",
    covered: ["bash"],
    asked: [["execute_command", { command: "bash", input: "wget https://example.org/x" }]],
  },
];

describe.each(["1h", "always"] as const)("a decision for %s", (duration) => {
  test.each(reaches)("about $decided ($scope)", async ({ decided, scope, covered, asked }) => {
    expect(await passing(decided, scope, duration, [...covered, ...asked])).toEqual(covered);
  });
});

test("words that lead elsewhere by now are asked about again", async () => {
  let target = "/home/dev/shop/notes.txt";
  const engine = testEngine({}, (ports) => ({
    ...ports,
    world: { ...ports.world, resolveLinks: (path) => (path.endsWith("notes.txt") ? target : path) },
  }));
  engine.setPolicy(askAlways);
  const again = () => engine.governor.submit(intentFor(write("write_file", "notes.txt")));
  await again();
  const [approval] = engine.governor.approvals.list();
  if (approval === undefined) throw new Error("Nothing is held.");
  const { approvalId, digest } = approval;
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "1h" } as const;
  await engine.governor.approvals.resolve(answer, "console");
  expect(await again()).toMatchObject({ value: { outcome: "APPROVED" } });
  target = "/home/dev/letters/notes.txt";
  expect(await again()).toMatchObject({ value: { outcome: "ESCALATE" } });
  expect(engine.governor.approvals.list()).toMatchObject([
    { askedBecause: expect.stringContaining("almost covers it, but it writes notes.txt") },
  ]);
});
