// Exports the ledger off the answering thread: progress while it goes on, and nothing left behind when it is stopped.
import { type ReaderOptions, runJob } from "../read/index.ts";
import { rmSync } from "node:fs";
import type { ExportFormat, ExportReport } from "../../../shared/contract/ledger-export.ts";
import type { LedgerFilter } from "../../../shared/contract/ledger-search.ts";
import { partFor } from "./file.ts";

export interface ExportOptions extends ReaderOptions {
  readonly format: ExportFormat;
  readonly filter?: LedgerFilter;
  /** The file to write. One that is there is replaced when the export is complete. */
  readonly out: string;
  /** Stops it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Rejects when it is stopped, when the ledger cannot be read, and when the file cannot be written; the error says why. */
export async function exportLedger(options: ExportOptions): Promise<ExportReport> {
  const { format, filter = {}, out, signal, onProgress, ...reader } = options;
  signal?.throwIfAborted();
  const part = partFor(out);
  try {
    return await runJob(reader, "export", { format, filter, out, part }, { onProgress, signal });
  } finally {
    if (part !== out) rmSync(part, { force: true });
  }
}
