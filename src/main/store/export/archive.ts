// Writes the entries that retention will remove into a compressed file, which still verifies.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, createGzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { Readable, Writable } from "node:stream";
import { archiveFolder, type Connection } from "../database.ts";
import { exportLines, publicKeyOf } from "./export.ts";
import { integer, queryRows, text } from "../decode.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { findStart, parseStatement } from "../proof/index.ts";

const unfinished = ".new";

export interface Archived {
  /** Everything up to this entry is in archives now. */
  readonly size: number;
  readonly file: string;
}

/**
 * The last checkpoint signed before a moment: what it covers was recorded before that moment, even if clocks moved.
 * One signed while the clock was ahead of the present says nothing about that; those after it do. Undefined when nothing is
 * old enough.
 */
function findPrunable(connection: Connection, before: number, now: number): number | undefined {
  const start = findStart(connection);
  const rows = queryRows(
    connection.prepare<[number]>("SELECT size, statement FROM checkpoints WHERE size > ? ORDER BY size"),
    "checkpoints",
    { size: integer, statement: text },
  ).iterate(start.size);
  let size: number | undefined;
  for (const row of rows) {
    const at = parseStatement(row.statement)?.at ?? before;
    if (at > now) continue;
    if (at >= before) break;
    size = row.size;
  }
  return size;
}

export async function archiveBefore(directory: string, before: number, now: number): Promise<Archived | undefined> {
  const connection = openLedgerFile(directory);
  try {
    const size = findPrunable(connection, before, now);
    if (size === undefined) return undefined;
    const folder = join(directory, archiveFolder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // What was being written when Gatehouse ended.
    for (const name of readdirSync(folder)) if (name.endsWith(unfinished)) rmSync(join(folder, name), { force: true });
    const first = findStart(connection).size + 1;
    const name = `ledger-${digits(first)}-${digits(size)}.jsonl.gz`;
    await writeCompressed(
      join(folder, name),
      exportLines(connection, { publicKey: publicKeyOf(directory), upTo: size }),
    );
    return { size, file: join(archiveFolder, name) };
  } finally {
    connection.close();
  }
}

function digits(sequence: number): string {
  return `${sequence}`.padStart(9, "0");
}

/** Whole and on disk, or not there under its name. */
async function writeCompressed(file: string, lines: Iterable<string>): Promise<void> {
  const temporary = `${file}${unfinished}`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        try {
          // Writes all of it or throws: a single write to a full disk may be partial without an error.
          writeFileSync(descriptor, chunk);
          done();
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    });
    await pipeline(Readable.from(lines), createGzip({ level: constants.Z_DEFAULT_COMPRESSION }), sink);
    fsyncSync(descriptor);
    renameSync(temporary, file);
  } finally {
    closeSync(descriptor);
    // A part of an archive would only fill the disk further.
    rmSync(temporary, { force: true });
  }
}
