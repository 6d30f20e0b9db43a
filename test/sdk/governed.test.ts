// Governed tools: asked for, run as approved, reported, and never run without a yes.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DeniedError, GovernanceClient, UnreachableError } from "../../sdk/typescript/src/index.ts";
import type { JsonObject } from "../../src/shared/lib/json.ts";
import { type A2gServer, type Script, serveA2g } from "../support/protocols/a2g-server.ts";

const did = "did:aeon:robot:1.0:abc123";
const approved = { result: { verdict: "APPROVED", reasoning: "fine", capability_manifest: { timeout_seconds: 5 } } };

async function open(url: string) {
  const client = new GovernanceClient(url, { agentDid: did, heartbeatMs: 0, timeoutMs: 2000 });
  onTestFinished(() => client.close());
  return client;
}

describe("governed", () => {
  const script =
    (intent: JsonObject): Script =>
    ({ method }) =>
      method === "a2g/intent" ? intent : { result: { acknowledged: true } };
  const report = (server: A2gServer) => server.received.find(({ method }) => method === "a2g/report")?.params;

  test("asks, runs what was approved, reports", async () => {
    const changed = {
      result: { verdict: "CONDITIONAL", conditions: [{ kind: "arguments", text: "", value: { n: 2 } }] },
    };
    const server = await serveA2g(script(changed));
    const client = await open(server.http);
    const double = client.governed("double", async ({ n }: { readonly n: number }) => n * 2);
    expect(await double({ n: 21 }, { reasoning: "because" })).toBe(4);
    expect(server.received[0]?.params).toMatchObject({
      tool: "double",
      arguments: { n: 21 },
      context: { reasoning: "because" },
    });
    expect(report(server)).toMatchObject({ status: "SUCCESS", metrics: { duration_ms: expect.any(Number) } });
  });

  test.each([
    ["DENIED", "too risky"],
    ["ESCALATE", "No human has answered yet: too risky"],
  ])("does not run when the verdict is %s", async (verdict, message) => {
    const server = await serveA2g(script({ result: { verdict, reasoning: "too risky" } }));
    const client = await open(server.http);
    const run = vi.fn<() => Promise<number>>(async () => 1);
    const error = await client
      .governed("Bash", run)({}, { waitMs: 0 })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(DeniedError);
    expect(error).toMatchObject({ message, verdict: { verdict } });
    expect(run).not.toHaveBeenCalled();
    expect(report(server)).toBeUndefined();
  });

  test("does not run what is approved as a dry run only", async () => {
    const conditions = [{ kind: "dry_run", text: "Only as a rehearsal" }];
    const server = await serveA2g(script({ result: { verdict: "CONDITIONAL", reasoning: "rehearse it", conditions } }));
    const client = await open(server.http);
    const run = vi.fn<() => Promise<number>>(async () => 1);
    await expect(client.governed("Bash", run)({})).rejects.toThrow("Only a dry run is approved: rehearse it");
    expect(run).not.toHaveBeenCalled();
    expect(report(server)).toBeUndefined();
  });

  test("what has run is returned, although its report does not get through", async () => {
    const server = await serveA2g(({ method }) => (method === "a2g/intent" ? approved : undefined));
    const client = await open(server.http);
    expect(await client.governed("Bash", async () => 7)({})).toBe(7);
    expect(report(server)).toMatchObject({ status: "SUCCESS" });
  });

  test("does not run when Gatehouse cannot be asked", async () => {
    const client = await open("http://127.0.0.1:1");
    const run = vi.fn<() => Promise<number>>(async () => 1);
    await expect(client.governed("Bash", run)({})).rejects.toBeInstanceOf(UnreachableError);
    expect(run).not.toHaveBeenCalled();
  });

  test("a failing tool is reported and its error passed on", async () => {
    const server = await serveA2g(script(approved));
    const client = await open(server.http);
    const failing = client.governed("Bash", () => Promise.reject(new Error("exit 1")));
    await expect(failing({})).rejects.toThrow("exit 1");
    expect(report(server)).toMatchObject({ status: "FAILURE", result: { error: "exit 1" } });
  });

  const untilAborted = (_: JsonObject, { signal }: { readonly signal: AbortSignal }): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("stopped")));
    });

  test("the approved time is a limit", async () => {
    const server = await serveA2g(
      script({ result: { verdict: "APPROVED", capability_manifest: { timeout_seconds: 0.05 } } }),
    );
    const client = await open(server.http);
    await expect(client.governed("Bash", untilAborted)({})).rejects.toThrow("stopped");
    expect(report(server)).toMatchObject({ status: "TIMEOUT" });
  });

  const halt = { agent_did: did, intent_id: null, directive: "HALT", reason: "stop", issued_by: "console" };
  test.each([
    ["a halt", "g2a/directive", halt],
    ["a revocation of its tool", "g2a/revoke", { agent_did: did, capabilities: ["Bash"], reason: "enough" }],
    ["a revocation of everything", "g2a/revoke", { agent_did: did, capabilities: "*", reason: "enough" }],
    ["an approval that is taken back", "g2a/directive", { ...halt, directive: "DENY", intent_id: "asked" }],
  ])("%s stops what runs", async (_name, method, params) => {
    const server = await serveA2g(script(approved));
    const client = await open(server.ws);
    const running = client
      .governed("Bash", untilAborted)({}, { intentId: "asked" })
      .catch((error: unknown) => error);
    await expect.poll(() => server.received).toHaveLength(1);
    await sleep(20);
    server.push("g2a/revoke", { agent_did: did, capabilities: ["Edit"], reason: "not this one" });
    server.push("g2a/directive", { ...halt, directive: "RESUME" });
    server.push("g2a/directive", { ...halt, directive: "DENY", intent_id: "another" });
    await sleep(20);
    expect(report(server)).toBeUndefined();
    server.push(method, params);
    expect(await running).toMatchObject({ message: "stopped" });
    expect(report(server)).toMatchObject({ status: "ABORTED" });
  });
});
