// The public face of read/: reading the ledger, in this thread or in its own.
export { mostUnindexed } from "./entries.ts";
export { type ReaderOptions, runJob } from "./jobs.ts";
export { createReader, type LedgerReader } from "./reader.ts";
export { openReader, type ThreadedReader } from "./thread.ts";
