// Wires the ledger's read side to the operations: a thread for rows, one for figures, one for each long work.
import { openReader, type ThreadedReader } from "../store/read/index.ts";
import { exportLedger } from "../store/export/index.ts";
import type { ExportFormat } from "../../shared/contract/ledger-export.ts";
import type { LedgerFigures, LedgerReading, LedgerWork } from "../operations/ledger/ports.ts";

export interface ActivityOptions {
  readonly directory: string;
  /** Answers questions about rows; whoever opened it closes it. */
  readonly reading: ThreadedReader;
  readonly chooseFile: ((format: ExportFormat) => Promise<string | undefined>) | undefined;
}

export interface Activity {
  readonly reading: LedgerReading;
  readonly figures: LedgerFigures;
  readonly work: LedgerWork;
  /** Stops what is under way. */
  readonly close: () => Promise<void>;
}

export function buildActivity({ directory, reading, chooseFile }: ActivityOptions): Activity {
  const figures = openReader({ directory });
  const ending = new AbortController();
  const either = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, ending.signal]);
  return {
    reading,
    figures,
    work: {
      verify: async (progress, signal) => {
        const { problem, ...report } = await reading.verify(progress, either(signal));
        const { sound, entries, last, unsigned, milliseconds, notes } = report;
        const found = problem === undefined ? {} : { problem: problem.message };
        return { sound, entries, last, unsigned, milliseconds, notes, ...found };
      },
      export: async ({ format, filter, file }, progress, signal) => {
        const options = { format, filter, out: file, onProgress: progress, signal: either(signal) };
        return (await exportLedger({ directory, ...options })).entries;
      },
      chooseFile,
    },
    close: async () => {
      ending.abort();
      await figures.close();
    },
  };
}
