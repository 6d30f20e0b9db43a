// Writes the ledger: entries in one transaction with their hashes and seals, and signed checkpoints.
import type { Connection } from "./database.ts";
import { headDigest, readHead, sealMemory } from "./head.ts";
import type { ConsoleKey } from "./keys.ts";
import { createFrontier, type Frontier } from "./merkle.ts";
import { type FlatEntry, recordHash } from "./record.ts";
import type { Remembering } from "./remembered.ts";
import { contentText, insertEntry, toContent } from "./rows.ts";
import { type CheckpointStatement, type Signed, signStatement, statementText } from "./statements.ts";
import { findEnd } from "./tail.ts";
import { growWords } from "./words.ts";

export interface Appended {
  /** The place of the first of the entries; the others follow it. */
  readonly first: number;
  readonly previousHash: string;
  /** 64 hex digits an entry, one after the other: one string crosses threads faster than many. */
  readonly hashes: string;
}

export interface Writer {
  /**
   * On disk when it returns; throws what SQLite throws, and then nothing of it is written. What `remember`
   * writes shares the transaction; the head speaks of it.
   */
  readonly append: (entries: readonly FlatEntry[], now: number, remember?: () => Remembering) => Appended;
  /** What nobody who appends has to wait for: the hashes in the Merkle tree, and a new checkpoint in the head file. */
  readonly settle: () => void;
  /** Signs the present end, unless it is signed already, and puts it into the head file. */
  readonly checkpoint: (now: number) => void;
  readonly lastSequence: () => number;
  readonly unsigned: () => number;
}

export interface WriterOptions {
  readonly connection: Connection;
  /** The digest of what is remembered. */
  readonly memory: bigint;
  readonly key: ConsoleKey;
  /** A checkpoint is made after this many entries. */
  readonly checkpointEntries: number;
  /** The entry at which the head file was written, as far as it is known. */
  readonly anchored?: number | undefined;
  /** Writes the head file; false when that is not possible now. */
  readonly anchor?: (checkpoint: Signed<CheckpointStatement>) => boolean;
}

export function createWriter(options: WriterOptions): Writer {
  const { connection, key, checkpointEntries, anchor } = options;
  const insert = connection.prepare(insertEntry);
  const moveHead = connection.prepare<[number, Buffer, Buffer, number | null]>(
    "INSERT OR REPLACE INTO head (id, sequence, seal, memory, anchored) VALUES (1, ?, ?, ?, ?)",
  );
  const insertCheckpoint = connection.prepare<[number, string, string, string]>(
    "INSERT INTO checkpoints (size, statement, signature, peaks) VALUES (?, ?, ?, ?)",
  );
  const words = growWords(connection);
  let end = findEnd(connection);
  let signedSize = end.signedSize;
  let memory = memoryOf(options.memory);
  /** Hashes of entries that are not in the tree yet. */
  let unsettled: string[] = [];
  /** A checkpoint that is not in the head file yet. */
  let unanchored: Signed<CheckpointStatement> | undefined;
  let anchored = options.anchored;
  /** What the database says of it: never more than is true, because the file is written first. */
  let recordedAnchor = readHead(connection)?.anchored;

  function memoryOf(digest: bigint) {
    const seal = sealMemory(key, digest);
    return { seal, bytes: Buffer.from(seal, "hex") };
  }

  function writeEntries(
    entries: readonly FlatEntry[],
    { seal, bytes }: typeof memory,
  ): { readonly lastHash: string; readonly hashes: string[] } {
    const hashes: string[] = [];
    let lastHash = end.lastHash;
    let sequence = end.sequence;
    for (const entry of entries) {
      sequence += 1;
      const content = toContent(entry, sequence, words);
      lastHash = recordHash(contentText(content, words), lastHash, sequence);
      insert.run(...content, lastHash, key.seal(lastHash));
      hashes.push(lastHash);
    }
    const headSeal = key.seal(headDigest(sequence, lastHash, seal, anchored));
    moveHead.run(sequence, Buffer.from(headSeal, "hex"), bytes, anchored ?? null);
    return { lastHash, hashes };
  }

  function writeCheckpoint(frontier: Frontier, lastHash: string, now: number): Signed<CheckpointStatement> {
    const size = frontier.size();
    const signed = signStatement(key, {
      type: "checkpoint",
      size,
      root: frontier.root(),
      lastHash,
      previousSize: signedSize,
      at: Math.trunc(now),
      keyId: key.keyId,
    });
    insertCheckpoint.run(size, statementText(signed.statement), signed.signature, frontier.peaks().join(" "));
    return signed;
  }

  const appendAll = connection.transaction(
    (entries: readonly FlatEntry[], now: number, remember?: () => Remembering) => {
      const remembering = remember?.();
      const kept = remembering === undefined ? memory : memoryOf(remembering.digest);
      const keep = (): void => {
        memory = kept;
        remembering?.keep();
      };
      const { lastHash, hashes } = writeEntries(entries, kept);
      if (end.sequence + entries.length - signedSize < checkpointEntries) return { lastHash, hashes, keep };
      // A tree of its own: when the transaction fails, nothing of it counts.
      const frontier = createFrontier(end.frontier.size(), end.frontier.peaks());
      for (const entryHash of [...unsettled, ...hashes]) frontier.add(entryHash);
      return { lastHash, hashes, keep, frontier, signed: writeCheckpoint(frontier, lastHash, now) };
    },
  );

  function settle(): void {
    for (const entryHash of unsettled) end.frontier.add(entryHash);
    unsettled = [];
    if (unanchored !== undefined && anchor?.(unanchored) === true) anchored = unanchored.statement.size;
    unanchored = undefined;
  }

  /** An append does it along the way; where none follows, nothing else would. */
  function recordAnchor(): void {
    if (anchored === recordedAnchor) return;
    connection.transaction(() => writeEntries([], memory)).immediate();
    recordedAnchor = anchored;
  }

  function noteSigned(signed: Signed<CheckpointStatement> | undefined): void {
    if (signed === undefined) return;
    signedSize = signed.statement.size;
    unanchored = signed;
  }

  return {
    append(entries, now, remember) {
      const previousHash = end.lastHash;
      const first = end.sequence + 1;
      try {
        const { lastHash, hashes, keep, frontier, signed } = appendAll.immediate(entries, now, remember);
        keep();
        recordedAnchor = anchored;
        unsettled = frontier === undefined ? [...unsettled, ...hashes] : [];
        end = {
          sequence: end.sequence + entries.length,
          lastHash,
          frontier: frontier ?? end.frontier,
          signedSize,
        };
        noteSigned(signed);
        return { first, previousHash, hashes: hashes.join("") };
      } catch (error) {
        words.forget();
        throw error;
      }
    },
    settle,
    checkpoint(now) {
      settle();
      if (signedSize < end.sequence) {
        noteSigned(connection.transaction(() => writeCheckpoint(end.frontier, end.lastHash, now)).immediate());
        settle();
      }
      recordAnchor();
    },
    lastSequence: () => end.sequence,
    unsigned: () => end.sequence - signedSize,
  };
}
