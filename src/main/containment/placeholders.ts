// Folders that are made as places for mounts in a project: shared by the runs in it, and removed after the last of them.
import { rmdirSync } from "node:fs";

export interface Placeholders {
  /** Returns how to let go of them. */
  readonly hold: (paths: readonly string[]) => () => void;
}

export function createPlaceholders(): Placeholders {
  /** How many runs have a mount on each. Removing one under a mount would take the mount away from that run. */
  const held = new Map<string, number>();
  return {
    hold: (paths) => {
      for (const path of paths) held.set(path, (held.get(path) ?? 0) + 1);
      return () => {
        for (const path of paths) {
          const left = (held.get(path) ?? 1) - 1;
          if (left > 0) held.set(path, left);
          else {
            held.delete(path);
            removeEmpty(path);
          }
        }
      };
    },
  };
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something into it, or removed it: it is theirs.
  }
}
