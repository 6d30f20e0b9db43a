// What a run may use beyond what its manifest says.
import { release } from "node:os";

const mebibyte = 1024 * 1024;

/** Answers travel as one message, so they stay well below what a connection may leave unread. */
export const fileLimits = { readBytes: mebibyte, writeBytes: 10 * mebibyte } as const;

export interface RunLimits {
  /** Standard output and standard error together. */
  readonly outputBytes: number;
  /** What one file may have, and what a disk may lose while the program runs. */
  readonly diskBytes: number;
  readonly processes: number;
}

export const runLimits: RunLimits = { outputBytes: mebibyte, diskBytes: 1024 * mebibyte, processes: 512 };

/** From this version on Linux counts processes by user namespace; before, a person's other programs would count too. */
export function countsByNamespace(kernel: string = release()): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
