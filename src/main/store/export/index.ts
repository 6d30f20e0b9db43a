// The public face of export/: the ledger as files and text.
export { publicKeyOf } from "./export.ts";
export { partFor, writeExport } from "./file.ts";
export { exportLedger } from "./job.ts";
export { type ExportSource, exportText } from "./text.ts";
