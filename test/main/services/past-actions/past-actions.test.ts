// What the thread of past actions reads of the ledger when Gatehouse starts: agents wait for it.
import { expect, test } from "vitest";
import { createPastActions } from "../../../../src/main/services/past-actions/index.ts";
import { openRecoveringWriter } from "../../../../src/main/store/write/recovering-writer.ts";
import { flatten } from "../../../../src/main/store/record.ts";
import { day, hour, minute } from "../../../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { samplePair } from "../../store/samples.ts";

const now = Date.parse("2026-11-12T12:00:00Z");

/** A ledger with so many intents and their verdicts, the last of them at this moment and a minute between them. */
async function sessionsOf(pairs: number, last: number) {
  const directory = temporaryDirectory();
  const writer = openRecoveringWriter({
    directory,
    checkpointEntries: 1024,
    now,
    onHealth: () => undefined,
    onOpen: () => undefined,
  });
  const entries = Array.from({ length: pairs }, (_, index) => samplePair(index, last - (pairs - 1 - index) * minute));
  writer.append(
    entries.flatMap((pair) => pair.map(flatten)),
    now,
  );
  writer.close(now);
  const past = createPastActions({ directory, home: "/home/anna", gatehouse: [] });
  try {
    return await past.sessions(now);
  } finally {
    await past.close();
  }
}

test("of the last day everything is read", { timeout: 60_000 }, async () => {
  const { unknownBefore, agents } = await sessionsOf(1300, now);
  expect(unknownBefore).toBeUndefined();
  expect(agents.size).toBe(3);
});

test("of what is older, the newest part", { timeout: 60_000 }, async () => {
  const { unknownBefore } = await sessionsOf(3000, now - day - hour);
  expect(unknownBefore).toBe(now - day - hour - 2499 * minute);
});
