// The head: where the ledger ends and what is remembered beside it, sealed together, so that neither is put back alone.
import { hash } from "node:crypto";
import type { Connection } from "./database.ts";
import type { ConsoleKey } from "./keys.ts";

export interface Head {
  readonly sequence: number;
  readonly seal: string;
  /** The sealed digest of all that is remembered; none in what an earlier version wrote. */
  readonly memory?: string;
}

export function readHead(connection: Connection): Head | undefined {
  // A file of an earlier version that is only looked at lacks the column.
  const row = connection
    .prepare<[], { sequence: number; seal: Buffer; memory?: Buffer | null }>("SELECT * FROM head")
    .get();
  if (row === undefined) return undefined;
  const { sequence, seal, memory } = row;
  return { sequence, seal: seal.toString("hex"), ...(memory ? { memory: memory.toString("hex") } : {}) };
}

/** What the head's seal covers: the number and the hash of the last entry, and what is remembered at that time. */
export function headDigest(sequence: number, lastHash: string, memory?: string): string {
  return hash("sha256", `head ${sequence} ${lastHash}${memory === undefined ? "" : ` ${memory}`}`, "hex");
}

export function sealMemory(key: Pick<ConsoleKey, "seal">, digest: bigint): string {
  return key.seal(hash("sha256", `memory ${digest.toString(16)}`, "hex"));
}
