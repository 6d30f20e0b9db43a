// Entries not yet indexed: kept until the index has them, or their ledger is no longer the present one.
import { expect, test } from "vitest";
import type { LedgerEntry } from "../../../../src/shared/domain/audit.ts";
import { createRecent } from "../../../../src/main/store/index/recent.ts";
import { agents, sampleIntentId, samplePair } from "../samples.ts";

function recorded(index: number, sequence: number): readonly LedgerEntry[] {
  return samplePair(index).map((entry, at) => ({ ...entry, sequence: sequence + at, previousHash: "", hash: "" }));
}

test("what is indexed is forgotten", () => {
  const recent = createRecent();
  for (const entry of [...recorded(0, 1), ...recorded(1, 3)]) recent.add(entry);
  recent.forgetUpTo(2);
  expect(recent.held()).toBe(2);
  recent.forgetUpTo(4);
  expect(recent.held()).toBe(0);
});

test("entries of a ledger that was set aside do not keep those of the next in memory", () => {
  const recent = createRecent();
  for (const entry of recorded(0, 900)) recent.add(entry);
  const [first, second] = recorded(3, 2);
  for (const entry of [first, second]) if (entry !== undefined) recent.add(entry);
  expect(recent.entriesOf(agents[0] ?? "", sampleIntentId(3))).toEqual([first, second]);
  recent.forgetUpTo(3);
  expect(recent.held()).toBe(0);
  expect(recent.entriesOf(agents[0] ?? "", sampleIntentId(0))).toEqual([]);
});
