// The ledger as lines of JSON that lose nothing and can be verified anywhere: a head, entries, and checkpoints among them.
import { canonicalRecord } from "../../../shared/lib/canonical.ts";
import type { Connection } from "../database.ts";
import { integer, queryRows, text as textColumn } from "../decode.ts";
import { findStart, parseStatement, readConsoleKey, readPublicKeyFile } from "../proof/index.ts";
import { beginning, recordLine } from "../record.ts";
import { contentText, queryEntries, queryLastSequence } from "../rows.ts";
import { readWords } from "../words.ts";

export interface ExportOptions {
  readonly publicKey: string;
  /** The last entry to export; the end of the ledger when it is not given. */
  readonly upTo?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

const chunk = 500;
const signedColumns = { size: integer, statement: textColumn, signature: textColumn };

/** Every line ends with a line feed; several come at once, because a chunk is written faster than a line. */
export function* exportLines(connection: Connection, { publicKey, upTo, onProgress }: ExportOptions): Iterable<string> {
  const stub = queryRows(
    connection.prepare<[]>("SELECT size, statement, signature FROM stubs ORDER BY size DESC LIMIT 1"),
    "stubs",
    signedColumns,
  ).get();
  const stood = stub === undefined ? undefined : parseStatement(stub.statement);
  const start = stood?.size ?? 0;
  const end = upTo ?? queryLastSequence(connection)() ?? start;
  const head = { type: "gatehouse-ledger", version: 1, publicKey, first: start + 1, last: end };
  yield `${canonicalRecord(head).slice(0, -1)}${stub === undefined ? "" : `,"stub":${signed(stub)}`}}\n`;

  const words = readWords(connection);
  const read = queryEntries<[number, number, number]>(
    connection,
    "WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
  );
  const checkpoints = queryRows(
    connection.prepare<[number, number]>(
      "SELECT size, statement, signature FROM checkpoints WHERE size > ? AND size <= ? ORDER BY size",
    ),
    "checkpoints",
    signedColumns,
  );
  let place = start;
  let previous = stood?.lastHash ?? beginning;
  while (place < end) {
    const rows = read.all(place, end, chunk);
    const last = rows.at(-1);
    if (last === undefined) break;
    const due = [...checkpoints.all(place, last[0])];
    let text = "";
    for (const row of rows) {
      text += `${recordLine(contentText(row, words), previous, row[0], row[19])}\n`;
      previous = row[19];
      while (due[0]?.size === row[0]) text += `{"checkpoint":${signed(due.shift())}}\n`;
    }
    place = last[0];
    yield text;
    onProgress?.(place - start, end - start);
  }
  if (findStart(connection).size !== start) throw new RemovedMeanwhile();
}

/** What retention removes while it is exported is missing in the middle. */
export class RemovedMeanwhile extends Error {
  override readonly name = "RemovedMeanwhile";

  constructor() {
    super(
      "Retention removed old entries while they were exported. Export again: what it took is in the archive folder.",
    );
  }
}

function signed(row: { readonly statement: string; readonly signature: string } | undefined): string {
  return `{"signature":"${row?.signature}","statement":${row?.statement}}`;
}

/** The console's public key as the directory knows it. Throws when it has none. */
export function publicKeyOf(directory: string): string {
  return readPublicKeyFile(directory) ?? readConsoleKey(directory).publicKey;
}
