// The ledger and its index opened for reading, and opened again when another file took their place.
import { existsSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Connection, indexFile, ledgerFile, openForReading } from "./database.ts";
import { LedgerUnavailable } from "./faults.ts";
import { isIndexCurrent } from "./index-schema.ts";
import { refuseForeign } from "./migrations.ts";
import { readWords, type Words } from "./words.ts";

export interface ReadingFiles {
  readonly ledger: Connection;
  /** Absent until the engine has made one. */
  readonly index: Connection | undefined;
  readonly words: Words;
}

export interface Reading {
  /** The files as they are now. Throws when there is no ledger, or one of a newer version. */
  readonly files: () => ReadingFiles;
  readonly close: () => void;
}

/** The ledger of a directory for reading. Throws LedgerUnavailable when there is none, or one of a newer version. */
export function openLedgerFile(directory: string): Connection {
  const file = join(directory, ledgerFile);
  if (!existsSync(file)) throw new LedgerUnavailable("missing", `There is no ledger in ${directory}.`);
  const ledger = openForReading(file);
  try {
    refuseForeign(ledger, file);
    return ledger;
  } catch (error) {
    ledger.close();
    throw error;
  }
}

export function openReading(directory: string): Reading {
  const ledgerPath = join(directory, ledgerFile);
  const indexPath = join(directory, indexFile);
  let open: (ReadingFiles & { readonly identity: string }) | undefined;

  function close(): void {
    open?.ledger.close();
    open?.index?.close();
    open = undefined;
  }

  return {
    files() {
      const identity = `${nameOf(ledgerPath)} ${nameOf(indexPath)}`;
      // An index that was not finished when it was first looked at is looked at again.
      if (open?.identity === identity && open.index !== undefined) return open;
      close();
      const ledger = openLedgerFile(directory);
      open = { ledger, index: openIndex(indexPath), words: readWords(ledger), identity };
      return open;
    },
    close,
  };
}

function nameOf(file: string): string {
  const found: Stats | undefined = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.dev}:${found.ino}`;
}

/** An index of another version, or one that is just being made, is as good as none. */
function openIndex(file: string): Connection | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const index = openForReading(file);
  try {
    if (isIndexCurrent(index, "main")) return index;
  } catch {
    // Damaged: the engine builds it anew at its next start.
  }
  index.close();
  return undefined;
}
