// A map of the latest entries. Full, it forgets the older half at once: a map is slow to find its first member again and again.

export interface RecentMap<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => void;
}

/** Keeps at least this many of the last entries, and at most twice as many. */
export function createRecentMap<Key, Value>(least: number): RecentMap<Key, Value> {
  let latest = new Map<Key, Value>();
  let before = new Map<Key, Value>();
  return {
    get: (key) => latest.get(key) ?? before.get(key),
    set(key, value) {
      if (latest.size >= least) {
        before = latest;
        latest = new Map();
      }
      latest.set(key, value);
    },
  };
}
