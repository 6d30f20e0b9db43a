// Property: whatever bytes arrive on whatever transport, the answer is well-formed and the next good request is served.
import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unknownPeer } from "../../src/shared/local/peer.ts";
import { answer } from "../../src/main/server/rpc/json-rpc.ts";
import { parseStrictJson } from "../../src/main/server/rpc/json-text.ts";
import { defaultLimits } from "../../src/main/server/limits.ts";
import { createLineSplitter } from "../../src/main/server/lines/lines.ts";
import { isJsonObject, type Json } from "../../src/shared/lib/json.ts";
import { ok } from "../../src/shared/lib/result.ts";
import type { RpcMethod } from "../../src/shared/lib/rpc.ts";
import {
  http,
  rawClient,
  rpc,
  startHouse,
  temporaryDirectory,
  webSocketClient,
  type House,
} from "../main/server/support.ts";

let house: House;
let directory: string;
beforeAll(async () => {
  directory = temporaryDirectory();
  const limits = { messageBytes: 4000, inFlight: 10_000 };
  house = await startHouse(
    { agentSocket: join(directory, "agents.sock"), limits },
    { telemetry: () => () => undefined },
  );
});
afterAll(async () => {
  await house.stop();
  rmSync(directory, { recursive: true });
});

const methods: ReadonlyMap<string, RpcMethod> = new Map([["echo", async (params) => ok(params ?? null)]]);
const context = {
  methods,
  caller: { connectionId: "x", transport: "http", peer: unknownPeer, gone: new AbortController().signal },
  limits: defaultLimits,
  fault: () => undefined,
} as const;

/** JSON-RPC 2.0, one response or a batch of them. */
function isResponse(text: string): boolean {
  const value = JSON.parse(text) as Json;
  const responses = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return responses.length > 0 && responses.every(isOneResponse);
}

function isOneResponse(value: Json): boolean {
  if (!isJsonObject(value) || value["jsonrpc"] !== "2.0" || !("id" in value)) return false;
  const id = value["id"] ?? null;
  if (id !== null && typeof id !== "string" && typeof id !== "number") return false;
  const error = value["error"];
  if (error === undefined) return "result" in value;
  return (
    !("result" in value) &&
    isJsonObject(error) &&
    Number.isInteger(error["code"]) &&
    typeof error["message"] === "string"
  );
}

/** Values of every kind in every place of a request, beside complete nonsense. */
const almostRequest = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 4, arbitrary: fc.constant("2.0") }, fc.jsonValue()),
    method: fc.oneof(fc.constantFrom("echo", "throw", "deny", "rpc.x", "wait2"), fc.jsonValue()),
    params: fc.jsonValue(),
    id: fc.oneof(fc.integer(), fc.string({ unit: "binary" }), fc.double(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const message = fc
  .oneof(almostRequest, fc.array(almostRequest, { maxLength: 5 }), fc.jsonValue())
  .map((value) => JSON.stringify(value) ?? "null");
/** JSON with one thing broken: a part cut out, or bytes put in. */
const broken = fc
  .tuple(message, fc.nat(), fc.nat(20), fc.string({ unit: "binary", maxLength: 5 }))
  .map(([text, at, cut, extra]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + extra + text.slice(start + cut);
  });
const anyText = fc.oneof(message, broken, fc.string({ unit: "binary" }), fc.string());
const anyBytes = fc.oneof(
  anyText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

const good = rpc("echo", ["still here"], "good");
const goodAnswer = '{"jsonrpc":"2.0","result":["still here"],"id":"good"}';

describe("the message itself", () => {
  test("any text gives a well-formed response or none", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const response = await answer(text, context);
        expect(response === undefined || isResponse(response)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test("any value comes back as it was sent", async () => {
    const value = fc.jsonValue({ stringUnit: "binary", maxDepth: 6 });
    await fc.assert(
      fc.asyncProperty(value, fc.oneof(fc.integer(), fc.string(), fc.constant(null)), async (sent, id) => {
        const text = JSON.stringify({ jsonrpc: "2.0", method: "echo", params: [sent], id });
        fc.pre(!text.includes("__proto__"));
        const response = await answer(text, context);
        expect(JSON.parse(response ?? "")).toEqual(JSON.parse(JSON.stringify({ jsonrpc: "2.0", result: [sent], id })));
      }),
      { numRuns: 1000 },
    );
  });

  test("an id that is a number is echoed exactly, however it is written", async () => {
    const written = fc.stringMatching(/^-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?$/);
    await fc.assert(
      fc.asyncProperty(written, fc.jsonValue(), fc.boolean(), async (id, params, batch) => {
        const text =
          JSON.stringify({ jsonrpc: "2.0", method: "none", params: [params, { id: 1 }] }).slice(0, -1) + `,"id":${id}}`;
        fc.pre(!text.includes("__proto__"));
        const response = await answer(batch ? `[7,${text}]` : text, context);
        const echoed = Number.isSafeInteger(Number(id)) ? String(Number(id)) : id;
        expect(response).toMatch(batch ? `"id":${echoed}}]` : `"id":${echoed}}`);
      }),
      { numRuns: 500 },
    );
  });

  test("a name that is written twice is found wherever it is, and no other name is", () => {
    const nestedIn = fc.array(fc.constantFrom("object", "array"), { maxLength: 10 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
        nestedIn,
        fc.jsonValue(),
        (members, nesting, value) => {
          fc.pre(!JSON.stringify([members, value]).includes("__proto__"));
          const written = Object.entries(members).map(
            ([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`,
          );
          const again = `${JSON.stringify(Object.keys(members)[0])}:${JSON.stringify(value)}`;
          const wrap = (text: string): string =>
            nesting.reduce((inner, kind) => (kind === "object" ? `{"a":1,"b":${inner}}` : `[0,${inner}]`), text);
          expect(parseStrictJson(wrap(`{${written.join(",")}}`), 64).ok).toBe(true);
          expect(parseStrictJson(wrap(`{${[...written, again].join(",")}}`), 64).ok).toBe(false);
        },
      ),
    );
  });

  test("lines do not depend on how the bytes were cut", () => {
    const bytes = fc.array(fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x20, 0x61), fc.integer({ min: 0, max: 255 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(10), { minLength: 1 }), (all, cuts) => {
        const whole = createLineSplitter(8);
        const cut = createLineSplitter(8);
        const parts: Buffer[] = [];
        for (let start = 0, index = 0; start < all.length; index += 1) {
          const end = start + 1 + (cuts[index % cuts.length] ?? 0);
          parts.push(Buffer.from(all.slice(start, end)));
          start = end;
        }
        const expected = [...whole.push(Buffer.from(all)), ...whole.end()];
        expect([...parts.flatMap((part) => cut.push(part)), ...cut.end()]).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("over HTTP", () => {
  const health = async (): Promise<string> => (await http(house.port, { body: good })).body;

  test("any body gives a JSON-RPC response, or nothing with 204", async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (body) => {
        const response = await http(house.port, { body });
        expect(
          response.status === 204 ? response.body === "" : response.status === 200 && isResponse(response.body),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(await health()).toBe(goodAnswer);
  });

  test("any bytes on the port give an HTTP error or the end of the connection", async () => {
    const head = fc.constantFrom(
      "",
      "POST /rpc HTTP/1.1\r\n",
      `POST /rpc HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      "GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    );
    await fc.assert(
      fc.asyncProperty(head, anyBytes, async (start, bytes) => {
        const client = rawClient(house.port);
        client.socket.end(Buffer.concat([Buffer.from(start.replace("HOST", `localhost:${house.port}`)), bytes]));
        await client.closed;
        expect(client.received()).toMatch(/^$|^HTTP\/1\.1 [245]\d\d /);
      }),
      { numRuns: 300 },
    );
    expect(await health()).toBe(goodAnswer);
  });

  test("any target and any header value give an answer", async () => {
    const token = fc.stringMatching(/^[!-~]{1,40}$/);
    const name = fc.constantFrom(
      "origin",
      "content-type",
      "authorization",
      "content-encoding",
      "accept",
      "expect",
      "sec-fetch-site",
      "host",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"),
        token,
        name,
        token,
        async (method, path, header, value) => {
          const response = await http(house.port, {
            method,
            path: `/${path}`,
            headers: { [header]: value },
            body: method === "POST" ? good : "",
          });
          expect(response.status).toBeGreaterThanOrEqual(200);
          expect(response.status).not.toBe(500);
        },
      ),
      { numRuns: 200 },
    );
    expect(await health()).toBe(goodAnswer);
  });
});

describe("over WebSocket", () => {
  async function health(): Promise<string | undefined> {
    const client = await webSocketClient(house.wsUrl);
    client.socket.send(good);
    const [first] = await client.until(1);
    client.socket.terminate();
    return first;
  }

  test("any text gives a response or nothing, and the connection goes on", async () => {
    const client = await webSocketClient(house.wsUrl);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        client.messages.length = 0;
        client.socket.send(text);
        client.socket.send(good);
        await expect.poll(() => client.messages.includes(goodAnswer), { interval: 1 }).toBe(true);
        expect(client.messages.every(isResponse)).toBe(true);
      }),
      { numRuns: 300 },
    );
    client.socket.terminate();
  });

  test("any bytes after the upgrade end that connection at most", async () => {
    const upgrade = `Host: localhost:${house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("/", "/telemetry"), anyBytes, async (path, bytes) => {
        const client = rawClient(house.port);
        client.socket.write(`GET ${path} HTTP/1.1\r\n${upgrade}`);
        await client.until(/\r\n\r\n/);
        client.socket.end(bytes);
        await client.closed;
        expect(client.received()).toMatch(/^HTTP\/1\.1 101 /);
      }),
      { numRuns: 300 },
    );
    expect(await health()).toBe(goodAnswer);
  });
});

describe("over the local socket", () => {
  test("any bytes give well-formed lines, and the next line of the same connection is served", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBytes, { maxLength: 5 }), async (parts) => {
        const client = rawClient(house.agentSocket ?? "");
        for (const part of parts) client.socket.write(Buffer.concat([part, Buffer.from("\n")]));
        client.socket.write(`${good}\n`);
        const text = await client.until(/"good"\}\n/);
        client.socket.destroy();
        const lines = text.trimEnd().split("\n");
        expect(lines).toContain(goodAnswer);
        expect(lines.every(isResponse)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
