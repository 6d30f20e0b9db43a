// Listeners: where they may listen, what happens when they cannot, and how they stop.
import { readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { networkInterfaces } from "node:os";
import { connect } from "node:tls";
import { afterAll, describe, expect, test } from "vitest";
import { startListeners, type ListenerHandlers } from "../../../src/main/server/index.ts";
import { minute } from "../../../src/shared/lib/clock.ts";
import type { PlainRoute } from "../../../src/shared/lib/rpc.ts";
import { http, ownPeers, pause, rawClient, rpc, startHouse, temporaryDirectory, webSocketClient } from "./support.ts";

const handlers: ListenerHandlers = { agents: new Map(), fault: () => undefined };
const pem = (name: string): string => readFileSync(join(import.meta.dirname, "fixtures", `${name}.pem`), "utf8");
const tls = { certificate: pem("certificate"), key: pem("key") };
const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true }));

async function takenPort(): Promise<{ readonly port: number; readonly free: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, free: () => server.close() };
}

describe("where", () => {
  test("127.0.0.1 and nothing else unless told", async () => {
    const house = await startHouse();
    expect(house).toMatchObject({ httpUrl: `http://127.0.0.1:${house.port}`, wsUrl: `ws://127.0.0.1:${house.port}` });
    await house.stop();
  });

  test("the next free port when the wanted one is taken", async () => {
    const taken = await takenPort();
    const house = await startHouse({ port: taken.port });
    expect(house.port).toBeGreaterThan(taken.port);
    expect((await http(house.port, { body: rpc("echo", ["here"]) })).status).toBe(200);
    await house.stop();
    taken.free();
  });

  test("a failure that names the port when no port after it is left", async () => {
    const blockers = [];
    for (const port of [65_534, 65_535]) {
      const server = createServer();
      server.on("error", () => undefined);
      await new Promise<void>((resolve) => {
        server.once("error", () => resolve());
        server.listen(port, "127.0.0.1", resolve);
      });
      blockers.push(server);
    }
    const started = await startListeners({ ...ownPeers(), port: 65_534 }, handlers);
    expect(started).toMatchObject({ ok: false, error: { kind: "taken", place: "127.0.0.1:65535" } });
    for (const server of blockers) server.close();
  });

  test.each([
    ["localhost", "invalid_address"],
    ["evil.com", "invalid_address"],
    ["192.0.2.1", "insecure"],
    ["0.0.0.0", "insecure"],
    ["::", "insecure"],
  ])("%s without TLS and token is refused: %s", async (address, kind) => {
    expect(await startListeners({ ...ownPeers(), port: 0, address }, handlers)).toMatchObject({
      ok: false,
      error: { kind },
    });
    for (const half of [{ tls }, { token: "secret" }, { tls, token: "" }]) {
      expect(await startListeners({ ...ownPeers(), port: 0, address, ...half }, handlers)).toMatchObject({
        ok: false,
        error: { kind },
      });
    }
  });

  test("an address of another machine is a failure", async () => {
    const started = await startListeners(
      { ...ownPeers(), port: 0, address: "192.0.2.1", tls, token: "secret" },
      handlers,
    );
    expect(started).toMatchObject({ ok: false, error: { kind: "invalid_address" } });
  });

  test("a certificate that is none is a failure", async () => {
    const started = await startListeners(
      { ...ownPeers(), port: 0, tls: { certificate: "none", key: "none" } },
      handlers,
    );
    expect(started).toMatchObject({ ok: false, error: { kind: "bad_certificate" } });
  });

  test("any address with TLS 1.3 and a token", async () => {
    const house = await startHouse({ address: "0.0.0.0", tls, token: "secret", names: ["gatehouse.lan"] });
    expect(house.httpUrl).toBe(`https://0.0.0.0:${house.port}`);
    const ask = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const own = { "content-type": "application/json", host: `gatehouse.lan:${house.port}`, ...headers };
        request(
          {
            host: "127.0.0.1",
            port: house.port,
            path: "/rpc",
            method: "POST",
            headers: own,
            ca: tls.certificate,
            // Here the Host header is what is tried.
            checkServerIdentity: () => undefined,
            agent: false,
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        )
          .on("error", reject)
          .end(rpc("echo"));
      });
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: "Bearer secret" })).toBe(200);
    expect(await ask({ authorization: "Bearer secret", host: `elsewhere.lan:${house.port}` })).toBe(403);
    // The names of its certificate, and the addresses it can be reached at.
    const addresses = Object.values(networkInterfaces()).flatMap((found) =>
      (found ?? []).map(({ address }) => address),
    );
    for (const name of ["localhost", ...addresses.filter((address) => !address.includes(":"))]) {
      expect(await ask({ authorization: "Bearer secret", host: `${name}:${house.port}` }), name).toBe(200);
    }

    const authorised = {
      headers: { authorization: "Bearer secret", host: `gatehouse.lan:${house.port}` },
      ca: tls.certificate,
    };
    const client = await webSocketClient(`wss://127.0.0.1:${house.port}`, authorised);
    client.socket.send(rpc("echo"));
    await client.until(1);
    client.socket.terminate();

    const refused = new Promise<string>((resolve) => {
      const old = connect({ host: "127.0.0.1", port: house.port, ca: tls.certificate, maxVersion: "TLSv1.2" });
      old.once("secureConnect", () => resolve("connected"));
      old.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    });
    expect(await refused).toMatch(/PROTOCOL_VERSION/);

    const plain = rawClient(house.port);
    plain.socket.write(`GET /health HTTP/1.1\r\nHost: gatehouse.lan:${house.port}\r\n\r\n`);
    await plain.closed;
    expect(plain.received()).not.toContain("OK");
    expect(await ask({ authorization: "Bearer secret" })).toBe(200);
    await house.stop();
  });

  test("a second port serves the plain routes alone", async () => {
    const score: PlainRoute = { method: "POST", handle: async () => ({ status: 200, body: { risk_score: 0.2 } }) };
    const house = await startHouse(
      { plainPort: 0 },
      { plain: new Map([["/score_risk", score]]), telemetry: () => () => undefined },
    );
    const port = Number(new URL(house.plainUrl ?? "").port);
    expect(port).not.toBe(house.port);
    for (const one of [port, house.port]) {
      expect(await http(one, { path: "/score_risk", body: "{}" })).toMatchObject({
        status: 200,
        body: '{"risk_score":0.2}',
      });
    }
    expect(await http(port, { path: "/rpc", body: rpc("echo") })).toMatchObject({ status: 404 });
    expect(await http(port, { path: "/health", method: "GET" })).toMatchObject({ status: 200 });
    await expect(webSocketClient(`ws://127.0.0.1:${port}/`)).rejects.toThrow("status 404");
    await expect(webSocketClient(`ws://127.0.0.1:${port}/telemetry`)).rejects.toThrow("status 404");
    await house.stop();
  });

  test("when one cannot listen, none does", async () => {
    const free = await takenPort();
    free.free();
    const agentSocket = join(directory, "no such folder", "agent.sock");
    const started = await startListeners({ ...ownPeers(), port: free.port, agentSocket }, handlers);
    expect(started).toMatchObject({ ok: false, error: { kind: "forbidden" } });
    const again = await startListeners({ ...ownPeers(), port: free.port }, handlers);
    expect(again).toMatchObject({ ok: true, value: { port: free.port } });
    if (again.ok) await again.value.stop();
  });
});

describe("stop", () => {
  test("lets requests in flight finish on every transport, refuses new ones, and says good-bye", async () => {
    const agentSocket = join(directory, "stop.sock");
    const house = await startHouse({ agentSocket, limits: { drainMs: minute } });
    const viaHttp = http(house.port, { body: rpc("wait", [], "http") });
    const webSocket = await webSocketClient(house.wsUrl);
    webSocket.socket.send(rpc("wait", [], "websocket"));
    const socket = rawClient(agentSocket);
    socket.socket.write(`${rpc("wait", [], "socket")}\n`);
    await expect.poll(house.waiting).toBe(3);

    const stopped = house.stop();
    await pause(20);
    await expect(http(house.port, { body: rpc("echo") })).rejects.toThrow("ECONNREFUSED");
    webSocket.socket.send(rpc("echo", [], "late"));
    expect(JSON.parse((await webSocket.until(1))[0] ?? "")).toMatchObject({ error: { code: -32603 }, id: "late" });
    house.release();

    expect(await viaHttp).toMatchObject({ status: 200 });
    expect((await viaHttp).body).toContain("waited");
    expect(await webSocket.closed).toMatchObject({ code: 1001 });
    expect(webSocket.messages[1]).toContain("waited");
    await socket.closed;
    expect(socket.received()).toContain("waited");
    await stopped;
  });

  test("a request on a connection that was kept alive is 503", async () => {
    const house = await startHouse();
    const client = rawClient(house.port);
    const line = (method: string): string =>
      `POST /rpc HTTP/1.1\r\nHost: localhost:${house.port}\r\nContent-Type: application/json\r\nContent-Length: ${rpc(method).length}\r\n\r\n${rpc(method)}`;
    client.socket.write(line("wait"));
    await expect.poll(house.waiting).toBe(1);
    const stopped = house.stop();
    client.socket.write(line("echo"));
    await pause(30);
    house.release();
    await client.closed;
    expect(client.received()).toMatch(/200 OK[\s\S]*waited[\s\S]*503 Service Unavailable/);
    await stopped;
  });

  test("waits no longer than its limit", async () => {
    const house = await startHouse({ limits: { drainMs: 100 } });
    const viaHttp = http(house.port, { body: rpc("wait") }).catch(() => "ended");
    const webSocket = await webSocketClient(house.wsUrl);
    webSocket.socket.send(rpc("wait"));
    await expect.poll(house.waiting).toBe(2);
    await house.stop();
    expect(await viaHttp).toBe("ended");
    expect(await webSocket.closed).toMatchObject({ code: 1001 });
    await expect.poll(house.abandoned).toBe(2);
    house.release();
  });

  test("ends clients that do not say good-bye, and idle ones at once", async () => {
    const house = await startHouse();
    const idle = rawClient(house.port);
    idle.socket.write(`GET /health HTTP/1.1\r\nHost: localhost:${house.port}\r\n\r\n`);
    await idle.until(/OK$/);
    const mute = rawClient(house.port);
    mute.socket.write(
      `GET / HTTP/1.1\r\nHost: localhost:${house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    await mute.until(/\r\n\r\n/);
    const ends: string[] = [];
    const stopped = house.stop().then(() => ends.push("server"));
    await idle.closed.then(() => ends.push("idle client"));
    await stopped;
    expect(ends).toEqual(["idle client", "server"]);
    await mute.closed;
  });
});
