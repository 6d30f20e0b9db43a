// The engine, the SDK and the command together: an agent asks, a human answers from another terminal.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type ClientOptions, GovernanceClient } from "../../../sdk/typescript/src/index.ts";
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import { runCommand, startCommand } from "../../support/process/command.ts";
import { readReadyLine } from "../../../scripts/ready-line.ts";
import { privateKeyFromSeed, publicHex } from "../../support/protocols/signing.ts";

let directory: string;
let http: string;
let ws: string;
let engine: ChildProcessWithoutNullStreams;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  // This process is the agent and runs the commands too, which a real engine refuses: test/contract/operator/operator-access.test.ts.
  engine = spawn(process.execPath, [join(import.meta.dirname, "../../support/engine/open-engine.ts"), directory]);
  let output = "";
  engine.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  engine.stderr.resume();
  ({ http, ws } = await readReadyLine(() => output, 15_000));
});
afterAll(async () => {
  engine.kill("SIGTERM");
  await once(engine, "close");
  rmSync(directory, { recursive: true, force: true });
});

const run = (...words: string[]) => runCommand([...words, "--data-dir", directory]);
const risky = { tool: "Bash", arguments: { command: "git push --force origin main" }, workspace: "/tmp" };
const harmless = { tool: "Bash", arguments: { command: "ls" }, workspace: "/tmp" };

async function agent(url: string, name: string, options: Partial<ClientOptions> = {}): Promise<GovernanceClient> {
  const client = await GovernanceClient.connect(url, {
    agentDid: `did:aeon:${name}:1.0:abc123`,
    heartbeatMs: 0,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

async function heldBy(name: string): Promise<HeldApproval> {
  return vi.waitFor(
    async () => {
      const { stdout } = await run("approvals", "--json");
      const held = (JSON.parse(stdout) as HeldApproval[]).find(({ intent }) => intent.agentDid.includes(`:${name}:`));
      if (held === undefined) throw new Error("Not held yet.");
      return held;
    },
    { timeout: 10_000 },
  );
}

describe.each(["http", "ws"] as const)("over %s", (kind) => {
  const url = () => (kind === "http" ? http : ws);

  test("what is harmless runs and is reported", async () => {
    const client = await agent(url(), `calm-${kind}`);
    const policy = await client.register({ name: "Calm", capabilities: ["execute_command"] });
    expect(policy.constitutionHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    const list = client.governed("Bash", async ({ command }: { readonly command: string }) => `ran ${command}`);
    expect(await list({ command: "ls" }, { workspace: "/tmp" })).toBe("ran ls");
    const { stdout } = await run("agents", "--json");
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "Calm", intents: 1, denied: 0 })]),
    );
  });

  test("a human approves", async () => {
    const client = await agent(url(), `bold-${kind}`);
    const waiting = client.requestIntent(risky);
    const { approvalId } = await heldBy(`bold-${kind}`);
    const { code, stdout } = await run("approve", approvalId);
    expect(code).toBe(0);
    expect(stdout).toContain("    | git push --force origin main\n");
    expect(await waiting).toMatchObject({ verdict: "APPROVED", approved: true });
  });

  test("a human denies with guidance", async () => {
    const client = await agent(url(), `rash-${kind}`);
    const waiting = client.requestIntent(risky);
    const { approvalId } = await heldBy(`rash-${kind}`);
    await run("deny", approvalId, "--reason", "Open a pull request instead.");
    const decision = await waiting;
    expect(decision).toMatchObject({ verdict: "DENIED", approved: false });
    expect(decision.reason).toContain("Open a pull request instead.");
  });

  test("a keyed agent is known by its signature", async () => {
    const privateKey = (kind === "http" ? "1f" : "2e").repeat(32);
    const agentDid = `did:aeon:keyed-${kind}:1.0:${publicHex(privateKeyFromSeed(privateKey))}`;
    const client = await agent(url(), "", { agentDid, privateKey });
    await client.register();
    expect(await client.requestIntent(harmless)).toMatchObject({ approved: true });
    const forger = await agent(url(), "", { agentDid });
    await expect(forger.requestIntent(harmless)).rejects.toMatchObject({
      code: -32602,
      data: { reason: "signature_required" },
    });
    const thief = await agent(url(), "", { agentDid, privateKey: "3d".repeat(32) });
    await expect(thief.requestIntent(harmless)).rejects.toMatchObject({
      code: -32602,
      data: { reason: "signature_invalid" },
    });
    await expect(thief.register()).rejects.toMatchObject({ code: -32002, data: { reason: "key_mismatch" } });
  });
});

test("a grant is made, listed, used and taken back", async () => {
  const client = await agent(ws, "granted");
  const waiting = client.requestIntent(risky);
  const { approvalId } = await heldBy("granted");
  const { stdout } = await run("approve", approvalId, "--scope", "command_form", "--duration", "5m", "--json");
  const { grantId } = JSON.parse(stdout) as { grantId: string };
  expect((await waiting).approved).toBe(true);
  expect(await client.requestIntent({ ...risky, waitMs: 0 })).toMatchObject({ verdict: "APPROVED" });
  expect((await run("grants")).stdout).toContain(grantId);
  expect(await run("revoke", grantId)).toMatchObject({ code: 0 });
  expect((await run("grants")).stdout).toBe("No grant is in force.\n");
  expect(await client.requestIntent({ ...risky, waitMs: 0 })).toMatchObject({ verdict: "ESCALATE" });
});

test("a lasting approval releases high risk only where it is named, and can be undone", async () => {
  const client = await agent(ws, "lasting");
  const heard: string[] = [];
  client.onDirective(({ kind, intentId }) => heard.push(`${kind} ${intentId}`));
  await client.register();
  const push = (branch: string) =>
    client.requestIntent({
      ...risky,
      arguments: { command: `git push --force origin ${branch}` },
      intentId: branch,
      waitMs: 0,
    });
  for (const branch of ["one", "two", "three"]) expect(await push(branch)).toMatchObject({ verdict: "ESCALATE" });
  const held = JSON.parse((await run("approvals", "--json")).stdout) as {
    approvalId: string;
    intent: { intentId: string };
  }[];
  const idOf = (branch: string) => held.find(({ intent }) => intent.intentId === branch)?.approvalId ?? "";
  const reach = ["--scope", "command_form", "--duration", "1h"];

  const listed = await run("approve", idOf("one"), ...reach, "--listed", "none");
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was approved.") });
  for (const branch of ["two", "three"])
    expect(listed.stdout).toMatch(new RegExp(`${idOf(branch)} +HIGH .* ${branch}`));
  const { stdout } = await run("approve", idOf("one"), ...reach, "--listed", idOf("two"));
  expect(stdout).toContain("It also ended 1 waiting requests.");
  expect(stdout).toContain("1 of high risk still wait");
  await expect.poll(() => heard).toEqual(["APPROVE one", "APPROVE two"]);

  expect(await run("undo", idOf("one"))).toMatchObject({ code: 0, stdout: expect.stringContaining("Undone: 2.") });
  await expect.poll(() => heard.slice(2).toSorted()).toEqual(["DENY one", "DENY two"]);
  expect((await run("grants")).stdout).toBe("No grant is in force.\n");
  expect(await run("deny", idOf("three"))).toMatchObject({ code: 0 });
});

test("the kill switch, for one and for all", async () => {
  const client = await agent(ws, "halted");
  const heard: string[] = [];
  client.onDirective(({ kind }) => heard.push(kind));
  await client.register();
  expect(await run("halt", "did:aeon:halted:1.0:abc123")).toMatchObject({ code: 0 });
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "DENIED" });
  await run("resume", "did:aeon:halted:1.0:abc123");
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "APPROVED" });
  await run("halt", "--reason", "lunch");
  expect((await run("status")).stdout).toContain("every agent is stopped");
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "DENIED" });
  await run("resume");
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "APPROVED" });
  await expect.poll(() => heard).toEqual(["HALT", "RESUME", "HALT", "RESUME"]);
});

test("revoking tells the agent, and it may come back when it is accepted again", async () => {
  const client = await agent(ws, "revoked");
  const heard: unknown[] = [];
  client.onRevoke((revocation) => heard.push(revocation));
  await client.register();
  const did = "did:aeon:revoked:1.0:abc123";
  await run("revoke", "--agent", did, "--capabilities", "execute_command", "--reason", "enough");
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "DENIED" });
  await run("revoke", "--agent", did);
  await expect.poll(() => heard).toHaveLength(2);
  expect(heard[0]).toEqual({ capabilities: ["execute_command"], reason: "enough" });
  await expect(client.register()).rejects.toMatchObject({ code: -32002, data: { reason: "agent_revoked" } });
  expect(await run("pair", did, "accept")).toMatchObject({ code: 0 });
  await client.register();
  expect(await client.requestIntent(harmless)).toMatchObject({ verdict: "APPROVED" });
});

test("gatehouse stdio speaks A2G, and the directive comes through", async () => {
  const child = startCommand(["stdio", "--data-dir", directory]);
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? "null");
  const send = (method: string, params: object): void =>
    void child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", method, params: { agent_did: "did:aeon:pipe:1.0:abc123", ...params }, id: method })}\n`,
    );
  send("a2g/register", {});
  expect(await next()).toMatchObject({ id: "a2g/register", result: { agent_did: "did:aeon:pipe:1.0:abc123" } });
  expect(await next()).toMatchObject({ method: "g2a/policy", params: { agent_did: "did:aeon:pipe:1.0:abc123" } });
  send("a2g/intent", { intent_id: "one", tool: risky.tool, arguments: risky.arguments });
  expect(await next()).toMatchObject({ result: { verdict: "ESCALATE", intent_id: "one" }, id: "a2g/intent" });
  const { approvalId } = await heldBy("pipe");
  await run("approve", approvalId);
  expect(await next()).toMatchObject({
    method: "g2a/directive",
    params: { intent_id: "one", directive: "APPROVE", verdict: "APPROVED" },
  });
});
