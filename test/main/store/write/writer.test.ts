// The writer: its tree and its entries stay one, whenever the tree takes them in and whatever fails in between.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openConsoleKey } from "../../../../src/main/store/proof/keys.ts";
import { openStore } from "../../../../src/main/store/write/open-store.ts";
import { type FlatEntry, flatten } from "../../../../src/main/store/record.ts";
import { verifyLedger } from "../../../../src/main/store/proof/verify.ts";
import type { Writer } from "../../../../src/main/store/write/writer.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { firstMoment, samplePairs } from "../samples.ts";

const step = fc.constantFrom("append", "append", "append", "settle", "checkpoint", "fail");

/** Tries to append what SQLite refuses, entries without a summary. */
function fail(writer: Writer, entries: readonly FlatEntry[]): void {
  try {
    writer.append(
      entries.map((entry) => entry.with(16, null) as unknown as FlatEntry),
      firstMoment,
    );
  } catch {
    return;
  }
  throw new Error("Entries without a summary were taken.");
}

test("every checkpoint signs the tree of all entries before it", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const directory = temporaryDirectory();
      const key = openConsoleKey(directory);
      const { writer, close } = openStore({ directory, key, checkpointEntries: 8, now: firstMoment });
      let appended = 0;
      for (const what of steps) {
        const pair = samplePairs(1, appended).map(flatten);
        if (what === "append") appended += writer.append(pair, firstMoment).hashes.length / 64;
        else if (what === "settle") writer.settle();
        else if (what === "checkpoint") writer.checkpoint(firstMoment);
        else fail(writer, pair);
      }
      writer.checkpoint(firstMoment);
      close();
      expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: appended });
    }),
    { numRuns: 40 },
  );
});
