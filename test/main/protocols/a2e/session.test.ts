// The type registry is open: a namespace nobody here knows is added as a value, with its capability, schemas and handlers.
import { expect, test } from "vitest";
import { unknownPeer } from "../../../../src/shared/local/peer.ts";
import { z } from "zod";
import { createTypeRegistry, type Namespace, requestType } from "../../../../src/main/protocols/a2e/registry.ts";
import { createA2eProtocol } from "../../../../src/main/protocols/a2e/session.ts";
import { sha256, systemClock, systemIdentifiers } from "../../../../src/main/machine/clock.ts";
import type { JsonObject } from "../../../../src/shared/lib/json.ts";
import type { LineSession } from "../../../../src/shared/lib/line-stream.ts";
import { fail, ok } from "../../../../src/shared/lib/result.ts";

const tides: Namespace = {
  capability: "tides",
  types: [
    requestType("tide/ask/req", z.object({ harbour: z.string() }), async ({ harbour }, { emit }) => {
      emit("tide/event", "progress", { percent: 50 });
      if (harbour === "Atlantis") throw new Error("It is under water.");
      return ok({ type: "tide/ask/resp", members: { harbour, metres: 2.5 } });
    }),
  ],
};

function stage(heard = true) {
  const sent: JsonObject[] = [];
  const noted: string[] = [];
  const protocol = createA2eProtocol({
    clock: systemClock,
    identifiers: systemIdentifiers,
    sha256,
    identity: {
      authenticate: () => ok(undefined),
      heard: () => (heard ? ok(undefined) : fail({ code: -32004, message: "The session has expired." })),
      markConnected: () => {},
      markGone: () => {},
    },
    namespaces: [tides],
    note: (text) => void noted.push(text),
  });
  const session = protocol({
    connectionId: "one",
    peer: unknownPeer,
    admits: () => true,
    send: (message) => sent.push(message as JsonObject) > 0,
    begin: () => () => {},
    end: () => {},
  });
  return { session, sent, noted };
}

function say(session: LineSession, type: string, members: JsonObject): void {
  session.receive({ kind: "json", value: { a2e: "1.0", id: type, ts: 1, type, ...members } });
}

test("a namespace that is added is negotiated, checked and answered", async () => {
  const { session, sent } = stage();
  say(session, "handshake/req", { agent_id: "a", agent_caps: ["tides", "tools"] });
  say(session, "tide/ask/req", { harbour: 7 });
  say(session, "tide/ask/req", { harbour: "Emden" });
  await expect.poll(() => sent.length).toBe(4);
  expect(sent).toMatchObject([
    {
      accepted_caps: [
        { capability: "tides", enabled: true },
        { capability: "tools", enabled: false },
      ],
    },
    { code: "schema_violation", detail: { path: "harbour" }, capability_name: "tides" },
    { type: "tide/event", seq: 0, kind: "progress" },
    { type: "tide/ask/resp", harbour: "Emden", metres: 2.5 },
  ]);
});

test("a handler that fails is an error that says nothing of its inside", async () => {
  const { session, sent, noted } = stage();
  say(session, "handshake/req", { agent_id: "a", agent_caps: [] });
  say(session, "tide/ask/req", { harbour: "Atlantis" });
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]).toMatchObject({ code: "runtime_error", retryable: true });
  expect(JSON.stringify(sent[2])).not.toContain("water");
  expect(noted.join()).toContain("water");
});

test("an agent whose session has expired is told so", async () => {
  const { session, sent } = stage(false);
  say(session, "handshake/req", { agent_id: "a", agent_caps: [] });
  say(session, "tide/ask/req", { harbour: "Emden" });
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ code: "unauthorized", message: "The session has expired." });
});

test("a type belongs to one namespace", () => {
  expect(() => createTypeRegistry([], [tides, tides])).toThrow("tide/ask/req");
});
