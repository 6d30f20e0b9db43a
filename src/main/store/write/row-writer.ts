// Writes rows of the ledger inside a transaction: entries with hash and seal, the end record, and signed checkpoints.
import type { Connection } from "../database.ts";
import {
  type CheckpointStatement,
  type ConsoleKey,
  endDigest,
  type Frontier,
  type Signed,
  signStatement,
  statementText,
} from "../proof/index.ts";
import { type FlatEntry, recordHash } from "../record.ts";
import { contentText, insertEntry, toContent } from "../rows.ts";
import { growWords } from "../words.ts";

/** The sealed digest of the saved state, as text and as bytes. */
export interface SealedState {
  readonly seal: string;
  readonly bytes: Buffer;
}

export interface RowWriter {
  /** Writes entries after the last one, and the end record behind them. */
  readonly entries: (
    last: { readonly sequence: number; readonly lastHash: string },
    entries: readonly FlatEntry[],
    state: SealedState,
    fileSize: number | undefined,
  ) => { readonly lastHash: string; readonly hashes: string[] };
  readonly checkpoint: (
    frontier: Frontier,
    lastHash: string,
    previousSize: number,
    now: number,
  ) => Signed<CheckpointStatement>;
  /** Call it after a rollback. */
  readonly rolledBack: () => void;
}

export function createRowWriter(connection: Connection, key: ConsoleKey): RowWriter {
  const insert = connection.prepare(insertEntry);
  // The end record. Columns keep their first names: `memory` is the sealed saved state, `anchored` the size of the checkpoint file.
  const writeEnd = connection.prepare<[number, Buffer, Buffer, number | null]>(
    "INSERT OR REPLACE INTO head (id, sequence, seal, memory, anchored) VALUES (1, ?, ?, ?, ?)",
  );
  const insertCheckpoint = connection.prepare<[number, string, string, string]>(
    "INSERT INTO checkpoints (size, statement, signature, peaks) VALUES (?, ?, ?, ?)",
  );
  const words = growWords(connection);
  return {
    entries(last, entries, { seal, bytes }, fileSize) {
      const hashes: string[] = [];
      let { sequence, lastHash } = last;
      for (const entry of entries) {
        sequence += 1;
        const content = toContent(entry, sequence, words);
        lastHash = recordHash(contentText(content, words), lastHash, sequence);
        insert.run(...content, lastHash, key.seal(lastHash));
        hashes.push(lastHash);
      }
      const endSeal = key.seal(endDigest(sequence, lastHash, seal, fileSize));
      writeEnd.run(sequence, Buffer.from(endSeal, "hex"), bytes, fileSize ?? null);
      return { lastHash, hashes };
    },
    checkpoint(frontier, lastHash, previousSize, now) {
      const size = frontier.size();
      const root = frontier.root();
      const at = Math.trunc(now);
      const { keyId } = key;
      const signed = signStatement(key, { type: "checkpoint", size, root, lastHash, previousSize, at, keyId });
      insertCheckpoint.run(size, statementText(signed.statement), signed.signature, frontier.peaks().join(" "));
      return signed;
    },
    rolledBack: words.forget,
  };
}
