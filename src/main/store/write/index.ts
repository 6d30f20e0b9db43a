// The public face of write/: writing the ledger. It loads SQLite.
export { openRecoveringWriter } from "./recovering-writer.ts";
