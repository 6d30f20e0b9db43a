// A list of listeners. One that throws does not keep the others from hearing.

export interface Listeners<Event> {
  /** Returns how to stop listening. */
  readonly listen: (listener: (event: Event) => void) => () => void;
  readonly tell: (event: Event) => void;
}

export function createListeners<Event>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    listen: (listener) => {
      const own = (event: Event): void => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    tell: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          // Reported as any uncaught error would be, but after the others have heard.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
