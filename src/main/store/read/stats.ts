// Figures about the whole ledger: how many entries, since when, how large, how far signed.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LedgerStats } from "../../../shared/contract/ledger-search.ts";
import { archiveFolder, indexFile, ledgerFile, withCompanions } from "../database.ts";
import { createEntries } from "./entries.ts";
import type { ReadingFiles } from "./files.ts";
import { integer, queryValues } from "../decode.ts";
import { findStart, lastCheckpoint } from "../proof/index.ts";
import { queryLastSequence } from "../rows.ts";

export function readStats(files: ReadingFiles, directory: string): LedgerStats {
  const { ledger } = files;
  const entries = createEntries(files);
  const start = findStart(ledger);
  const last = queryLastSequence(ledger)() ?? start.size;
  const first = entries.at(start.size + 1);
  const newest = entries.at(last);
  const count = queryValues(ledger.prepare<[]>("SELECT count(*) FROM checkpoints"), "checkpoints.count", integer);
  const checkpoint = lastCheckpoint(ledger)?.statement;
  return {
    entries: last - start.size,
    removed: start.size,
    ...(first === undefined ? {} : { first: { sequence: first.sequence, at: first.at } }),
    ...(newest === undefined ? {} : { last: { sequence: newest.sequence, at: newest.at } }),
    checkpoints: count.get() ?? 0,
    ...(checkpoint === undefined
      ? {}
      : {
          lastCheckpoint: { size: checkpoint.size, at: checkpoint.at, root: checkpoint.root, keyId: checkpoint.keyId },
        }),
    indexedTo: entries.indexedTo(),
    bytes: {
      ledger: bytesOf(withCompanions(join(directory, ledgerFile))),
      index: bytesOf(withCompanions(join(directory, indexFile))),
      archives: bytesOf(archivesIn(directory)),
    },
  };
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function archivesIn(directory: string): readonly string[] {
  const folder = join(directory, archiveFolder);
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
