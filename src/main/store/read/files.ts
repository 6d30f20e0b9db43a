// The ledger and its index, open for reading, and opened again when the files were replaced.
import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Connection, indexFile, ledgerFile, openForReading } from "../database.ts";
import { isIndexCurrent } from "../index/index.ts";
import { openLedgerFile } from "../open-ledger-file.ts";
import { readWords, type Words } from "../words.ts";

export interface ReadingFiles {
  readonly ledger: Connection;
  /** Undefined until the engine has built one. */
  readonly index: Connection | undefined;
  readonly words: Words;
}

export interface Reading {
  /** The files as they are now. Throws when there is no ledger, or one of a newer version. */
  readonly files: () => ReadingFiles;
  readonly close: () => void;
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
      // An index that was not complete when it was first opened is opened again.
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

/** Undefined for an index of another version, or one that is still being built. */
function openIndex(file: string): Connection | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const index = openForReading(file);
  try {
    if (isIndexCurrent(index, "main")) return index;
  } catch {
    // Damaged: the engine builds a new one at its next start.
  }
  index.close();
  return undefined;
}
