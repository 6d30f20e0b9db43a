// Socket: JSON-RPC in lines over a Unix socket, its file, and clients that misbehave.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startListeners } from "../../../../src/main/server/index.ts";
import { ok } from "../../../../src/shared/lib/result.ts";
import { ownPeers, pause, rawClient, rpc, startHouse, temporaryDirectory, type House } from "../support.ts";

let directory: string;
let path: string;
const houses: House[] = [];

async function start(...given: Parameters<typeof startHouse>): Promise<House> {
  const house = await startHouse({ agentSocket: path, ...given[0] }, given[1]);
  houses.push(house);
  return house;
}

beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory, "agents.sock");
});
afterEach(async () => {
  for (const house of houses.splice(0)) await house.stop();
  rmSync(directory, { recursive: true });
});

describe("the file", () => {
  test("is for its user alone, and gone after the stop", async () => {
    const house = await start();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await house.stop();
    expect(existsSync(path)).toBe(false);
  });

  test("left by a crash is replaced", async () => {
    const script = `require("net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", script]);
    expect(statSync(path).isSocket()).toBe(true);
    await start();
    const client = rawClient(path);
    client.socket.write(`${rpc("echo")}\n`);
    await client.until(/\n/);
    client.socket.destroy();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("of a running Gatehouse is left alone", async () => {
    const first = await start();
    const second = await startListeners(
      { ...ownPeers(), port: 0, agentSocket: path },
      { agents: new Map(), fault: () => undefined },
    );
    expect(second).toMatchObject({ ok: false, error: { kind: "taken", place: path } });
    const client = rawClient(first.agentSocket ?? "");
    client.socket.write(`${rpc("echo")}\n`);
    await client.until(/\n/);
    client.socket.destroy();
  });

  test("that is no socket is left alone", async () => {
    writeFileSync(path, "precious");
    const started = await startListeners(
      { ...ownPeers(), port: 0, agentSocket: path },
      { agents: new Map(), fault: () => undefined },
    );
    expect(started).toMatchObject({ ok: false, error: { kind: "taken" } });
    expect(readFileSync(path, "utf8")).toBe("precious");
  });

  test.each([
    ["x".repeat(200), "invalid_address"],
    ["missing/agents.sock", "forbidden"],
  ])("at an impossible place is a failure with advice: %s", async (name, kind) => {
    const started = await startListeners(
      { ...ownPeers(), port: 0, agentSocket: join(directory, name) },
      { agents: new Map(), fault: () => undefined },
    );
    expect(started).toMatchObject({ ok: false, error: { kind } });
  });
});

describe("the conversation", () => {
  test("answers, pushes and tells connections apart", async () => {
    await start();
    const client = rawClient(path);
    client.socket.write(`${rpc("who")}\n${rpc("push", [1], 2)}\r\n\n`);
    const text = await client.until(/"id":2\}\n$/);
    expect(text).toContain('{"jsonrpc":"2.0","result":{"id":"socket-1","transport":"socket"},"id":1}\n');
    expect(text).toContain('{"jsonrpc":"2.0","method":"g2a/test","params":[1]}\n');
    client.socket.destroy();
  });

  test("a client that shuts its side still gets its answers, the last line without a line feed too", async () => {
    await start();
    const client = rawClient(path);
    client.socket.end(`${rpc("echo", [], 1)}\n${rpc("echo", [], 2)}`);
    await client.closed;
    expect(client.received().trimEnd().split("\n")).toHaveLength(2);
  });

  test("a client that goes away frees what waits for it", async () => {
    const house = await start();
    const client = rawClient(path);
    client.socket.write(`${rpc("wait")}\n`);
    await pause(30);
    client.socket.destroy();
    await expect.poll(house.abandoned).toBe(1);
    house.release();
  });

  test("a line over the limit is an error, and the stream goes on at the next", async () => {
    await start({ limits: { messageBytes: 100 } });
    const client = rawClient(path);
    client.socket.write(`${"x".repeat(100_000)}\n${rpc("echo", [], 2)}\n`);
    const lines = (await client.until(/"id":2\}\n$/)).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { error: { code: -32600 }, id: null },
      { result: [], id: 2 },
    ]);
    client.socket.destroy();
  });

  test("a client that does not read is dropped", async () => {
    await start({ limits: { unreadBytes: 100_000 } });
    const client = rawClient(path);
    client.socket.pause();
    const many = `${rpc("echo", ["x".repeat(500)])}\n`.repeat(200);
    const writing = setInterval(() => client.socket.write(many), 5);
    await expect.poll(() => client.socket.closed || client.socket.errored !== null, { timeout: 5000 }).toBe(true);
    clearInterval(writing);
  });
});

test("the operator's methods are on the operator's socket and nowhere else", async () => {
  const operatorSocket = join(directory, "operator.sock");
  const house = await start({ operatorSocket }, { operator: new Map([["approve", async () => ok("approved")]]) });
  const ask = async (where: string, method: string): Promise<string> => {
    const client = rawClient(where);
    client.socket.end(`${rpc(method)}\n`);
    await client.closed;
    return client.received();
  };
  expect(await ask(operatorSocket, "approve")).toContain("approved");
  expect(await ask(operatorSocket, "echo")).toContain("-32601");
  expect(await ask(path, "approve")).toContain("-32601");
  expect(house.operatorSocket).toBe(operatorSocket);
});
