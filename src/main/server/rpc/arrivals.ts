// Messages that arrive in one turn of the event loop are answered together, once all of them have been read.

/**
 * To read a message and to answer it takes very different code. In turns, each throws the other out of the processor's caches;
 * with many connections, reading all that has arrived first saves a third of the time that answering takes.
 */
let turn: Promise<void> | undefined;

/** Resolves when everything that has arrived by now is read; in the order in which it was asked. */
export function arrivals(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}
