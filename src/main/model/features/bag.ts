// Bag: a bounded set of feature numbers. Names become numbers by a hash, so that no word list has to be shipped.

/** Feature numbers run from 1 to this; 0 stands for "nothing". The model's tables have one row for each. */
export const buckets = 262_144;

/** FNV-1a over UTF-16 units: quick, the same everywhere, and no secret depends on it. */
export function featureOf(name: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01_00_01_93);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c_1b_3c_6d);
  hash ^= hash >>> 13;
  return ((hash >>> 0) % (buckets - 1)) + 1;
}

/** The names of the features of one part of an input, each once, never more than the limit. */
export class Bag {
  readonly #names = new Set<string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(name: string): void {
    if (this.#names.size < this.#limit) this.#names.add(name);
  }

  names(): readonly string[] {
    return [...this.#names];
  }
}
