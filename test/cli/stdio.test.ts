// gatehouse stdio: lines go both ways, pushes come through, and it ends with either side.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { ok } from "../../src/shared/lib/result.ts";
import type { Caller, RpcMethod } from "../../src/shared/lib/rpc.ts";
import { ended, runCommand, startCommand } from "../support/process/command.ts";
import { serveSocket, socketsIn } from "../support/protocols/operator-server.ts";
import { temporaryDirectory } from "../support/temporary.ts";

async function open() {
  const directory = temporaryDirectory();
  const callers: Caller[] = [];
  const echo: RpcMethod = async (params, caller) => {
    callers.push(caller);
    return ok(params);
  };
  const slow: RpcMethod = async (params) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return ok(params);
  };
  const close = await serveSocket(
    socketsIn(directory).agent,
    new Map([
      ["echo", echo],
      ["slow", slow],
    ]),
  );
  onTestFinished(close);
  const child = startCommand(["stdio", "--data-dir", directory]);
  onTestFinished(() => void child.kill());
  return { child, callers, close };
}

const request = (method: string, id: number, params = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", method, params, id })}\n`;

describe("gatehouse stdio", () => {
  test("answers in lines, and passes on what the agent did not ask for", async () => {
    const { child, callers } = await open();
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stdin.write(request("echo", 1, { text: "größe" }));
    expect(JSON.parse((await lines.next()).value ?? "")).toEqual({ jsonrpc: "2.0", result: { text: "größe" }, id: 1 });
    callers[0]?.push?.({ jsonrpc: "2.0", method: "g2a/directive", params: { directive: "HALT" } });
    expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ method: "g2a/directive" });
    child.stdin.write("nonsense\n");
    expect(JSON.parse((await lines.next()).value ?? "")).toMatchObject({ error: { code: -32700 }, id: null });
    child.stdin.end();
    await once(child, "close");
    expect(child.exitCode).toBe(0);
  });

  test("what was asked before the end of input is still answered", async () => {
    const { child } = await open();
    child.stdin.end(request("slow", 1) + request("echo", 2));
    const { code, stdout, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(new Set(ids)).toEqual(new Set([1, 2]));
  });

  test("ends when the engine does", async () => {
    const { child, close } = await open();
    child.stdin.write(request("echo", 1));
    await once(child.stdout, "data");
    const ending = ended(child);
    await close();
    expect(await ending).toMatchObject({ code: 1, stderr: "Gatehouse has closed the connection.\n" });
  });

  test("a large message arrives whole", async () => {
    const { child } = await open();
    const text = "x".repeat(500_000);
    child.stdin.end(request("echo", 1, { text }));
    const { stdout } = await ended(child);
    expect(JSON.parse(stdout)).toEqual({ jsonrpc: "2.0", result: { text }, id: 1 });
  });

  test("without an engine it says so", async () => {
    const { code, stdout, stderr } = await runCommand(["stdio", "--data-dir", temporaryDirectory()]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Gatehouse is not running");
  });
});
