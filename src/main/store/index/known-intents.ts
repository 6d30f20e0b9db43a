// Which intents the ledger may know: a filter in memory, because nearly every intent is new and each is asked about.
import { createRecentMap } from "../../../shared/lib/recent-map.ts";
import { intentNumber } from "./schema.ts";

/** Each intent sets two of these bits: half a million intents make one new id in three hundred look known. */
const bits = 2 ** 24;

/** As many as may be on their way to the ledger together. */
const leastAsked = 256;

export type IntentFilter = Uint8Array<ArrayBuffer>;

export function newIntentFilter(): IntentFilter {
  return new Uint8Array(bits / 8);
}

/** By the number the index keeps, of 48 bits. */
export function addIntent(filter: IntentFilter, number: number): void {
  for (const bit of bitsOf(number)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
}

function bitsOf(number: number): readonly [number, number] {
  return [Math.floor(number / bits), number % bits];
}

export interface KnownIntents {
  /** False only when the ledger has no such intent. */
  readonly mayHave: (intentId: string) => boolean;
  readonly add: (intentId: string) => void;
  /** Everything that was there at the start. Until it is known, every intent may be. */
  readonly learn: (filter: IntentFilter) => void;
}

export function createKnownIntents(): KnownIntents {
  const filter = newIntentFilter();
  let complete = false;
  /** A new intent is asked about first and added once it is recorded. */
  const asked = createRecentMap<string, number>(leastAsked);
  return {
    mayHave(intentId) {
      if (!complete) return true;
      const number = intentNumber(intentId);
      asked.set(intentId, number);
      const [first, second] = bitsOf(number);
      const isSet = (bit: number): boolean => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
      return isSet(first) && isSet(second);
    },
    add: (intentId) => addIntent(filter, asked.get(intentId) ?? intentNumber(intentId)),
    learn(earlier) {
      for (let index = 0; index < filter.length; index += 1)
        filter[index] = (filter[index] ?? 0) | (earlier[index] ?? 0);
      complete = true;
    },
  };
}
