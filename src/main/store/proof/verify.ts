// Verifies the ledger of a directory, and reports for people whether it is what was recorded.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readCheckpointFile, readPublicKeyFile } from "./checkpoint-file.ts";
import { checkCheckpointFile } from "./checkpoint-file-check.ts";
import { areSound, checkShares, createShares, entriesChecked } from "./contents.ts";
import { type Connection, ledgerFile } from "../database.ts";
import { classify } from "../faults.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { DamagedRow, integer, queryRows, queryValues, text } from "../decode.ts";
import { queryLastSequence } from "../rows.ts";
import { readEndRecord } from "./end-record.ts";
import { keyFile, readConsoleKey } from "./keys.ts";
import { foldPeaks, oneBits } from "./merkle.ts";
import { readSavedState } from "../saved-state.ts";
import { type CheckpointStatement, checkSigned } from "./statements.ts";
import { findStart, type Start } from "./ledger-range.ts";
import { type Helpers, startHelpers } from "./verify-helpers.ts";
import { type Problem, type Trust, type ChainReport, checkChain } from "./check-chain.ts";

export interface VerifyReport {
  readonly sound: boolean;
  /** The first thing that was altered. */
  readonly problem?: Problem;
  /** Entries looked at; entries removed by retention before them. */
  readonly entries: number;
  readonly removed: number;
  readonly last: number;
  readonly checkpoints: number;
  readonly lastCheckpoint?: CheckpointStatement;
  /** Entries after the last checkpoint: chained and sealed, not yet signed. */
  readonly unsigned: number;
  /** Whether the seals and signatures could be checked with the console's own key. */
  readonly keys: "console" | "public" | "none";
  readonly milliseconds: number;
  readonly notes: readonly string[];
}

export interface VerifyOptions {
  readonly directory: string;
  /** Public keys to trust ("ed25519:<hex>") where the console's own key is not at hand. */
  readonly publicKeys?: readonly string[];
  readonly onProgress?: (done: number, total: number) => void;
  /** Threads that check contents meanwhile. */
  readonly helpers?: Helpers;
}

/** Below this many entries a thread takes longer to start than to help. */
const worthHelpers = 20_000;

export function verifyLedger(options: VerifyOptions): VerifyReport {
  const begun = performance.now();
  const file = join(options.directory, ledgerFile);
  const { trust, keys } = findTrust(options);
  let connection: Connection | undefined;
  try {
    connection = openLedgerFile(options.directory);
    const found = examine(connection, options, trust);
    const notes = notesOf(found, keys);
    const milliseconds = Math.round(performance.now() - begun);
    return { sound: found.problem === undefined, ...found, keys, milliseconds, notes };
  } catch (error) {
    if (classify(error, file).fault !== "corrupt") throw error;
    const message = error instanceof DamagedRow ? error.message : `The file is damaged: ${String(error)}.`;
    const problem: Problem = { sequence: 0, what: "edited", message };
    const nothing = { entries: 0, removed: 0, last: 0, checkpoints: 0, unsigned: 0, notes: [] };
    return { sound: false, problem, ...nothing, keys, milliseconds: Math.round(performance.now() - begun) };
  } finally {
    connection?.close();
  }
}

type Findings = Omit<VerifyReport, "sound" | "keys" | "milliseconds" | "notes">;

/** Gatehouse may be recording: entries that retention removes meanwhile are not missing, so the check is repeated without them. */
function examine(connection: Connection, options: VerifyOptions, trust: Trust): Findings {
  for (;;) {
    const start = findStart(connection);
    const found = examineFrom(start, connection, options, trust);
    if (found.problem === undefined || findStart(connection).size === start.size) return found;
  }
}

function examineFrom(start: Start, connection: Connection, options: VerifyOptions, trust: Trust): Findings {
  // In this order, because the console goes on signing: what the database says of the file, the file, then what the file covers.
  const known = readEndRecord(connection)?.fileSize;
  const file = readCheckpointFile(options.directory, trust.publicKeys);
  const total = queryLastSequence(connection)() ?? 0;
  const chain = checkAll(connection, options, { start, total, trust });
  const problem =
    stubProblem(connection, trust) ??
    strayProblem(connection, start.size) ??
    chain.problem ??
    cutProblem(file, chain.last, Math.max(chain.lastCheckpoint?.size ?? 0, start.size)) ??
    fileProblem(connection, known, file) ??
    stateProblem(connection, trust);
  return {
    ...(problem === undefined ? {} : { problem }),
    entries: chain.entries,
    removed: start.size,
    last: chain.last,
    checkpoints: chain.checkpoints,
    ...(chain.lastCheckpoint === undefined ? {} : { lastCheckpoint: chain.lastCheckpoint }),
    unsigned: chain.last - Math.max(chain.lastCheckpoint?.size ?? 0, start.size),
  };
}

/** With helpers, this thread checks chain, tree and signatures, and all threads share the contents. */
function checkAll(
  connection: Connection,
  { directory, helpers, onProgress }: VerifyOptions,
  { start, total, trust }: { readonly start: Start; readonly total: number; readonly trust: Trust },
): ChainReport {
  const progress = (done: number): void => onProgress?.(done, total - start.size);
  if (helpers !== undefined && helpers.threads > 0 && total - start.size >= worthHelpers) {
    const shares = createShares(start, total);
    const dismiss = startHelpers(helpers, directory, shares, trust);
    const report = (): void => progress(entriesChecked(shares));
    try {
      const chain = checkChain(connection, start, trust, report, total);
      if (chain.problem === undefined) checkShares(connection, shares, trust, report);
      if (chain.problem === undefined && areSound(shares)) return chain;
    } finally {
      dismiss();
    }
  }
  // Without helpers, and also to find the first problem when a helper has found any.
  return checkChain(connection, start, trust, progress);
}

function findTrust({ directory, publicKeys = [] }: VerifyOptions): { trust: Trust; keys: VerifyReport["keys"] } {
  if (publicKeys.length > 0) return { trust: { publicKeys }, keys: "public" };
  if (existsSync(join(directory, keyFile))) {
    const key = readConsoleKey(directory);
    return { trust: { publicKeys: [key.publicKey], seal: key.seal }, keys: "console" };
  }
  const beside = readPublicKeyFile(directory);
  return { trust: { publicKeys: beside === undefined ? [] : [beside] }, keys: "none" };
}

/** The stub that a pruned ledger begins with must be signed and consistent. */
function stubProblem(connection: Connection, trust: Trust): Problem | undefined {
  const stubs = queryRows(connection.prepare<[]>("SELECT size, statement, signature FROM stubs"), "stubs", {
    size: integer,
    statement: text,
    signature: text,
  });
  for (const row of stubs.all()) {
    const checked = checkSigned(row.statement, row.signature, trust.publicKeys);
    const stub = "statement" in checked && checked.statement.type === "stub" ? checked.statement : undefined;
    const sound =
      stub !== undefined &&
      (checked.fault === undefined || (checked.fault === "unknown_key" && trust.publicKeys.length === 0)) &&
      stub.size === row.size &&
      stub.peaks.length === oneBits(stub.size) &&
      foldPeaks(stub.peaks) === stub.root;
    if (!sound) {
      const message = `The stub that stands for the removed entries up to ${row.size} is not the one that was signed.`;
      return { sequence: row.size, what: "stub", message };
    }
  }
  return undefined;
}

/** Rows before the first entry. Rows that a stub covers are only waiting to be deleted. */
function strayProblem(connection: Connection, removed: number): Problem | undefined {
  const statement = connection.prepare<[]>("SELECT sequence FROM entries WHERE sequence < 1 LIMIT 1");
  const stray = queryValues(statement, "entries.sequence", integer).get();
  if (stray === undefined || removed > 0) return undefined;
  return { sequence: stray, what: "added", message: `Entry ${stray} was added: entries begin at 1.` };
}

function cutProblem(file: CheckpointStatement | undefined, last: number, signedSize: number): Problem | undefined {
  if (file === undefined) return undefined;
  if (file.size > last) {
    const message =
      `A checkpoint beside the ledger was signed at entry ${file.size}, but the ledger ends at ${last}: ` +
      "entries were taken off the end, or an older copy was put back.";
    return { sequence: last + 1, what: "removed", message };
  }
  if (file.size > signedSize) {
    const message = `The checkpoint at entry ${file.size} was taken out of the ledger.`;
    return { sequence: file.size, what: "checkpoint", message };
  }
  return undefined;
}

/** The ledger may be consistent and yet an older copy: only the checkpoint file shows that. */
function fileProblem(
  connection: Connection,
  known: number | undefined,
  file: CheckpointStatement | undefined,
): Problem | undefined {
  const found = checkCheckpointFile(connection, known, file);
  return found === undefined ? undefined : { sequence: found.known, what: "anchor", message: found.message };
}

/** Agents and grants are not in the chain, but an inserted lasting permission would be worse than any edited entry. */
function stateProblem(connection: Connection, { seal }: Trust): Problem | undefined {
  if (seal === undefined) return undefined;
  const { altered, tampered } = readSavedState(connection, { seal }).state;
  const [first] = altered;
  if (first !== undefined) {
    const message = `What is remembered about ${first.id} (${first.kind}) was altered from outside.`;
    return { sequence: 0, what: "memory", message };
  }
  if (!tampered) return undefined;
  const message =
    "What is remembered about agents and decisions is not what was written last: " +
    "some of it was taken out, or put back from an older copy.";
  return { sequence: 0, what: "memory", message };
}

function notesOf(found: Findings, keys: VerifyReport["keys"]): readonly string[] {
  const notes: string[] = [];
  if (found.removed > 0)
    notes.push(`Entries 1 to ${found.removed} were removed by retention; a signed stub stands for them.`);
  if (found.unsigned > 0) {
    notes.push(
      `The last ${found.unsigned} entries came after the last checkpoint. They are chained, but no signature ` +
        "says yet that they are the last ones: entries taken off the end by someone with an older copy would not show.",
    );
  }
  if (keys === "public")
    notes.push("Only signatures were checked: the seals of single entries need the console's own key.");
  if (keys === "none") {
    notes.push(
      "The console's key is not here, so signatures were checked against the key left beside the ledger. Give a key you trust.",
    );
  }
  return notes;
}
