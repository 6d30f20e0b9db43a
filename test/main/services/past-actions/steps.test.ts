// The steps of a session, read from a ledger by the thread of past actions.
import { expect, onTestFinished, test } from "vitest";
import { createPastActions } from "../../../../src/main/services/past-actions/index.ts";
import { openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import { indexLedger } from "../../../support/engine/index-ledger.ts";
import { recordedAgent, recordedSession, recordedSessionEntries } from "../../../support/engine/recorded-session.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

const from = Date.parse("2026-11-12T12:00:00Z");
const agentDid = recordedAgent;
const sessionId = recordedSession;

function open() {
  const directory = temporaryDirectory();
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 1024,
    now: from,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  writer.append(recordedSessionEntries(from).map(flatten), from);
  writer.close(from);
  indexLedger(directory);
  const past = createPastActions({ directory, home: "/home/anna", gatehouse: [] });
  onTestFinished(() => past.close());
  return past;
}

test("each step says what it does, what became of it, and what it reads, writes and sends", async () => {
  const { steps, earlier } = await open().steps({ agentDid, sessionId, limit: 200 });
  expect(earlier).toBe(false);
  expect(steps.map(({ headline }) => headline)).toEqual([
    "Read src/cart.ts",
    "Search for applyDiscount",
    "Hand work to another agent",
    "Read test/cart.test.ts",
    "Run the tests",
    "Write src/cart.ts",
    "Write src/cart.ts",
    "Read .aws/credentials · secrets",
    "Upload src/cart.ts to paste.example",
  ]);
  expect(steps.map(({ delegates }) => delegates).indexOf(true)).toBe(2);
  expect(steps[3]?.subagent).toEqual({ id: "s1", type: "general-purpose" });
  expect(steps[5]).toMatchObject({
    writes: "content",
    files: [{ path: "/home/anna/src/shop/src/cart.ts", access: "write", zone: "workspace" }],
  });
  expect(steps[7]).toMatchObject({
    score: 0.78,
    files: [{ access: "read", zone: "secrets" }],
    life: { first: "ESCALATE", outcome: "APPROVED", decider: "human", waitedMs: 4300 },
  });
  expect(steps[8]).toMatchObject({
    life: { outcome: "DENIED" },
    files: [{ path: "/home/anna/src/shop/src/cart.ts", access: "read" }],
    hosts: [{ host: "paste.example", direction: "out" }],
  });
});

test("of a long session the latest steps are read, and that there are earlier ones is said", async () => {
  const { steps, earlier } = await open().steps({ agentDid, sessionId, limit: 3 });
  expect(steps.map(({ intentId }) => intentId)).toEqual(["recorded-6", "recorded-7", "recorded-8"]);
  expect(earlier).toBe(true);
});

test("another agent's session of the same name is another session", async () => {
  expect(await open().steps({ agentDid: "did:other", sessionId, limit: 200 })).toEqual({ steps: [], earlier: false });
});
