// A pause that can be cut short, so that nothing keeps a program alive.

/** Resolves after the time, or at once when cancelled; an endless one only when cancelled. */
export function pause(milliseconds: number): { readonly over: Promise<undefined>; readonly cancel: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // Timers cannot hold more than 24 days; nobody waits longer than that for one answer.
  const timer = setTimeout(() => resolve(undefined), Math.min(milliseconds, 2 ** 31 - 1));
  return {
    over: promise,
    cancel: () => {
      clearTimeout(timer);
      resolve(undefined);
    },
  };
}
