// A map for what is cheap to find out again. Full, it forgets everything: to know what is oldest would cost more than that.
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#most) this.clear();
    return super.set(key, value);
  }
}
