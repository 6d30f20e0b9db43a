// Lets threads that search, verify and export stand back behind those that answer agents.
import { setPriority } from "node:os";

const behindOthers = 5;

/** For the calling thread alone, which only Linux can do; elsewhere it would slow down the whole program. */
export function standBack(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, behindOthers);
  } catch {
    // A system that forbids it has its own idea of who comes first.
  }
}
