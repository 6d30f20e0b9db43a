// WebSocket: the upgrade's guard, requests and pushes, and peers that misbehave.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok } from "../../../../src/shared/lib/result.ts";
import type { StreamReader } from "../../../../src/shared/lib/rpc.ts";
import { http, pause, rawClient, rpc, startHouse, webSocketClient, type House, type RawClient } from "../support.ts";

const readers: StreamReader[] = [];
let ended = 0;

let house: House;
beforeAll(async () => {
  house = await startHouse(
    { limits: { messageBytes: 1000, inFlight: 4, unreadBytes: 100_000 } },
    {
      telemetry: (reader) => {
        readers.push(reader);
        return () => void (ended += 1);
      },
    },
  );
});
afterAll(() => house.stop());

/** A client that has spoken the upgrade by hand, and can send any frame. */
async function rawWebSocket(port: number, path = "/"): Promise<RawClient> {
  const client = rawClient(port);
  client.socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  await client.until(/\r\n\r\n/);
  return client;
}

/** A masked frame of up to 125 bytes, with a mask of zeros. */
const frame = (first: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

describe("upgrade", () => {
  const own = "own";
  const headersFor = (headers: Record<string, string>): Record<string, string> =>
    headers["origin"] === own ? { ...headers, origin: house.httpUrl } : headers;

  test.each([
    ["/", {}],
    ["/?x=1", {}],
    ["/telemetry", {}],
    ["/", { origin: own }],
  ] as [string, Record<string, string>][])("%s with %o is let in", async (path, headers) => {
    const { socket } = await webSocketClient(`${house.wsUrl}${path}`, { headers: headersFor(headers) });
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  test.each([
    ["/rpc", {}, 404],
    ["/nothing", {}, 404],
    ["/telemetry/", {}, 404],
    ["/", { origin: "https://evil.com" }, 403],
    ["/", { origin: "null" }, 403],
    ["/telemetry", { origin: "https://evil.com" }, 403],
    ["/", { host: "evil.com" }, 403],
    ["/telemetry", { host: "evil.com:80" }, 403],
    ["/nothing", { host: "evil.com" }, 403],
  ] as [string, Record<string, string>, number][])("%s with %o is refused: %d", async (path, headers, status) => {
    await expect(webSocketClient(`${house.wsUrl}${path}`, { headers })).rejects.toThrow(`status ${status}`);
  });

  test("the old draft's origin header is checked as well", async () => {
    const opened = webSocketClient(house.wsUrl, { protocolVersion: 8, origin: "https://evil.com" });
    await expect(opened).rejects.toThrow("status 403");
  });

  test.each([
    ["a wrong key", "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short"],
    ["no key", "Sec-WebSocket-Version: 13"],
    ["a wrong version", `Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}`],
  ])("%s is 400", async (_name, lines) => {
    const client = rawClient(house.port);
    client.socket.write(
      `GET / HTTP/1.1\r\nHost: localhost:${house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${lines}\r\n\r\n`,
    );
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1.1 400 /);
  });

  test("compression is never agreed on", async () => {
    const { socket } = await webSocketClient(house.wsUrl, { perMessageDeflate: true });
    expect(socket.extensions).toBe("");
    socket.terminate();
  });

  test("tokens: one for agents, one for the telemetry stream, in the header or in the query", async () => {
    const guarded = await startHouse(
      { token: "agent", telemetryToken: "secret" },
      { telemetry: () => () => undefined },
    );
    const bearer = (token: string): object => ({ headers: { authorization: `Bearer ${token}` } });
    for (const [path, token] of [
      ["/", "agent"],
      ["/telemetry", "secret"],
    ] as const) {
      const other = token === "agent" ? "secret" : "agent";
      await expect(webSocketClient(guarded.wsUrl + path)).rejects.toThrow("status 401");
      await expect(webSocketClient(guarded.wsUrl + path, bearer(other))).rejects.toThrow("status 401");
      await expect(webSocketClient(`${guarded.wsUrl}${path}?token=${other}`)).rejects.toThrow("status 401");
      (await webSocketClient(guarded.wsUrl + path, bearer(token))).socket.terminate();
      (await webSocketClient(`${guarded.wsUrl}${path}?token=${token}`)).socket.terminate();
    }
    await guarded.stop();
  });
});

describe("requests", () => {
  test("run beside each other: a slow one does not hold up the next", async () => {
    const waiting = await startHouse();
    const client = await webSocketClient(waiting.wsUrl);
    client.socket.send(rpc("wait", [], "slow"));
    client.socket.send(rpc("echo", [1], "fast"));
    expect((await client.until(1))[0]).toContain('"fast"');
    waiting.release();
    expect((await client.until(2))[1]).toContain('"slow"');
    client.socket.terminate();
    await waiting.stop();
  });

  test("the engine can push, and each connection has its own id", async () => {
    const first = await webSocketClient(house.wsUrl);
    const second = await webSocketClient(house.wsUrl);
    first.socket.send(rpc("push", { n: 1 }));
    const [pushed, answered] = await first.until(2);
    expect(JSON.parse(pushed ?? "")).toEqual({ jsonrpc: "2.0", method: "g2a/test", params: { n: 1 } });
    expect(JSON.parse(answered ?? "")).toEqual({ jsonrpc: "2.0", result: true, id: 1 });
    const ids: unknown[] = [];
    for (const client of [first, second]) {
      const before = client.messages.length;
      client.socket.send(rpc("who"));
      ids.push((await client.until(before + 1)).at(-1));
      client.socket.terminate();
    }
    expect(new Set(ids).size).toBe(2);
  });

  test("pushing to a client that is gone says so", async () => {
    let push: ((value: unknown) => boolean) | undefined;
    const own = await startHouse(
      {},
      {
        agents: new Map([
          [
            "hello",
            async (_params, caller) => {
              push = (params) => caller.push?.({ jsonrpc: "2.0", method: "x", params }) ?? false;
              return ok(1);
            },
          ],
        ]),
      },
    );
    const client = await webSocketClient(own.wsUrl);
    client.socket.send(rpc("hello"));
    await client.until(1);
    expect(push?.(1)).toBe(true);
    expect(push?.(1n)).toBe(false);
    client.socket.terminate();
    await expect.poll(own.webSocketCount).toBe(0);
    expect(push?.(1)).toBe(false);
    await own.stop();
  });

  test("over the limit in flight they are refused by name, and later served again", async () => {
    const limited = await startHouse({ limits: { inFlight: 2 } });
    const client = await webSocketClient(limited.wsUrl);
    for (const id of [1, 2]) client.socket.send(rpc("wait", [], id));
    client.socket.send(rpc("echo", [], 3));
    expect(JSON.parse((await client.until(1))[0] ?? "")).toMatchObject({ error: { code: -32003 }, id: 3 });
    limited.release();
    await client.until(3);
    client.socket.send(rpc("echo", [], 4));
    expect(JSON.parse((await client.until(4))[3] ?? "")).toMatchObject({ result: [], id: 4 });
    client.socket.terminate();
    await limited.stop();
  });

  test("methods in flight hear that the connection ended", async () => {
    const waiting = await startHouse();
    const client = await webSocketClient(waiting.wsUrl);
    client.socket.send(rpc("wait"));
    await pause(30);
    client.socket.terminate();
    await expect.poll(waiting.abandoned).toBe(1);
    waiting.release();
    await waiting.stop();
  });
});

describe("peers that misbehave", () => {
  test("a binary frame closes with 1003", async () => {
    const client = await webSocketClient(house.wsUrl);
    client.socket.send(Buffer.from(rpc("echo")));
    expect(await client.closed).toMatchObject({ code: 1003 });
    expect(client.messages).toEqual([]);
  });
  test("invalid UTF-8 closes with 1007", async () => {
    const client = await rawWebSocket(house.port);
    client.socket.write(frame(0x81, Buffer.from([0xc3, 0x28])));
    await client.closed;
    expect(closeCode(client)).toBe(1007);
  });
  test("a message over the limit closes with 1009, at the limit it passes", async () => {
    const client = await webSocketClient(house.wsUrl);
    const exact = rpc("echo", ["x".repeat(1000 - rpc("echo", [""]).length)]);
    client.socket.send(exact);
    await client.until(1);
    client.socket.send(`${exact} `);
    expect(await client.closed).toMatchObject({ code: 1009 });
  });
  test.each([
    ["a reserved bit", 0xf1],
    ["an unknown opcode", 0x83],
    ["a continuation of nothing", 0x80],
  ])("%s closes with 1002", async (_name, first) => {
    const client = await rawWebSocket(house.port);
    client.socket.write(frame(first, Buffer.from("x")));
    await client.closed;
    expect(closeCode(client)).toBe(1002);
  });
  test.each([
    ["answers", frame(0x81, Buffer.from(rpc("push", ["x".repeat(40)])))],
    ["answers to its pings", frame(0x89, Buffer.alloc(125, "x"))],
  ])("one that does not read %s is dropped, and costs no more than the limit", async (_name, asked) => {
    const client = await rawWebSocket(house.port);
    client.socket.pause();
    const many = Buffer.concat(Array.from({ length: 2000 }, () => asked));
    const before = house.webSocketCount();
    // The kernel takes some megabytes before anything stays with us.
    const writing = setInterval(() => client.socket.write(many), 5);
    await expect.poll(house.webSocketCount, { timeout: 5000 }).toBeLessThan(before);
    clearInterval(writing);
    client.socket.destroy();
  });
  test("one that is only half there is ended, one that answers pings is not", async () => {
    const pinging = await startHouse({ limits: { pingMs: 60 } });
    const alive = await webSocketClient(pinging.wsUrl);
    const dead = await rawWebSocket(pinging.port);
    expect(pinging.webSocketCount()).toBe(2);
    await dead.closed;
    await pause(100);
    expect(pinging.webSocketCount()).toBe(1);
    alive.socket.send(rpc("echo"));
    await alive.until(1);
    alive.socket.terminate();
    await pinging.stop();
  });
  test("a ping is answered with what it holds", async () => {
    const { socket } = await webSocketClient(house.wsUrl);
    const answered = new Promise((resolve) => socket.once("pong", resolve));
    socket.ping("still there?");
    expect(String(await answered)).toBe("still there?");
    socket.terminate();
  });
  test("and the server answers everybody else", async () => {
    expect(await http(house.port, { body: rpc("echo") })).toMatchObject({ status: 200 });
  });
});

describe("streams", () => {
  test("a reader has its query, gets what is sent, and is reported gone", async () => {
    ended = 0;
    readers.length = 0;
    const client = await webSocketClient(`${house.wsUrl}/telemetry?format=a2g&since=7`);
    const [reader] = readers;
    expect([...(reader?.query ?? [])]).toEqual([
      ["format", "a2g"],
      ["since", "7"],
    ]);
    const sent = new Promise<void>((resolve) => reader?.send("hello", resolve));
    expect(await client.until(1)).toEqual(["hello"]);
    await sent;
    expect(reader?.waiting()).toBe(0);
    client.socket.send("readers have nothing to say");
    await pause(20);
    expect(client.messages).toEqual(["hello"]);
    reader?.drop(1013, "enough");
    expect(await client.closed).toEqual({ code: 1013, reason: "enough" });
    await expect.poll(() => ended).toBe(1);
    await new Promise<void>((resolve) => reader?.send("nobody hears", resolve));
  });
});

/** The code of the last frame, which is a close frame. */
function closeCode(client: RawClient): number {
  const bytes = client.bytes();
  for (let index = bytes.indexOf("\r\n\r\n") + 4; index < bytes.length; index += 2 + (bytes[index + 1] ?? 0)) {
    if (bytes[index] === 0x88) return bytes.readUInt16BE(index + 2);
  }
  return 0;
}
