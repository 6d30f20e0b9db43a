// Whatever arrives on an A2E stream: nothing is thrown, every request is answered once, and what is sent is always well formed.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createPeers } from "../../src/main/peer/index.ts";
import { unknownPeer } from "../../src/shared/local/peer.ts";
import { z } from "zod";
import { requestType } from "../../src/main/protocols/a2e/registry.ts";
import { createA2eProtocol } from "../../src/main/protocols/a2e/session.ts";
import { sha256, systemClock, systemIdentifiers } from "../../src/main/machine/clock.ts";
import type { Json, JsonObject } from "../../src/shared/lib/json.ts";
import type { LineInput } from "../../src/shared/lib/line-stream.ts";
import { ok } from "../../src/shared/lib/result.ts";
import { createDrain } from "../../src/main/server/drain.ts";
import { defaultLimits } from "../../src/main/server/limits.ts";
import { createPeerShares } from "../../src/main/server/peer-shares.ts";
import { startLineListener } from "../../src/main/server/lines/listener.ts";
import { rawClient } from "../main/server/support.ts";

const echo = requestType("echo/say/req", z.object({ text: z.string() }), async ({ text }, { emit }) => {
  for (let count = 0; count < text.length % 4; count += 1) emit("echo/event", "log", { count });
  return ok({ type: "echo/say/resp", members: { text } });
});

const protocol = createA2eProtocol({
  clock: systemClock,
  identifiers: systemIdentifiers,
  sha256,
  identity: {
    authenticate: () => ok(undefined),
    heard: () => ok(undefined),
    markConnected: () => {},
    markGone: () => {},
  },
  namespaces: [{ capability: "echo", types: [echo] }],
  note: () => {},
});

function open() {
  const sent: JsonObject[] = [];
  const session = protocol({
    connectionId: "one",
    peer: unknownPeer,
    admits: () => true,
    send: (message) => sent.push(JSON.parse(JSON.stringify(message)) as JsonObject) > 0,
    begin: () => () => {},
    end: () => {},
  });
  return { session, sent };
}

const names = [
  "handshake/req",
  "echo/say/req",
  "ping",
  "pong",
  "error",
  "echo/say/resp",
  "other/thing",
  "other/thing/req",
];
const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;
const nearly = fc.record(
  {
    a2e: fc.constantFrom<Json>("1.0", "1.1", 1),
    version: fc.constantFrom<Json>("1.0", "2"),
    type: fc.oneof(fc.constantFrom(...names), anyJson),
    id: fc.oneof(fc.string({ maxLength: 4 }), anyJson),
    ts: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), anyJson),
    agent_id: fc.oneof(fc.string(), anyJson),
    agent_caps: fc.oneof(fc.constant(["echo"]), anyJson),
    text: fc.oneof(fc.string(), anyJson),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;
const line: fc.Arbitrary<LineInput> = fc.oneof(
  { weight: 6, arbitrary: nearly.map((value) => ({ kind: "json", value }) as const) },
  anyJson.map((value) => ({ kind: "json", value }) as const),
  fc.constantFrom<LineInput>(
    { kind: "not_json", why: "x" },
    { kind: "unsafe", why: "y" },
    { kind: "too_long", limit: 9 },
  ),
);

test("nothing that arrives does harm, and what is sent is well formed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      const { session, sent } = open();
      for (const each of lines) session.receive(each);
      session.inputEnded();
      await new Promise((resolve) => setImmediate(resolve));
      for (const message of sent) {
        expect(message).toMatchObject({
          a2e: "1.0",
          type: expect.any(String),
          id: expect.any(String),
          ts: expect.any(Number),
        });
      }
    }),
    { numRuns: 300 },
  );
});

test("every request with an id of its own has one answer, after its events, which are numbered from 0", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 6 }), { maxLength: 40 }), async (texts) => {
      const { session, sent } = open();
      const say = (type: string, id: string, members: JsonObject): void =>
        session.receive({ kind: "json", value: { a2e: "1.0", ts: 1, type, id, ...members } });
      say("handshake/req", "hello", { agent_id: "a", agent_caps: ["echo"] });
      for (const [index, text] of texts.entries()) say("echo/say/req", `r${index}`, { text });
      await expect.poll(() => sent.filter(({ type }) => type === "echo/say/resp").length).toBe(texts.length);
      for (const [index, text] of texts.entries()) {
        const about = sent.filter((message) => message["req_id"] === `r${index}`);
        expect(about.map(({ type, seq, text: said }) => seq ?? [type, said])).toEqual([
          ...Array.from({ length: text.length % 4 }, (_none, seq) => seq),
          ["echo/say/resp", text],
        ]);
      }
    }),
    { numRuns: 50 },
  );
});

test("any bytes on the port give well-formed lines, and the next line of the same connection is served", async () => {
  const faults: unknown[] = [];
  const fault = (_where: string, error: unknown): void => void faults.push(error);
  const peers = createPeers({ platform: process.platform, fault });
  const access = { tokens: [], tokenRequired: false, owner: process.getuid?.() };
  const settings = {
    protocol,
    limits: { ...defaultLimits, messageBytes: 4000 },
    drain: createDrain(),
    fault,
    peers,
    access,
    shares: createPeerShares(defaultLimits),
  };
  const listener = await startLineListener({ port: 0 }, settings);
  if (!listener.ok) throw new Error(listener.error.message);
  const port = Number(new URL(listener.value.place).port);
  // Short of looking like a web page's request, which ends the connection.
  const bytes = fc.uint8Array({ maxLength: 200 }).map((values) => Buffer.from(values));
  const parts = fc.array(
    fc.oneof(
      bytes,
      fc.json().map((text) => Buffer.from(text)),
    ),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (given) => {
      const client = rawClient(port);
      for (const part of given) client.socket.write(Buffer.concat([part, Buffer.from("\n")]));
      client.socket.write('{"a2e":"1.0","type":"ping","id":"the-good-one","ts":1}\n');
      const text = await client.until(/"req_id":"the-good-one"\}\n/);
      client.socket.destroy();
      for (const sent of text.trimEnd().split("\n")) expect(JSON.parse(sent)).toMatchObject({ a2e: "1.0" });
    }),
    { numRuns: 200 },
  );
  listener.value.refuseNew();
  await listener.value.close();
  expect(faults).toEqual([]);
});
