// Tells when a file has changed, also when another takes its name.
import { watch } from "node:fs";

/** Editors write in several steps; the file is read when they are done. */
const settleMilliseconds = 100;
/** How often a file that is not there, or cannot be watched, is looked for. */
const lookMilliseconds = 2000;

/**
 * The file is watched and not its folder: the ledger lies there too, and each write to it would wake the thread that answers
 * intents. A watcher goes with the file it was made for, so that every change is followed by a new one.
 */
export function watchFile(path: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopWatching = begin();

  function begin(): () => void {
    try {
      const watcher = watch(path, { persistent: false }, () => again(settleMilliseconds));
      watcher.on("error", () => again(lookMilliseconds));
      return () => watcher.close();
    } catch {
      again(lookMilliseconds);
      return () => undefined;
    }
  }

  function again(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stopWatching();
      stopWatching = begin();
      changed();
    }, milliseconds);
    timer.unref();
  }

  return () => {
    clearTimeout(timer);
    stopWatching();
  };
}
