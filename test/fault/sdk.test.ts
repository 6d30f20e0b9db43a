// Whatever fails, a governed function does not run without an approval of its own: broken answers, silence, a dead engine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readReadyLine } from "../../scripts/ready-line.ts";
import { type ClientOptions, DeniedError, GovernanceClient, UnreachableError } from "../../sdk/typescript/src/index.ts";
import { second } from "../../src/shared/lib/clock.ts";
import { type Frame, scriptedSocket } from "../support/protocols/scripted-socket.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function open(url: string, options: ClientOptions = {}): GovernanceClient {
  const client = new GovernanceClient(url, {
    agentDid: "did:aeon:robot:1.0:abc123",
    heartbeatMs: 0,
    timeoutMs: 300,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

function governedBy(client: GovernanceClient, waitMs = 500) {
  const run = vi.fn<() => Promise<string>>(async () => "ran");
  const governed = client.governed("execute_command", run);
  const outcome = governed({ command: "ls" }, { intentId: "mine", waitMs }).catch((error: unknown) => error);
  return { run, outcome };
}

const answerTo = (id: unknown, members: object) => JSON.stringify({ jsonrpc: "2.0", ...members, id });
const approved = { result: { verdict: "APPROVED", intent_id: "mine" } };

describe("answers that are no approval", () => {
  const broken: Readonly<Record<string, (frame: Frame) => readonly string[]>> = {
    silence: () => [],
    "no JSON": () => ["APPROVED"],
    "half an answer": ({ id }) => [answerTo(id, approved).slice(0, -10)],
    "a list": ({ id }) => [`[${answerTo(id, approved)}]`],
    "another id": ({ id }) => [answerTo(id + 1, approved), answerTo(id - 1, approved)],
    "the id as text": ({ id }) => [answerTo(String(id), approved)],
    "no id": () => [answerTo(null, approved)],
    "another intent": ({ id }) => [answerTo(id, { result: { verdict: "APPROVED", intent_id: "other" } })],
    "a verdict that is a list": ({ id }) => [answerTo(id, { result: { verdict: ["APPROVED"], intent_id: "mine" } })],
    "approved beside the result": ({ id }) => [answerTo(id, { verdict: "APPROVED", result: {} })],
    "approved: true": ({ id }) => [answerTo(id, { result: { approved: true, intent_id: "mine" } })],
    "an error with an approval": ({ id }) => [answerTo(id, { ...approved, error: { code: -32_603, message: "no" } })],
    "an error that is null": ({ id }) => [answerTo(id, { ...approved, error: null })],
    "denied, then approved": ({ id }) => [
      answerTo(id, { result: { verdict: "DENIED", intent_id: "mine" } }),
      answerTo(id, approved),
    ],
    "approved and withdrawn together": ({ id }) => [
      answerTo(id, approved),
      JSON.stringify({ jsonrpc: "2.0", method: "g2a/directive", params: { intent_id: "mine", directive: "DENY" } }),
    ],
    "approved and halted together": ({ id }) => [
      answerTo(id, approved),
      JSON.stringify({ jsonrpc: "2.0", method: "g2a/directive", params: { intent_id: null, directive: "HALT" } }),
    ],
    "approved, but expired": ({ id }) => [
      answerTo(id, { result: { ...approved.result, expires_at: "2020-01-01T00:00:00Z" } }),
    ],
    "a dry run": ({ id }) => [
      answerTo(id, {
        result: { verdict: "CONDITIONAL", intent_id: "mine", conditions: [{ kind: "dry_run", text: "" }] },
      }),
    ],
    "a directive that approves another intent": ({ id }) => [
      answerTo(id, { result: { verdict: "ESCALATE", intent_id: "mine" } }),
      JSON.stringify({ jsonrpc: "2.0", method: "g2a/directive", params: { intent_id: "other", directive: "APPROVE" } }),
    ],
    "a directive that approves and denies": ({ id }) => [
      answerTo(id, { result: { verdict: "ESCALATE", intent_id: "mine" } }),
      JSON.stringify({
        jsonrpc: "2.0",
        method: "g2a/directive",
        params: { intent_id: "mine", directive: "APPROVE", verdict: "DENIED" },
      }),
    ],
  };

  test.each(Object.keys(broken))("%s", async (name) => {
    const server = await scriptedSocket();
    const { run, outcome } = governedBy(open(server.url));
    await server.accept();
    const frame = await server.next();
    // One write, so that they arrive together.
    for (const text of broken[name]?.(frame) ?? []) server.sendText(text);
    const error = await outcome;
    expect(error).toBeInstanceOf(Error);
    expect(run).not.toHaveBeenCalled();
  });

  test("an approval does run: the cases above are not empty", async () => {
    const server = await scriptedSocket();
    const { run, outcome } = governedBy(open(server.url));
    await server.accept();
    const { id } = await server.next();
    server.sendText(answerTo(id, approved));
    // Nobody acknowledges the report, which is no error.
    expect(await outcome).toBe("ran");
    expect(run).toHaveBeenCalledTimes(1);
  });
});

test("two answers that approve run it once", async () => {
  const server = await scriptedSocket();
  const { run, outcome } = governedBy(open(server.url));
  await server.accept();
  const { id } = await server.next();
  server.sendText(answerTo(id, approved));
  server.sendText(answerTo(id, approved));
  const report = await server.next();
  server.sendText(answerTo(report.id, { result: { acknowledged: true } }));
  expect(await outcome).toBe("ran");
  expect(run).toHaveBeenCalledTimes(1);
});

async function startEngine() {
  const directory = temporaryDirectory();
  const engine = spawn(process.execPath, [join(import.meta.dirname, "../support/engine/open-engine.ts"), directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void engine.kill("SIGKILL"));
  let output = "";
  engine.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const { ws, http } = await readReadyLine(() => output, 30 * second);
  const kill = async (): Promise<void> => {
    engine.kill("SIGKILL");
    await once(engine, "exit");
  };
  return { ws, http, kill };
}

describe.each(["ws", "http"] as const)("the engine is killed over %s", (kind) => {
  test("while a human is asked", async () => {
    const engine = await startEngine();
    const client = open(engine[kind]);
    const run = vi.fn<() => Promise<void>>(async () => {});
    const push = client.governed("execute_command", run);
    const command = "git push --force origin main";
    const outcome = push({ command }, { waitMs: 2000, workspace: "/tmp" }).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await engine.kill();
    const error = await outcome;
    expect(error instanceof DeniedError || error instanceof UnreachableError).toBe(true);
    expect(run).not.toHaveBeenCalled();
  });

  test("before it is asked, and while the function runs", async () => {
    const engine = await startEngine();
    const client = open(engine[kind]);
    const ran = client.governed("execute_command", async () => {
      await engine.kill();
      return "done";
    });
    // It was approved and has run; that the report is lost does not change it.
    expect(await ran({ command: "npm test" }, { workspace: "/tmp" })).toBe("done");
    const run = vi.fn<() => Promise<void>>(async () => {});
    await expect(client.governed("execute_command", run)({ command: "npm test" })).rejects.toBeInstanceOf(
      UnreachableError,
    );
    expect(run).not.toHaveBeenCalled();
  });
});
