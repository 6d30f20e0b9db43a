// What is left when something ends: no server without its client, no client without an answer, no call without the engine.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { startGatehouse } from "../../support/engine/gatehouse.ts";
import { connectThrough, environmentOf, launchWords } from "../../support/mcp/connect.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface Raw {
  readonly gateway: ChildProcess;
  readonly send: (message: object | string) => void;
  readonly next: () => Promise<{ id?: unknown; result?: Record<string, unknown>; error?: { message: string } }>;
}

/** The gateway without an SDK in front, for what an SDK would not do. */
function startRaw(dataDirectory: string, environment: Readonly<Record<string, string>> = {}): Raw {
  const gateway = spawn(process.execPath, launchWords({ dataDirectory }), {
    env: environmentOf({ environment }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void gateway.kill("SIGKILL"));
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  let rest = "";
  gateway.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) (waiting.shift() ?? ((each: string) => lines.push(each)))(line);
  });
  return {
    gateway,
    send: (message) => void gateway.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`),
    next: async () => JSON.parse(lines.shift() ?? (await new Promise<string>((take) => waiting.push(take)))),
  };
}

async function initialize({ send, next }: Raw): Promise<void> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
  send({ jsonrpc: "2.0", id: "init", method: "initialize", params });
  expect(await next()).toMatchObject({ id: "init", result: { serverInfo: { name: "test-server" } } });
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
}

function call(id: number, name: string, input: object = {}): object {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

describe("no server is left behind", () => {
  test.each([
    ["the client closes its end", (raw: Raw) => void raw.gateway.stdin?.end()],
    ["SIGTERM", (raw: Raw) => void raw.gateway.kill("SIGTERM")],
    ["SIGHUP", (raw: Raw) => void raw.gateway.kill("SIGHUP")],
    ["the gateway is killed", (raw: Raw) => void raw.gateway.kill("SIGKILL")],
  ])("when %s, not even a stubborn one with children", async (_why, end) => {
    const dataDirectory = temporaryDirectory();
    await startGatehouse({ dataDirectory });
    const raw = startRaw(dataDirectory, { STUBBORN: "1" });
    await initialize(raw);
    raw.send(call(1, "children"));
    const { result } = await raw.next();
    const pids =
      JSON.stringify(result)
        .match(/(\d+) (\d+)/)
        ?.slice(1)
        .map(Number) ?? [];
    expect(pids.map(isAlive)).toEqual([true, true]);
    const exited = once(raw.gateway, "exit");
    end(raw);
    await exited;
    await expect.poll(() => pids.map(isAlive), { timeout: 10_000 }).toEqual([false, false]);
  });

  test("a server that crashes ends its gateway, with an answer for whoever waits", async () => {
    const dataDirectory = temporaryDirectory();
    await startGatehouse({ dataDirectory });
    const raw = startRaw(dataDirectory);
    await initialize(raw);
    const exited = once(raw.gateway, "exit");
    raw.send(call(1, "crash"));
    expect(await raw.next()).toMatchObject({ id: 1, error: { message: "The MCP server has ended (exit code 3)." } });
    expect(await exited).toEqual([3, null]);
  });

  test("a server that cannot be started says why", async () => {
    const words = [...launchWords({ dataDirectory: temporaryDirectory() }).slice(0, -2), "/nowhere/server"];
    const gateway = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "pipe"] });
    gateway.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
    const [chunk]: Buffer[] = await once(gateway.stdout, "data");
    expect(chunk?.toString()).toContain("could not be started");
    expect(await once(gateway, "exit")).toEqual([127, null]);
  });
});

describe("without the engine", () => {
  test("nothing is called and nothing is described, and both come back with it", async () => {
    const dataDirectory = temporaryDirectory();
    const { client, call: callTool } = await connectThrough({ dataDirectory });
    const changed = new Promise<void>((resolve) => {
      client.fallbackNotificationHandler = async ({ method }) => {
        if (method === "notifications/tools/list_changed") resolve();
      };
    });
    expect(client.getInstructions()).toBeUndefined();
    const { tools } = await client.listTools();
    expect(tools.every(({ description }) => description?.includes("Withheld by Gatehouse"))).toBe(true);
    expect(await callTool("echo", { message: "x" })).toEqual({
      isError: true,
      text: "Gatehouse: Gatehouse is not running, so nobody could be asked. Start Gatehouse and try again. The call was not made.",
    });
    await startGatehouse({ dataDirectory });
    await changed;
    const again = await client.listTools();
    expect(again.tools.find(({ name }) => name === "echo")?.description).toBe("Gives the text back.");
    expect(await callTool("echo", { message: "x" })).toEqual({ isError: false, text: "x" });
  });

  test("a call that waits when the engine ends is refused", async () => {
    const dataDirectory = temporaryDirectory();
    const engine = spawn(
      process.execPath,
      [new URL("../../support/engine/open-engine.ts", import.meta.url).pathname, dataDirectory],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    onTestFinished(() => void engine.kill("SIGKILL"));
    await once(engine.stdout, "data");
    const { call: callTool, client } = await connectThrough({ dataDirectory });
    await client.listTools();
    const answer = callTool("run_command", { command: "git push --force origin main" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    engine.kill("SIGKILL");
    expect(await answer).toMatchObject({ isError: true, text: expect.stringContaining("The call was not made.") });
    rmSync(dataDirectory, { recursive: true, force: true });
  });
});

describe("what is no message", () => {
  test("does not reach the server, and the client is told", async () => {
    const dataDirectory = temporaryDirectory();
    await startGatehouse({ dataDirectory });
    const raw = startRaw(dataDirectory);
    await initialize(raw);
    raw.send("{ this is no JSON");
    expect(await raw.next()).toMatchObject({
      id: null,
      error: { message: expect.stringContaining("single JSON-RPC messages") },
    });
    // Several at once would be a way past the judge.
    raw.send([call(1, "run_command", { command: "ls" })]);
    expect(await raw.next()).toMatchObject({ id: null });
    // Parsers disagree about a member that is there twice: the server gets what was judged.
    raw.send(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"crash","name":"echo","arguments":{"message":"a","message":"b"}}}',
    );
    expect(await raw.next()).toMatchObject({ id: 2, result: { content: [{ text: "b" }] } });
  });

  test("from the server is left out, and the next message arrives", async () => {
    const dataDirectory = temporaryDirectory();
    await startGatehouse({ dataDirectory });
    const { call: callTool, complaints } = await connectThrough({ dataDirectory });
    expect((await callTool("noise")).text).toBe("after the noise");
    expect(complaints()).toContain("is no message; it was left out: this is no JSON");
  });
});
