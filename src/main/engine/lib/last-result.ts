// Remembers the last result of a function that is asked about the same thing several times in a row.

/** One entry and no WeakMap: those make every garbage collection slow. */
export class LastResult<Key, Value> {
  #last: { readonly key: Key; readonly value: Value } | undefined;

  get(key: Key, compute: (key: Key) => Value): Value {
    if (this.#last === undefined || this.#last.key !== key) this.#last = { key, value: compute(key) };
    return this.#last.value;
  }
}
