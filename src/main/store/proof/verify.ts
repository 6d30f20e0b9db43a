// Verifies a ledger in its directory and says in plain words whether it is what was recorded.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readAnchor, readAnchorKey } from "./anchor.ts";
import { doubtAnchor } from "./anchor-doubt.ts";
import { areSound, checkShares, createShares, entriesChecked } from "./contents.ts";
import { type Connection, ledgerFile } from "./database.ts";
import { classify } from "./faults.ts";
import { openLedgerFile } from "./files.ts";
import { readHead } from "./head.ts";
import { keyFile, readConsoleKey } from "./keys.ts";
import { foldPeaks, oneBits } from "./merkle.ts";
import { readMemory } from "./remembered.ts";
import { type CheckpointStatement, checkSigned } from "./statements.ts";
import { findStart, type Start } from "./tail.ts";
import { type Helpers, startHelpers } from "./verify-helpers.ts";
import { type Problem, type Trust, type Walk, walkLedger } from "./walk.ts";

export interface VerifyReport {
  readonly sound: boolean;
  /** The first thing that is not as it was recorded. */
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
    const problem: Problem = { sequence: 0, what: "edited", message: `The file is damaged: ${String(error)}.` };
    const nothing = { entries: 0, removed: 0, last: 0, checkpoints: 0, unsigned: 0, notes: [] };
    return { sound: false, problem, ...nothing, keys, milliseconds: Math.round(performance.now() - begun) };
  } finally {
    connection?.close();
  }
}

type Findings = Omit<VerifyReport, "sound" | "keys" | "milliseconds" | "notes">;

/** While Gatehouse records: what retention takes out meanwhile is not missing, and is left out the second time. */
function examine(connection: Connection, options: VerifyOptions, trust: Trust): Findings {
  for (;;) {
    const start = findStart(connection);
    const found = examineFrom(start, connection, options, trust);
    if (found.problem === undefined || findStart(connection).size === start.size) return found;
  }
}

function examineFrom(start: Start, connection: Connection, options: VerifyOptions, trust: Trust): Findings {
  // In this order, because the console goes on signing: what it knows of the file, the file, and then all that the file covers.
  const known = readHead(connection)?.anchored;
  const anchor = readAnchor(options.directory, trust.publicKeys);
  const total = connection.prepare<[], number | null>("SELECT max(sequence) FROM entries").pluck().get() ?? 0;
  const walk = walkAll(connection, options, { start, total, trust });
  const problem =
    stubFault(connection, trust) ??
    strayFault(connection, start.size) ??
    walk.problem ??
    anchorFault(anchor, walk.last, Math.max(walk.lastCheckpoint?.size ?? 0, start.size)) ??
    doubtFault(connection, known, anchor) ??
    memoryFault(connection, trust);
  return {
    ...(problem === undefined ? {} : { problem }),
    entries: walk.entries,
    removed: start.size,
    last: walk.last,
    checkpoints: walk.checkpoints,
    ...(walk.lastCheckpoint === undefined ? {} : { lastCheckpoint: walk.lastCheckpoint }),
    unsigned: walk.last - Math.max(walk.lastCheckpoint?.size ?? 0, start.size),
  };
}

/** With helpers: the chain, the tree and the signatures here, contents wherever there is time for them. */
function walkAll(
  connection: Connection,
  { directory, helpers, onProgress }: VerifyOptions,
  { start, total, trust }: { readonly start: Start; readonly total: number; readonly trust: Trust },
): Walk {
  const progress = (done: number): void => onProgress?.(done, total - start.size);
  if (helpers !== undefined && helpers.threads > 0 && total - start.size >= worthHelpers) {
    const shares = createShares(start, total);
    const dismiss = startHelpers(helpers, directory, shares, trust);
    const report = (): void => progress(entriesChecked(shares));
    try {
      const walk = walkLedger(connection, start, trust, report, total);
      if (walk.problem === undefined) checkShares(connection, shares, trust, report);
      if (walk.problem === undefined && areSound(shares)) return walk;
    } finally {
      dismiss();
    }
  }
  // Alone and in order: also to name the first of what the helpers only know to be wrong.
  return walkLedger(connection, start, trust, progress);
}

function findTrust({ directory, publicKeys = [] }: VerifyOptions): { trust: Trust; keys: VerifyReport["keys"] } {
  if (publicKeys.length > 0) return { trust: { publicKeys }, keys: "public" };
  if (existsSync(join(directory, keyFile))) {
    const key = readConsoleKey(directory);
    return { trust: { publicKeys: [key.publicKey], seal: key.seal }, keys: "console" };
  }
  const beside = readAnchorKey(directory);
  return { trust: { publicKeys: beside === undefined ? [] : [beside] }, keys: "none" };
}

/** What a ledger stands on after pruning must itself be signed and fit together. */
function stubFault(connection: Connection, trust: Trust): Problem | undefined {
  const rows = connection
    .prepare<[], { size: number; statement: string; signature: string }>("SELECT size, statement, signature FROM stubs")
    .all();
  for (const row of rows) {
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

/** Rows where none can be: before the first entry. Rows that a stub covers are only waiting to be deleted. */
function strayFault(connection: Connection, removed: number): Problem | undefined {
  const stray = connection.prepare<[], number>("SELECT sequence FROM entries WHERE sequence < 1 LIMIT 1").pluck().get();
  if (stray === undefined || removed > 0) return undefined;
  return { sequence: stray, what: "added", message: `Entry ${stray} was added: entries begin at 1.` };
}

function anchorFault(anchor: CheckpointStatement | undefined, last: number, signedSize: number): Problem | undefined {
  if (anchor === undefined) return undefined;
  if (anchor.size > last) {
    const message =
      `A checkpoint beside the ledger was signed at entry ${anchor.size}, but the ledger ends at ${last}: ` +
      "entries were taken off the end, or an older copy was put back.";
    return { sequence: last + 1, what: "removed", message };
  }
  if (anchor.size > signedSize) {
    const message = `The checkpoint at entry ${anchor.size} was taken out of the ledger.`;
    return { sequence: anchor.size, what: "checkpoint", message };
  }
  return undefined;
}

/** The ledger may be sound in itself and yet an older copy: the head file is what would show it. */
function doubtFault(
  connection: Connection,
  known: number | undefined,
  anchor: CheckpointStatement | undefined,
): Problem | undefined {
  const doubt = doubtAnchor(connection, known, anchor);
  return doubt === undefined ? undefined : { sequence: doubt.known, what: "anchor", message: doubt.message };
}

/** Agents and grants are not in the chain, but an always-allow that someone wrote in would be worse than any edit. */
function memoryFault(connection: Connection, { seal }: Trust): Problem | undefined {
  if (seal === undefined) return undefined;
  const { altered, doubted } = readMemory(connection, { seal }).remembered;
  const [first] = altered;
  if (first !== undefined) {
    const message = `What is remembered about ${first.id} (${first.kind}) was altered from outside.`;
    return { sequence: 0, what: "memory", message };
  }
  if (!doubted) return undefined;
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
