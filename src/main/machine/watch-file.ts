// Tells when a file has changed, also when another takes its name.
import { statSync, watch } from "node:fs";

/** Editors write in several steps; the file is read when they are done. */
const settleMilliseconds = 100;
/** No event tells of a file that comes back, of a link that leads elsewhere, or of a change on a disk of another machine. */
const lookMilliseconds = 2000;

/**
 * The file is watched and not its folder: the ledger lies there too, and each write to it would wake the thread that answers
 * intents. A watcher goes with the file it was made for, so that every change is followed by a new one.
 */
export function watchFile(path: string, changed: () => void, stampOf = stampOfFile): () => void {
  let timer: NodeJS.Timeout | undefined;
  let seen = stampOf(path);
  let stopWatching = begin();
  const looking = setInterval(() => {
    if (stampOf(path) !== seen) settle();
  }, lookMilliseconds);
  looking.unref();

  function begin(): () => void {
    try {
      const watcher = watch(path, { persistent: false }, settle);
      watcher.on("error", () => watcher.close());
      return () => watcher.close();
    } catch {
      // Looking now and then is enough.
      return () => undefined;
    }
  }

  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stopWatching();
      stopWatching = begin();
      seen = stampOf(path);
      changed();
    }, settleMilliseconds);
    timer.unref();
  }

  return () => {
    clearTimeout(timer);
    clearInterval(looking);
    stopWatching();
  };
}

/** Another one when the file has changed, its link followed. */
function stampOfFile(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}
