// The head: where the ledger ends and what is remembered beside it, sealed together, so that neither is put back alone.
import { hash } from "node:crypto";
import type { Connection } from "./database.ts";
import type { ConsoleKey } from "./keys.ts";

export interface Head {
  readonly sequence: number;
  readonly seal: string;
  /** The sealed digest of all that is remembered; none in what an earlier version wrote. */
  readonly memory?: string;
  /** The head file was written at this entry or later; none before the first time. */
  readonly anchored?: number;
}

export function readHead(connection: Connection): Head | undefined {
  // A file of an earlier version that is only looked at lacks some columns.
  const row = connection
    .prepare<[], { sequence: number; seal: Buffer; memory?: Buffer | null; anchored?: number | null }>(
      "SELECT * FROM head",
    )
    .get();
  if (row === undefined) return undefined;
  const { sequence, seal, memory, anchored } = row;
  return {
    sequence,
    seal: seal.toString("hex"),
    ...(memory ? { memory: memory.toString("hex") } : {}),
    ...(typeof anchored === "number" ? { anchored } : {}),
  };
}

/** What the head's seal covers: number and hash of the last entry, what is remembered then, and how far the head file came. */
export function headDigest(sequence: number, lastHash: string, memory?: string, anchored?: number): string {
  const parts = [
    `head ${sequence} ${lastHash}`,
    ...(memory === undefined ? [] : [memory]),
    ...(anchored === undefined ? [] : [`anchored ${anchored}`]),
  ];
  return hash("sha256", parts.join(" "), "hex");
}

export function sealMemory(key: Pick<ConsoleKey, "seal">, digest: bigint): string {
  return key.seal(hash("sha256", `memory ${digest.toString(16)}`, "hex"));
}
