// What is remembered of answered intents, and what goes first.
import { expect, test } from "vitest";
import { createIntentMemory, type IntentRecord } from "../../../src/main/engine/intents/memory.ts";
import type { FeedItem } from "../../../src/shared/domain/feed.ts";
import type { Outcome, Verdict } from "../../../src/shared/domain/verdict.ts";

const recordOf = (intentId: string, outcome: Outcome = "APPROVED", agentDid = "did:aeon:a:1.0:x"): IntentRecord => ({
  agentDid,
  intentId,
  contentDigest: "digest",
  verdict: { intentId, outcome } as Verdict,
  item: {} as FeedItem,
});

const kept = (memory: ReturnType<typeof createIntentMemory>, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => memory.get("did:aeon:a:1.0:x", id) !== undefined);

test("the oldest goes first", () => {
  const memory = createIntentMemory(2);
  for (const id of ["1", "2", "3"]) memory.put(recordOf(id));
  expect(kept(memory, ["1", "2", "3"])).toEqual(["2", "3"]);
});

test("it stays bounded over many", () => {
  const memory = createIntentMemory(10);
  const ids = Array.from({ length: 5000 }, (_, index) => `i${index}`);
  for (const id of ids) memory.put(recordOf(id));
  expect(kept(memory, ids)).toEqual(ids.slice(-10));
});

test("what waits for a human never goes, and goes in its turn once it is settled", () => {
  const memory = createIntentMemory(2);
  memory.put(recordOf("waits", "ESCALATE"));
  for (const id of ["1", "2", "3"]) memory.put(recordOf(id));
  expect(kept(memory, ["waits", "1", "2", "3"])).toEqual(["waits", "3"]);
  memory.settle("did:aeon:a:1.0:x", "waits", { intentId: "waits", outcome: "DENIED" } as Verdict);
  for (const id of ["4", "5"]) memory.put(recordOf(id));
  expect(kept(memory, ["waits", "3", "4", "5"])).toEqual(["4", "5"]);
});

test("what was refused for a while and then waits for a human stays", () => {
  const memory = createIntentMemory(2);
  memory.put(recordOf("again", "DENIED"));
  memory.put(recordOf("again", "ESCALATE"));
  for (const id of ["1", "2", "3"]) memory.put(recordOf(id));
  expect(kept(memory, ["again", "1", "2", "3"])).toEqual(["again", "3"]);
});

test("an id belongs to every agent that has used it", () => {
  const memory = createIntentMemory(10);
  memory.put(recordOf("one"));
  memory.put(recordOf("shared"));
  memory.put(recordOf("shared", "APPROVED", "did:aeon:b:1.0:y"));
  expect(memory.ownersOf("one")).toEqual(["did:aeon:a:1.0:x"]);
  expect(memory.ownersOf("shared")).toEqual(["did:aeon:a:1.0:x", "did:aeon:b:1.0:y"]);
  expect(memory.ownersOf("none")).toEqual([]);
});
