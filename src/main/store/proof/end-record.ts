// The end record: where the ledger ends and the digest of the saved state, sealed together so that neither can be replaced alone.
import { hash } from "node:crypto";
import type { Connection } from "../database.ts";
import { bytes, integer, nullable, queryRows } from "../decode.ts";
import type { ConsoleKey } from "./keys.ts";

/** Stored in the table `head`. */
export interface EndRecord {
  readonly sequence: number;
  readonly seal: string;
  /** The sealed digest of the saved state; earlier versions wrote none. */
  readonly state?: string;
  /** The size of a checkpoint that is in the checkpoint file, or in a later one; none before the file is first written. */
  readonly fileSize?: number;
}

const columns = { sequence: integer, seal: bytes, memory: optional(bytes), anchored: optional(integer) };

/** Earlier versions have fewer columns: a file that is only read is not migrated. */
function optional<Value>(column: Parameters<typeof nullable<Value>>[0]) {
  const { expected, accepts } = nullable(column);
  return {
    expected,
    accepts: (value: unknown): value is Value | null | undefined => value === undefined || accepts(value),
  };
}

export function readEndRecord(connection: Connection): EndRecord | undefined {
  const row = queryRows(connection.prepare<[]>("SELECT * FROM head"), "head", columns).get();
  if (row === undefined) return undefined;
  const { sequence, seal, memory, anchored } = row;
  return {
    sequence,
    seal: seal.toString("hex"),
    ...(memory ? { state: memory.toString("hex") } : {}),
    ...(typeof anchored === "number" ? { fileSize: anchored } : {}),
  };
}

/** What the seal of the end record covers: the last entry, the saved state, and how far the checkpoint file had come. */
export function endDigest(sequence: number, lastHash: string, state?: string, fileSize?: number): string {
  const parts = [
    `head ${sequence} ${lastHash}`,
    ...(state === undefined ? [] : [state]),
    ...(fileSize === undefined ? [] : [`anchored ${fileSize}`]),
  ];
  return hash("sha256", parts.join(" "), "hex");
}

export function sealStateDigest(key: Pick<ConsoleKey, "seal">, digest: bigint): string {
  return key.seal(hash("sha256", `memory ${digest.toString(16)}`, "hex"));
}
