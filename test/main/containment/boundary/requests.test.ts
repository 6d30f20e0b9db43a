// What a contained run is refused becomes a request: asked, answered for once, the session or always, and recorded.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Boundary, createBoundary } from "../../../../src/main/containment/boundary/requests.ts";
import { runDid } from "../../../../src/main/containment/boundary/identity.ts";
import { createGrantBook } from "../../../../src/main/engine/grants/grant-book.ts";
import type { HeldApproval } from "../../../../src/shared/domain/approval.ts";
import { type ContainedRun, profiles } from "../../../../src/shared/containment/index.ts";
import type { Answer } from "../../../../src/main/engine/approvals/endings.ts";
import { minute } from "../../../../src/shared/lib/clock.ts";
import { commandIntent, type TestEngine, testEngine } from "../../../support/engine/engine.ts";

const run: ContainedRun = {
  runId: "r1",
  agent: "claude-code",
  agentName: "Claude Code",
  command: ["claude", "-p", "go"],
  project: "/home/dev/shop",
  directory: "/home/dev/shop",
  profile: profiles.project,
  loopbackPorts: [],
  privateHosts: [],
  modelHosts: [],
  openedAt: 0,
};
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const agentDid = runDid(run, sha256);

interface Trial extends TestEngine {
  readonly boundary: Boundary;
  readonly held: () => readonly HeldApproval[];
  readonly answer: (changes: Partial<Answer>) => Promise<unknown>;
}

function trial(running?: string): Trial {
  const grants = createGrantBook();
  let ids = 0;
  let clockNow = (): number => 0;
  const engine = testEngine({ grants }, (ports) => {
    clockNow = ports.clock.now;
    return ports;
  });
  const { governor } = engine;
  const boundary = createBoundary({
    clock: { now: () => clockNow(), after: () => () => undefined },
    identifiers: { next: () => `b-${(ids += 1)}` },
    sha256,
    engine: governor,
    grants,
    register: () => undefined,
    runningCommand: () => running,
  });
  const held = () => governor.approvals.list();
  return {
    ...engine,
    boundary,
    held,
    async answer(changes) {
      const [approval] = held();
      if (approval === undefined) throw new Error("Nothing waits.");
      const { approvalId, digest } = approval;
      const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "once", ...changes } as const;
      return governor.approvals.resolve(answer, "console");
    },
  };
}

test("an unknown host waits for a human, with agent, host, port and command on the card", async () => {
  const { boundary, held, answer } = trial("npm install left-pad");
  const asked = boundary.askHost(run, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(1);
  expect(held()[0]).toMatchObject({
    agentName: "Test agent",
    intent: { agentDid, tool: "contained_connect", boundary: { runId: "r1", command: "npm install left-pad" } },
    facts: { hosts: [{ host: "cdn.example.org", port: 443 }], workspace: "/home/dev/shop" },
    verdict: { outcome: "ESCALATE", reason: "outside_containment" },
  });
  await answer({});
  expect(await asked).toEqual({ allowed: true, holdsMs: minute });
});

test("identical questions share a card, and a denial carries the human's words", async () => {
  const { boundary, held, answer } = trial();
  const asked = [boundary.askHost(run, "cdn.example.org", 443), boundary.askHost(run, "cdn.example.org", 443)];
  await expect.poll(() => held()[0]?.count).toBe(2);
  await answer({ decision: "deny", reason: "Use the mirror in the readme." });
  for (const decision of await Promise.all(asked))
    expect(decision).toMatchObject({
      allowed: false,
      refusal: "denied",
      detail: expect.stringContaining("Use the mirror in the readme."),
    });
});

test("for this session: the same host and port need no second answer, others do, and it ends with the run", async () => {
  const { boundary, held, answer } = trial();
  const first = boundary.askHost(run, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(1);
  await answer({ scope: "host", duration: "session" });
  await first;
  expect(await boundary.askHost(run, "cdn.example.org", 443)).toMatchObject({ allowed: true });
  const other = boundary.askHost(run, "cdn.example.org", 22);
  await expect.poll(held).toHaveLength(1);
  await boundary.ended(run);
  expect(await other).toMatchObject({ allowed: false });
  void boundary.askHost({ ...run, runId: "r2" }, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(1);
});

test("always for this project: a rule of the policy, for this agent, project, host and port", async () => {
  const { boundary, held, answer, policyText } = trial();
  const first = boundary.askHost(run, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(1);
  expect(await answer({ scope: "host", duration: "always" })).toMatchObject({ ok: true });
  await first;
  expect(policyText()).toContain("contained_connect");
  await boundary.ended(run);
  const next = { ...run, runId: "r2" };
  expect(await boundary.askHost(next, "cdn.example.org", 443)).toMatchObject({ allowed: true });
  void boundary.askHost(next, "cdn.example.org", 8443);
  await expect.poll(held).toHaveLength(1);
  void boundary.askHost({ ...next, project: "/home/dev/other" }, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(2);
});

test("nobody answers: it ends closed and says so", async () => {
  const { boundary, held, pass } = trial();
  const asked = boundary.askHost(run, "cdn.example.org", 443);
  await expect.poll(held).toHaveLength(1);
  await pass(10 * minute);
  expect(await asked).toMatchObject({ allowed: false, refusal: "unanswered" });
});

test("the policy's own block denies without a question, and so does a stopped agent", async () => {
  const { boundary, held, setPolicy, halted } = trial();
  setPolicy(`defaults: { tools: { "*": { allowed: true } }, network: { blocked_domains: ["*.example.org"] } }`);
  expect(await boundary.askHost(run, "cdn.example.org", 443)).toMatchObject({ allowed: false, refusal: "denied" });
  halted.add(agentDid);
  expect(await boundary.askHost(run, "other.test", 443)).toMatchObject({ allowed: false, refusal: "denied" });
  expect(held()).toEqual([]);
});

test("what the gate refuses by itself is recorded as denied, once", async () => {
  const { boundary, entries, held } = trial();
  for (let count = 0; count < 3; count += 1) boundary.refusedHost(run, "10.0.0.7", 5432, "local");
  await expect.poll(() => entries.filter(({ kind }) => kind === "verdict")).toHaveLength(1);
  expect(entries.find(({ kind }) => kind === "verdict")).toMatchObject({
    agentDid,
    outcome: "DENIED",
    reason: "outside_containment",
    hosts: ["10.0.0.7"],
    summary: expect.stringContaining("private network"),
  });
  expect(held()).toEqual([]);
});

test("a refused write: once is too late; for the session or always it opens exactly that path", async () => {
  const { boundary, held, answer } = trial();
  const request = { path: "/home/dev/.zshrc", access: "write", command: "npm install", sessionId: "s1" } as const;
  expect(await boundary.refusedPath(run, request)).toMatchObject({ outcome: "ESCALATE" });
  expect(held()[0]).toMatchObject({ intent: { tool: "contained_write", boundary: { command: "npm install" } } });
  expect(await answer({})).toMatchObject({ ok: false, error: { message: expect.stringContaining("blocked already") } });
  expect(boundary.allowedPlaces(run)).toEqual([]);
  expect(await answer({ scope: "tool_and_path", duration: "session" })).toMatchObject({ ok: true });
  expect(boundary.allowedPlaces(run)).toEqual([{ path: "/home/dev/.zshrc", access: "write" }]);
  expect(boundary.allowedPlaces({ ...run, project: "/home/dev/other" })).toEqual([]);
  // It takes effect in the next run, so that it outlives this one.
  await boundary.ended(run);
  expect(boundary.allowedPlaces(run)).toHaveLength(1);
  void boundary.refusedPath(run, { ...request, path: "/home/dev/.bashrc" });
  await expect.poll(held).toHaveLength(1);
});

test("always: the path is open in every later run of this agent in this project", async () => {
  const { boundary, held, answer } = trial();
  void boundary.refusedPath(run, { path: "/home/dev/notes/todo.md", access: "read", command: "cat", sessionId: "s1" });
  await expect.poll(held).toHaveLength(1);
  expect(await answer({ scope: "tool_and_path", duration: "always" })).toMatchObject({ ok: true });
  const next: ContainedRun = { ...run, runId: "r2" };
  expect(boundary.allowedPlaces(next)).toEqual([{ path: "/home/dev/notes/todo.md", access: "read" }]);
});

test("a run that reached for keys makes what its session sends next worth a question", async () => {
  const { boundary, governor } = trial();
  const send = () =>
    governor.submit(
      commandIntent("curl -sS https://api.example.org/status", {
        agentDid,
        context: { sessionId: "s1", workspace: run.project, workingDirectory: run.project },
      }),
    );
  const before = await send();
  expect(before).toMatchObject({ value: { outcome: "APPROVED" } });
  await boundary.refusedPath(run, {
    path: "/home/dev/.ssh/id_ed25519",
    access: "read",
    command: "npm test",
    sessionId: "s1",
  });
  const after = await send();
  expect(after).toMatchObject({ value: { outcome: "ESCALATE" } });
  expect(JSON.stringify(after)).toContain("containment.reached-for-secrets");
});
