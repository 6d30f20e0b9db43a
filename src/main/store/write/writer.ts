// Appends to the ledger: entries, saved state and checkpoints in one transaction, and the work that can wait until after it.
import type { Connection } from "../database.ts";
import {
  type CheckpointStatement,
  type ConsoleKey,
  createFrontier,
  type End,
  findEnd,
  readEndRecord,
  sealStateDigest,
  type Signed,
} from "../proof/index.ts";
import type { FlatEntry } from "../record.ts";
import type { PendingState } from "../saved-state.ts";
import { createRowWriter, type RowWriter, type SealedState } from "./row-writer.ts";

export interface Appended {
  /** The sequence of the first entry; the others follow it. */
  readonly first: number;
  readonly previousHash: string;
  /** 64 hex digits for each entry, concatenated: one string crosses threads faster than many. */
  readonly hashes: string;
}

export interface Writer {
  /**
   * On disk when it returns; throws SQLite's errors, and then nothing is written. `saveState` writes in the same
   * transaction, and its digest becomes part of the end record.
   */
  readonly append: (entries: readonly FlatEntry[], now: number, saveState?: () => PendingState) => Appended;
  /** Work that no append waits for: hashes are added to the Merkle tree, a new checkpoint to the checkpoint file. */
  readonly settle: () => void;
  /** Signs the end of the ledger, unless it is signed already, and writes it to the checkpoint file. */
  readonly checkpoint: (now: number) => void;
  readonly lastSequence: () => number;
  readonly unsigned: () => number;
}

export interface WriterOptions {
  readonly connection: Connection;
  readonly stateDigest: bigint;
  readonly key: ConsoleKey;
  /** A checkpoint is made after this many entries. */
  readonly checkpointEntries: number;
  /** The size of the checkpoint in the checkpoint file, as far as it is known. */
  readonly fileSize?: number | undefined;
  /** Writes the checkpoint file; false when that is not possible now. */
  readonly writeFile?: (checkpoint: Signed<CheckpointStatement>) => boolean;
}

/** What was written, and what is still to be done about it. */
interface WriterState {
  end: End;
  signedSize: number;
  savedState: SealedState;
  /** Hashes of entries that are not in the tree yet. */
  pendingHashes: string[];
  /** A checkpoint that is not in the checkpoint file yet. */
  pendingCheckpoint: Signed<CheckpointStatement> | undefined;
  fileSize: number | undefined;
  /** What the database records of it: never more than is true, because the file is written first. */
  recordedFileSize: number | undefined;
}

export function createWriter(options: WriterOptions): Writer {
  const { connection, key } = options;
  const rows = createRowWriter(connection, key);
  const end = findEnd(connection);
  const state: WriterState = {
    end,
    signedSize: end.signedSize,
    savedState: sealState(key, options.stateDigest),
    pendingHashes: [],
    pendingCheckpoint: undefined,
    fileSize: options.fileSize,
    recordedFileSize: readEndRecord(connection)?.fileSize,
  };
  const append = createAppend(options, rows, state);
  return {
    append,
    settle: () => settle(state, options),
    checkpoint(now) {
      settle(state, options);
      if (state.signedSize < state.end.sequence) {
        const { frontier, lastHash } = state.end;
        const sign = connection.transaction(() => rows.checkpoint(frontier, lastHash, state.signedSize, now));
        noteSigned(state, sign.immediate());
        settle(state, options);
      }
      recordFileSize(state, options, rows);
    },
    lastSequence: () => state.end.sequence,
    unsigned: () => state.end.sequence - state.signedSize,
  };
}

function createAppend(
  { connection, key, checkpointEntries }: WriterOptions,
  rows: RowWriter,
  state: WriterState,
): Writer["append"] {
  const appendAll = connection.transaction(
    (entries: readonly FlatEntry[], now: number, saveState?: () => PendingState) => {
      const { end, signedSize } = state;
      const pending = saveState?.();
      const savedState = pending === undefined ? state.savedState : sealState(key, pending.digest);
      const committed = (): void => {
        state.savedState = savedState;
        pending?.committed();
      };
      const { lastHash, hashes } = rows.entries(end, entries, savedState, state.fileSize);
      if (end.sequence + entries.length - signedSize < checkpointEntries) return { lastHash, hashes, committed };
      // A copy of the tree, because the transaction may still fail.
      const frontier = createFrontier(end.frontier.size(), end.frontier.peaks());
      for (const entryHash of [...state.pendingHashes, ...hashes]) frontier.add(entryHash);
      const signed = rows.checkpoint(frontier, lastHash, signedSize, now);
      return { lastHash, hashes, committed, frontier, signed };
    },
  );
  return (entries, now, saveState) => {
    const { lastHash: previousHash, sequence, frontier: tree } = state.end;
    try {
      const { lastHash, hashes, committed, frontier, signed } = appendAll.immediate(entries, now, saveState);
      committed();
      state.recordedFileSize = state.fileSize;
      state.pendingHashes = frontier === undefined ? [...state.pendingHashes, ...hashes] : [];
      const { signedSize } = state;
      state.end = { sequence: sequence + entries.length, lastHash, frontier: frontier ?? tree, signedSize };
      noteSigned(state, signed);
      return { first: sequence + 1, previousHash, hashes: hashes.join("") };
    } catch (error) {
      rows.rolledBack();
      throw error;
    }
  };
}

function sealState(key: ConsoleKey, digest: bigint): SealedState {
  const seal = sealStateDigest(key, digest);
  return { seal, bytes: Buffer.from(seal, "hex") };
}

function settle(state: WriterState, { writeFile }: WriterOptions): void {
  for (const entryHash of state.pendingHashes) state.end.frontier.add(entryHash);
  state.pendingHashes = [];
  const { pendingCheckpoint } = state;
  if (pendingCheckpoint !== undefined && writeFile?.(pendingCheckpoint) === true)
    state.fileSize = pendingCheckpoint.statement.size;
  state.pendingCheckpoint = undefined;
}

/** Appends record it too; this is for when none follows. */
function recordFileSize(state: WriterState, { connection }: WriterOptions, rows: RowWriter): void {
  const { fileSize } = state;
  if (fileSize === state.recordedFileSize) return;
  connection.transaction(() => rows.entries(state.end, [], state.savedState, fileSize)).immediate();
  state.recordedFileSize = fileSize;
}

function noteSigned(state: WriterState, signed: Signed<CheckpointStatement> | undefined): void {
  if (signed === undefined) return;
  state.signedSize = signed.statement.size;
  state.pendingCheckpoint = signed;
}
