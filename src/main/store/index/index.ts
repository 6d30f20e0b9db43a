// The public face of index/: filters as searches, the intents the ledger knows, and building the index.
export { createActions } from "./actions.ts";
export { openIndexer } from "./indexer.ts";
export { createKnownIntents, type IntentFilter } from "./known-intents.ts";
export { matches, projectOf } from "./matches.ts";
export { createRecent } from "./recent.ts";
export { hashTag, intentNumber, isIndexCurrent, slotMilliseconds, tagLetter } from "./schema.ts";
export { canBeFound, compileFilter, type Query as IndexQuery } from "./query.ts";
