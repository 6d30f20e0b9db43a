// The writer: its tree and its entries stay one, whenever the tree takes them in and whatever fails in between.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openConsoleKey } from "../../../src/main/store/keys.ts";
import { openStore } from "../../../src/main/store/open-store.ts";
import { type FlatEntry, flatten } from "../../../src/main/store/record.ts";
import { verifyLedger } from "../../../src/main/store/verify.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { firstMoment, samplePairs } from "./samples.ts";

const step = fc.constantFrom("append", "append", "append", "settle", "checkpoint", "fail");

/** SQLite refuses an entry without a summary. */
function refused(entries: readonly FlatEntry[]): readonly FlatEntry[] {
  return entries.map((entry) => entry.with(16, null) as unknown as FlatEntry);
}

test("every checkpoint signs the tree of all entries before it", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const directory = temporaryDirectory();
      const key = openConsoleKey(directory);
      const { writer, close } = openStore({ directory, key, checkpointEntries: 8, now: firstMoment });
      let pairs = 0;
      for (const what of steps) {
        const entries = samplePairs(1, pairs).map(flatten);
        if (what === "settle") writer.settle();
        else if (what === "checkpoint") writer.checkpoint(firstMoment);
        else if (what === "fail") expect(() => writer.append(refused(entries), firstMoment)).toThrow("NOT NULL");
        else {
          writer.append(entries, firstMoment);
          pairs += 1;
        }
      }
      writer.checkpoint(firstMoment);
      close();
      expect(verifyLedger({ directory })).toMatchObject({ sound: true, entries: pairs * 2 });
    }),
    { numRuns: 40 },
  );
});
