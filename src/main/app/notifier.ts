// Tells whoever has subscribed: for parts that are created before those that need to hear from them.

export interface Notifier<Value extends readonly unknown[]> {
  readonly notify: (...value: Value) => void;
  /** Returns how to unsubscribe. */
  readonly subscribe: (listener: (...value: Value) => void) => () => void;
}

export function createNotifier<Value extends readonly unknown[]>(): Notifier<Value> {
  const listeners = new Set<(...value: Value) => void>();
  return {
    notify: (...value) => {
      for (const listener of listeners) listener(...value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
