// What the main thread and the writer's thread say to each other.
import type { LedgerFault } from "./faults.ts";
import type { FlatEntry } from "./record.ts";
import type { Change, Remembered } from "./remembered.ts";
import type { Appended } from "./writer.ts";

export interface WriterData {
  readonly directory: string;
  readonly checkpointEntries: number;
  readonly now: number;
}

export type ToWriter =
  | { readonly type: "append"; readonly entries: readonly FlatEntry[]; readonly now: number }
  | { readonly type: "remember"; readonly change: Change }
  | { readonly type: "checkpoint"; readonly now: number }
  /** Tries to come back after a fault. */
  | { readonly type: "probe"; readonly now: number }
  /** Signs for the removal of everything up to a checkpoint. */
  | { readonly type: "prune"; readonly size: number; readonly archive?: string; readonly now: number }
  /** Removes what a stub stands for, as far as the index no longer has it. */
  | { readonly type: "clear"; readonly upTo: number }
  | { readonly type: "close"; readonly now: number };

export interface Health {
  readonly healthy: boolean;
  readonly fault?: LedgerFault;
  /** What happened and what to do. */
  readonly message?: string;
}

export interface Failure {
  readonly fault: LedgerFault;
  readonly message: string;
}

export type FromWriter =
  | {
      readonly type: "ready";
      readonly remembered: Remembered;
      readonly entries: number;
      readonly healthy: boolean;
      /** What the start has found wrong with the ledger as a whole. */
      readonly alarm?: string;
    }
  | { readonly type: "refused"; readonly failure: Failure }
  | ({ readonly type: "appended" } & Appended)
  /** So many entries, the next in the row, were not recorded. */
  | { readonly type: "failed"; readonly entries: number; readonly failure: Failure }
  | { readonly type: "health"; readonly health: Health }
  /** Another file is the ledger now: whoever reads it opens it again. */
  | { readonly type: "opened" }
  /** The removal is signed for; the index has to let go first. */
  | { readonly type: "stub" }
  | { readonly type: "pruned"; readonly upTo: number }
  | { readonly type: "unpruned"; readonly failure: Failure }
  | { readonly type: "closed" };
