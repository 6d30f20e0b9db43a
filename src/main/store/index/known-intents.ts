// Which intents the ledger may know: a filter in memory, because nearly every intent is new and each is asked about.
import { intentNumber } from "./schema.ts";

/** Each intent sets two of these bits: half a million intents make one new id in three hundred look known. */
const bits = 2 ** 24;

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
  return {
    mayHave(intentId) {
      if (!complete) return true;
      const [first, second] = bitsOf(intentNumber(intentId));
      const isSet = (bit: number): boolean => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
      return isSet(first) && isSet(second);
    },
    add: (intentId) => addIntent(filter, intentNumber(intentId)),
    learn(earlier) {
      for (let index = 0; index < filter.length; index += 1)
        filter[index] = (filter[index] ?? 0) | (earlier[index] ?? 0);
      complete = true;
    },
  };
}
