// Lets threads that index, search, verify and export stand back behind those that answer agents.
import { setPriority } from "node:os";

/** Appends wait for an index that is too far behind, so it must come forward on a busy machine too. */
export const behindAnswers = 5;
/** Nobody but the one who asked waits for a search: it has what the others leave. */
export const behindEverybody = 19;

/** For the calling thread alone, which only Linux can do; elsewhere it would slow down the whole program. */
export function standBack(priority: typeof behindAnswers | typeof behindEverybody): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, priority);
  } catch {
    // A system that forbids it has its own idea of who comes first.
  }
}
