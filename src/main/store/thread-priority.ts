// Lowers the priority of threads that index, search, verify and export, so that threads that answer agents come first.
import { setPriority } from "node:os";

/** For the index: appends wait for an index that is too far behind, so it must progress on a busy machine too. */
export const belowAnswers = 5;
/** For searches and jobs: only the person who asked waits for them. */
export const lowest = 19;

/** For the calling thread alone, which only Linux can do; elsewhere it would slow down the whole process. */
export function lowerPriority(priority: typeof belowAnswers | typeof lowest): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, priority);
  } catch {
    // Some systems forbid it; then all threads have the same priority.
  }
}
