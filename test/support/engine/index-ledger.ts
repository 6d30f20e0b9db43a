// Indexes a ledger on this thread, for tests that have no console around it.
import { openIndexer } from "../../../src/main/store/index/indexer.ts";

/** All of it, or only so many entries. */
export function indexLedger(directory: string, entries = Number.MAX_SAFE_INTEGER): void {
  const indexer = openIndexer(directory);
  indexer.step(entries);
  indexer.close();
}
