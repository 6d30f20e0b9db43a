// Opens the ledger of a directory for reading.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Connection, ledgerFile, openForReading } from "./database.ts";
import { LedgerUnavailable } from "./faults.ts";
import { refuseForeign } from "./migrations.ts";

/** Throws LedgerUnavailable when there is no ledger, or one of a newer version. */
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
