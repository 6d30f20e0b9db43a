// The ledger, or what a filter finds in it, as the text of any format; piece by piece, so that no export holds it all.
import { createReader, type LedgerReader, mostUnindexed } from "../read/index.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { ExportFormat } from "../../../shared/contract/ledger-export.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { indexFile } from "../database.ts";
import { exportLines, publicKeyOf, RemovedMeanwhile } from "./export.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { csvText } from "./formats/csv.ts";
import { ocsfText } from "./formats/ocsf.ts";
import { selectionText } from "./formats/selection.ts";

export interface ExportSource {
  readonly directory: string;
  readonly format: ExportFormat;
  readonly filter?: LedgerFilter;
  readonly onProgress?: (done: number, total: number) => void;
}

const pageSize = 500;
/** How many intents are remembered for their answers, which come soon after them. */
const mostIntents = 4096;

/** Oldest first, up to what was recorded when it began. Throws when the ledger cannot be read. */
export function* exportText({ directory, format, filter = {}, onProgress }: ExportSource): Iterable<string> {
  const whole = Object.values(filter).every((member) => member === undefined);
  if (format === "jsonl" && whole) {
    const connection = openLedgerFile(directory);
    try {
      const progress = onProgress === undefined ? {} : { onProgress };
      yield* exportLines(connection, { publicKey: publicKeyOf(directory), ...progress });
    } finally {
      connection.close();
    }
    return;
  }
  const reader = createReader(directory);
  try {
    const { removed } = reader.stats();
    const last = lastFor(reader, whole || !existsSync(join(directory, indexFile)));
    const total = whole ? reader.stats().entries : reader.count(filter);
    const pages = pagesOf(reader, filter, last, (done) => onProgress?.(done, Math.max(done, total)));
    if (format === "csv") yield* csvText(pages);
    else if (format === "ocsf") yield* ocsfText(pages, createIntents(reader));
    else yield* selectionText(pages, { publicKey: publicKeyOf(directory), filter });
    if (reader.stats().removed !== removed) throw new RemovedMeanwhile();
  } finally {
    reader.close();
  }
}

/** A search sees only the newest entries while its index is made anew; an export must not leave out the rest unseen. */
function lastFor(reader: LedgerReader, seesAll: boolean): number {
  const { last, indexedTo } = reader.stats();
  const end = last?.sequence ?? 0;
  if (!seesAll && end - indexedTo > mostUnindexed) {
    throw new Error(
      `The search index has come to entry ${indexedTo} of ${end}. Export again when it is complete, or without filters.`,
    );
  }
  return end;
}

/** Pages, not one long statement: an open statement would keep the writer's log from being emptied. */
function* pagesOf(
  reader: LedgerReader,
  filter: LedgerFilter,
  last: number,
  onProgress: (done: number) => void,
): Iterable<readonly LedgerEntry[]> {
  let done = 0;
  for (let after: number | undefined = 0; after !== undefined && after < last;) {
    const page = reader.page({ filter, after, limit: pageSize });
    const entries = page.entries.toReversed().filter((entry) => entry.sequence <= last);
    done += entries.length;
    if (entries.length > 0) yield entries;
    onProgress(done);
    after = page.newer;
  }
}

/** Finds the intent an entry belongs to, whether or not it is exported itself. */
function createIntents(reader: LedgerReader): (entry: LedgerEntry) => LedgerEntry | undefined {
  const known = new Map<string, LedgerEntry | undefined>();
  return (entry) => {
    const { agentDid, intentId } = entry;
    if (intentId === undefined || agentDid === undefined) return undefined;
    const key = intentKey(agentDid, intentId);
    if (entry.kind !== "intent" && known.has(key)) return known.get(key);
    const intent =
      entry.kind === "intent"
        ? entry
        : reader
            .story({ intentId, agentDid })
            ?.entries.findLast(({ kind, sequence }) => kind === "intent" && sequence < entry.sequence);
    if (known.size >= mostIntents) known.delete(known.keys().next().value ?? "");
    known.set(key, intent);
    return intent;
  };
}
