// HTTP: routes, and every line of the hardening list against a real server.
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok } from "../../../../src/shared/lib/result.ts";
import type { PlainRoute, RpcMethod } from "../../../../src/shared/lib/rpc.ts";
import { http, pause, rawClient, rpc, startHouse, type House } from "../support.ts";

const plain: ReadonlyMap<string, PlainRoute> = new Map<string, PlainRoute>([
  ["/score_risk", { method: "POST", handle: async (body) => ({ status: 200, body: { got: body } }) }],
  [
    "/version",
    { method: "GET", handle: async (_body, _caller, query) => ({ status: 200, body: `v ${query.get("q")}` }) },
  ],
  ["/broken", { method: "GET", handle: () => Promise.reject(new Error("secret detail")) }],
]);
const aos: RpcMethod = async () => ok("from aos");

let house: House;
beforeAll(async () => {
  house = await startHouse(
    { limits: { messageBytes: 1000 } },
    { plain, routes: new Map([["/aos", new Map([["only", aos]])]]) },
  );
});
afterAll(() => house.stop());

const good = rpc("echo", ["x"]);
const goodAnswer = '{"jsonrpc":"2.0","result":["x"],"id":1}';

const stillAnswers = async (): Promise<string> => (await http(house.port, { body: good })).body;

describe("routes", () => {
  test.each(["/rpc", "/jsonrpc", "/", "/rpc?x=1"])("POST %s speaks JSON-RPC", async (path) => {
    expect(await http(house.port, { path, body: good })).toMatchObject({ status: 200, body: goodAnswer });
  });
  test("a further path has its own methods", async () => {
    expect((await http(house.port, { path: "/aos", body: rpc("only") })).body).toContain("from aos");
    expect((await http(house.port, { path: "/aos", body: good })).body).toContain("-32601");
    expect((await http(house.port, { path: "/rpc", body: rpc("only") })).body).toContain("-32601");
  });
  test("GET /health is OK as text", async () => {
    const health = await http(house.port, { method: "GET", path: "/health" });
    expect(health).toMatchObject({ status: 200, body: "OK" });
    expect(health.headers["content-type"]).toMatch(/^text\/plain/);
    expect(await http(house.port, { method: "HEAD", path: "/health" })).toMatchObject({ status: 200, body: "" });
  });
  test("plain routes take and give JSON or text", async () => {
    const scored = await http(house.port, { path: "/score_risk", body: '{"method":"x"}' });
    expect(scored).toMatchObject({ status: 200, body: '{"got":{"method":"x"}}' });
    expect(await http(house.port, { method: "GET", path: "/version?q=1%20a" })).toMatchObject({
      status: 200,
      body: "v 1 a",
    });
  });
  test.each(["{", "", '{"a":1,"a":2}', '{"__proto__":1}', '["\\ud800"]', "[1e999]", "[".repeat(70) + "]".repeat(70)])(
    "a plain route refuses the body %s with 400",
    async (body) => {
      expect(await http(house.port, { path: "/score_risk", body })).toMatchObject({ status: 400 });
    },
  );
  test("a plain route that throws is a 500 that says nothing", async () => {
    const broken = await http(house.port, { method: "GET", path: "/broken" });
    expect(broken.status).toBe(500);
    expect(broken.body).not.toContain("secret");
    expect(house.faults.at(-1)).toEqual({ where: "http", error: new Error("secret detail") });
  });
  test.each(["/nothing", "/rpc/", "//", "/rpc%2f", "/telemetry"])("%s is 404", async (path) => {
    expect(await http(house.port, { path, body: good })).toMatchObject({ status: 404 });
  });
  test.each([
    ["GET", "/rpc", "POST"],
    ["PUT", "/", "POST"],
    ["OPTIONS", "/rpc", "POST"],
    ["POST", "/health", "GET, HEAD"],
    ["GET", "/score_risk", "POST"],
    ["POST", "/version", "GET"],
  ])("%s %s is 405 with Allow: %s", async (method, path, allow) => {
    const answered = await http(house.port, { method, path });
    expect(answered.status).toBe(405);
    expect(answered.headers["allow"]).toBe(allow);
  });
  test("requests on one connection have one connection id, and cannot be pushed to", async () => {
    const client = rawClient(house.port);
    const request = (method: string): string =>
      `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nContent-Length: ${rpc(method).length}\r\n\r\n${rpc(method)}`;
    client.socket.write(request("who") + request("who") + request("push"));
    const text = await client.until(/cannot/);
    const ids = [...text.matchAll(/"id":"(http-\d+)","transport":"http"/g)].map((match) => match[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    client.socket.destroy();
  });
});

describe("hostile localhost", () => {
  test.each(["evil.com", `evil.com:80`, "localhost", "127.0.0.1:1"])("a foreign Host is 403: %s", async (host) => {
    expect(await http(house.port, { body: good, headers: { host } })).toMatchObject({ status: 403 });
    expect(await http(house.port, { method: "GET", path: "/health", headers: { host } })).toMatchObject({
      status: 403,
    });
  });
  test("the names of loopback are let in", async () => {
    for (const name of ["127.0.0.1", "localhost", "LocalHost", "[::1]"]) {
      expect((await http(house.port, { body: good, headers: { host: `${name}:${house.port}` } })).status).toBe(200);
    }
  });
  test.each(["https://evil.com", "null", "http://localhost", "http://127.0.0.1:1"])(
    "a foreign Origin is 403: %s",
    async (origin) => {
      house.calls.length = 0;
      const answered = await http(house.port, { body: rpc("note", [1]), headers: { origin } });
      expect(answered.status).toBe(403);
      expect(house.calls).toEqual([]);
    },
  );
  test("our own Origin is let in, and never gets a CORS header", async () => {
    const answered = await http(house.port, { body: good, headers: { origin: house.httpUrl } });
    expect(answered.status).toBe(200);
    expect(Object.keys(answered.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/plain; application/json",
    "application/json; charset=utf-16",
    "",
  ])("a wrong media type is 415: %s", async (type) => {
    house.calls.length = 0;
    expect(await http(house.port, { body: rpc("note", [1]), headers: { "content-type": type } })).toMatchObject({
      status: 415,
    });
    expect(house.calls).toEqual([]);
  });
  test("a compressed body is 415", async () => {
    expect(await http(house.port, { body: good, headers: { "content-encoding": "gzip" } })).toMatchObject({
      status: 415,
    });
  });
  test("a token is demanded from everybody but /health", async () => {
    const guarded = await startHouse({ token: "right" });
    expect(await http(guarded.port, { body: good })).toMatchObject({
      status: 401,
      headers: { "www-authenticate": "Bearer" },
    });
    expect(await http(guarded.port, { body: good, headers: { authorization: "Bearer wrong" } })).toMatchObject({
      status: 401,
    });
    expect(await http(guarded.port, { body: good, path: "/rpc?token=right" })).toMatchObject({ status: 401 });
    expect(await http(guarded.port, { body: good, headers: { authorization: "Bearer right" } })).toMatchObject({
      status: 200,
    });
    expect(await http(guarded.port, { method: "GET", path: "/health" })).toMatchObject({ status: 200 });
    await guarded.stop();
  });
});

describe("a body over the limit", () => {
  const exact = (bytes: number): string => rpc("echo", ["x".repeat(bytes - rpc("echo", [""]).length)]);

  test("at the limit it passes, one byte more is 413", async () => {
    expect(exact(1000)).toHaveLength(1000);
    expect(await http(house.port, { body: exact(1000) })).toMatchObject({ status: 200 });
    expect(await http(house.port, { body: exact(1001) })).toMatchObject({
      status: 413,
      headers: { connection: "close" },
    });
  });
  test("it is refused while it arrives when nobody announced its length", async () => {
    const client = rawClient(house.port);
    const head = `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    client.socket.write(`${head}3e8\r\n${"x".repeat(1000)}\r\n`);
    await pause(30);
    expect(client.received()).toBe("");
    client.socket.write(`1\r\nx\r\n`);
    expect(await client.until(/bytes\.\n$/)).toMatch(/^HTTP\/1.1 413 /);
    await client.closed;
  });
  test("a client that sends 10 MB still sees the answer", async () => {
    const answered = await http(house.port, { body: rpc("echo", ["x".repeat(10_000_000)]) });
    expect(answered).toMatchObject({ status: 413 });
    expect(await stillAnswers()).toBe(goodAnswer);
  });
  test("so does a client that reads nothing before it has sent everything", async () => {
    const client = rawClient(house.port);
    client.socket.pause();
    client.socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n`,
    );
    await new Promise((resolve) => client.socket.write(Buffer.alloc(20_000_000), resolve));
    client.socket.resume();
    expect(await client.until(/bytes\.\n$/)).toMatch(/^HTTP\/1.1 413 /);
  });
  test("a client that asks first is told before it sends", async () => {
    const client = rawClient(house.port);
    const head = (length: number): string =>
      `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    client.socket.write(head(good.length));
    await client.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    client.socket.write(good);
    await client.until(/"id":1\}$/);
    client.socket.write(head(5000));
    expect(await client.until(/bytes\.\n$/)).toContain("HTTP/1.1 413 ");
    client.socket.destroy();
  });
});

describe("bad clients", () => {
  test.each([
    ["no HTTP at all", "\x16\x03\x01\x02\x00garbage\r\n\r\n", /^HTTP\/1.1 400 /],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n", /^HTTP\/1.1 400 /],
    ["an empty Host", "GET /health HTTP/1.1\r\nHost:\r\n\r\n", /^HTTP\/1.1 403 /],
    ["HTTP/1.0 without Host", "GET /health HTTP/1.0\r\n\r\n", /^HTTP\/1.1 403 /],
    [
      "two lengths",
      "POST /rpc HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      /^HTTP\/1.1 400 /,
    ],
    [
      "a length and chunks",
      "POST /rpc HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1.1 400 /,
    ],
    ["a negative length", "POST /rpc HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n", /^HTTP\/1.1 400 /],
    ["huge headers", `GET /health HTTP/1.1\r\nHost: HOST\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, /^HTTP\/1.1 431 /],
    ["a whole URL as target", "GET http://evil.com/health HTTP/1.1\r\nHost: HOST\r\n\r\n", /^HTTP\/1.1 404 /],
    ["a tunnel", "CONNECT evil.com:443 HTTP/1.1\r\nHost: HOST\r\n\r\n", /^$/],
    ["another expectation", "GET /health HTTP/1.1\r\nHost: HOST\r\nExpect: tea\r\n\r\n", /^HTTP\/1.1 417 /],
  ])("%s", async (_name, request, expected) => {
    const client = rawClient(house.port);
    client.socket.end(request.replace("HOST", `localhost:${house.port}`));
    await client.closed;
    expect(client.received()).toMatch(expected);
    expect(await stillAnswers()).toBe(goodAnswer);
  });

  test("a client that offers HTTP/2 gets an ordinary answer", async () => {
    const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABk" };
    expect(await http(house.port, { body: good, headers })).toMatchObject({ status: 200, body: goodAnswer });
  });

  test("a client that goes away in the middle of its request harms nobody", async () => {
    const client = rawClient(house.port);
    client.socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    );
    await pause(20);
    client.socket.resetAndDestroy();
    await client.closed;
    expect(await stillAnswers()).toBe(goodAnswer);
  });

  test("a method in flight hears that its caller went away, and not that it was answered", async () => {
    const waiting = await startHouse();
    const client = rawClient(waiting.port);
    const body = rpc("wait");
    client.socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost:${waiting.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const other = http(waiting.port, { body });
    await expect.poll(waiting.waiting).toBe(2);
    client.socket.destroy();
    await expect.poll(waiting.abandoned).toBe(1);
    waiting.release();
    expect(await other).toMatchObject({ status: 200 });
    await pause(20);
    expect(waiting.abandoned()).toBe(1);
    await waiting.stop();
  });
});

test("a connection that sends without waiting is refused over the limit, and served again later", async () => {
  const limited = await startHouse({ limits: { inFlight: 2 } });
  const client = rawClient(limited.port);
  const request = (method: string): string =>
    `POST /rpc HTTP/1.1\r\nHost: localhost:${limited.port}\r\nContent-Type: application/json\r\nContent-Length: ${rpc(method).length}\r\n\r\n${rpc(method)}`;
  client.socket.write(request("wait") + request("wait") + request("wait"));
  await pause(50);
  limited.release();
  const text = await client.until(/HTTP\/1.1 429 /);
  expect(text.match(/HTTP\/1.1 200 /g)).toHaveLength(2);
  client.socket.write(request("echo"));
  await client.until(/"result":null/);
  client.socket.destroy();
  await limited.stop();
});

describe("slow clients are dropped", () => {
  const limits = { headersMs: 200, requestMs: 400, keepAliveMs: 200, stallMs: 200 };
  let slow: House;
  beforeAll(async () => {
    slow = await startHouse({ limits: { ...limits, messageBytes: 30_000_000 } });
  });
  afterAll(() => slow.stop());

  test("one that says nothing", async () => {
    const client = rawClient(slow.port);
    await client.closed;
    expect(client.socket.bytesWritten).toBe(0);
  });
  test("one that sends its headers byte by byte", async () => {
    const client = rawClient(slow.port);
    const drip = setInterval(() => client.socket.write("x"), 20);
    client.socket.write("GET /");
    await client.closed;
    clearInterval(drip);
    expect(client.received()).toMatch(/^HTTP\/1.1 408 /);
  });
  test("one that sends its body byte by byte", async () => {
    const client = rawClient(slow.port);
    client.socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost:${slow.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    );
    const drip = setInterval(() => client.socket.write("x"), 20);
    await client.closed;
    clearInterval(drip);
    expect(client.received()).toMatch(/^HTTP\/1.1 408 /);
  });
  test("one that keeps its connection and asks nothing more", async () => {
    const client = rawClient(slow.port);
    client.socket.write(`GET /health HTTP/1.1\r\nHost: localhost:${slow.port}\r\n\r\n`);
    expect(await client.until(/OK$/)).toContain("Connection: keep-alive");
    await client.closed;
  });
  test("one that does not read its answer", async () => {
    const socket = connect(slow.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const body = rpc("echo", ["x".repeat(20_000_000)]);
    socket.write(
      `POST /rpc HTTP/1.1\r\nHost: localhost:${slow.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.pause();
    // The time without reading starts when the request has left, however long that takes on a busy machine.
    await new Promise((resolve) => void socket.write(body, resolve));
    await pause(1500);
    let taken = 0;
    socket.on("data", (chunk: Buffer) => (taken += chunk.length));
    socket.resume();
    await once(socket, "close");
    expect(taken).toBeLessThan(20_000_000);
  });
  test("while the others are served", async () => {
    expect((await http(slow.port, { body: good })).body).toBe(goodAnswer);
  });
});

test("connections over the limit are closed, the others live on", async () => {
  const small = await startHouse({ limits: { connections: 2 } });
  const first = rawClient(small.port);
  const second = rawClient(small.port);
  await Promise.all([once(first.socket, "connect"), once(second.socket, "connect")]);
  await rawClient(small.port).closed;
  first.socket.write(`GET /health HTTP/1.1\r\nHost: localhost:${small.port}\r\n\r\n`);
  expect(await first.until(/OK$/)).toContain("200 OK");
  first.socket.destroy();
  second.socket.destroy();
  await small.stop();
});
