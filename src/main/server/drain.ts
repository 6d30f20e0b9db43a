// Drain: counts the requests in flight, so that a stop can let them finish.

export interface Drain {
  /** True from the moment Gatehouse stops: nothing new is begun. */
  readonly stopping: boolean;
  readonly begin: () => void;
  readonly end: () => void;
  /** Resolves when nothing is in flight any more, or when the time is up. */
  readonly stop: (milliseconds: number) => Promise<void>;
}

export function createDrain(): Drain {
  let inFlight = 0;
  let stopping = false;
  let idle: (() => void) | undefined;
  return {
    get stopping() {
      return stopping;
    },
    begin: () => {
      inFlight += 1;
    },
    end: () => {
      inFlight -= 1;
      if (inFlight === 0) idle?.();
    },
    stop: (milliseconds) => {
      stopping = true;
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        idle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
