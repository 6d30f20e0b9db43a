// What the main thread and the reader's thread say to each other.
import type { ExportFormat, ExportReport } from "../../shared/ledger-export.ts";
import type { LedgerFilter } from "../../shared/ledger-search.ts";
import type { Archived } from "./archive.ts";
import type { Shares } from "./contents.ts";
import type { LedgerReader } from "./reader.ts";
import type { VerifyReport } from "./verify.ts";

export type ReaderMethod = Exclude<keyof LedgerReader, "close">;

export interface ReaderData {
  readonly directory: string;
  /** A job of its own instead of questions. */
  readonly job?: Job;
}

export type Job =
  | { readonly type: "verify" }
  /** Helps a verification; what it finds goes into the shares. */
  | { readonly type: "check"; readonly shares: Shares; readonly sealed: boolean }
  | { readonly type: "archive"; readonly before: number; readonly now: number }
  | {
      readonly type: "export";
      readonly format: ExportFormat;
      readonly filter: LedgerFilter;
      readonly out: string;
      readonly part: string;
    };

export interface JobAnswers {
  readonly verify: VerifyReport;
  readonly check: undefined;
  readonly archive: Archived | undefined;
  readonly export: ExportReport;
}

export type ToReader =
  | { readonly type: "ask"; readonly id: number; readonly method: ReaderMethod; readonly argument: unknown }
  | { readonly type: "close" };

export type FromReader =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "progress"; readonly done: number; readonly total: number };
