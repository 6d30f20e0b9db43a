// The filter of known intents: it may take a new one for a known one, never the other way round.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intentNumber } from "../../../../src/main/store/index/schema.ts";
import { addIntent, createKnownIntents, newIntentFilter } from "../../../../src/main/store/index/known-intents.ts";

describe("known intents", () => {
  test("may be anything until what was there before is known", () => {
    const known = createKnownIntents();
    expect(known.mayHave("never seen")).toBe(true);
    known.learn(newIntentFilter());
    expect(known.mayHave("never seen")).toBe(false);
  });

  test("are found again, those from before and those since", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), fc.array(fc.string()), (before, early, late) => {
        const earlier = newIntentFilter();
        for (const intentId of before) addIntent(earlier, intentNumber(intentId));
        const known = createKnownIntents();
        for (const intentId of early) known.add(intentId);
        known.learn(earlier);
        for (const intentId of late) known.add(intentId);
        for (const intentId of [...before, ...early, ...late]) expect(known.mayHave(intentId)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test("are rarely confused with new ones", () => {
    const known = createKnownIntents();
    known.learn(newIntentFilter());
    for (let count = 0; count < 100_000; count += 1) known.add(`old-${count}`);
    const confused = Array.from({ length: 10_000 }, (_, count) => known.mayHave(`new-${count}`)).filter(Boolean);
    expect(confused.length).toBeLessThan(20);
  });
});
