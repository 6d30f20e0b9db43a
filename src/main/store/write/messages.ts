// What the writer's thread is sent, and what it reports.
import { fields, type NoQuestions, type Protocol, tagged } from "../../workers/protocol.ts";
import type { LedgerFault } from "../faults.ts";
import type { FlatEntry } from "../record.ts";
import type { Change, SavedState } from "../saved-state.ts";
import type { Appended } from "./writer.ts";

export interface WriterData {
  readonly directory: string;
  readonly checkpointEntries: number;
  readonly now: number;
}

export type WriterCommand =
  | { readonly type: "append"; readonly entries: readonly FlatEntry[]; readonly now: number }
  | { readonly type: "saveState"; readonly change: Change }
  | { readonly type: "checkpoint"; readonly now: number }
  /** Tries to recover after a fault. */
  | { readonly type: "probe"; readonly now: number }
  /** Signs for the removal of everything up to a checkpoint. */
  | { readonly type: "prune"; readonly size: number; readonly archive?: string; readonly now: number }
  /** Removes the entries that a stub replaces, as far as the index has removed them. */
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

export type WriterEvent =
  | {
      readonly type: "ready";
      readonly savedState: SavedState;
      readonly entries: number;
      readonly healthy: boolean;
      /** What the start has found wrong with the ledger as a whole. */
      readonly alarm?: string;
    }
  | { readonly type: "refused"; readonly failure: Failure }
  | ({ readonly type: "appended" } & Appended)
  /** The next entries in order, this many, were not recorded. */
  | { readonly type: "failed"; readonly entries: number; readonly failure: Failure }
  | { readonly type: "health"; readonly health: Health }
  /** Another file is the ledger now: whoever reads it opens it again. */
  | { readonly type: "opened" }
  /** The removal is signed for; the index has to let go first. */
  | { readonly type: "stub" }
  | { readonly type: "pruned"; readonly upTo: number }
  | { readonly type: "unpruned"; readonly failure: Failure }
  | { readonly type: "closed" };

/** Appends are answered by events, in their order: several of them become one transaction. */
export interface WriterTypes {
  readonly data: WriterData;
  readonly questions: NoQuestions;
  readonly command: WriterCommand;
  readonly event: WriterEvent;
}

export const writerProtocol: Protocol<WriterTypes> = {
  worker: "ledger-writer",
  data: fields<WriterData>({ directory: "string", checkpointEntries: "number", now: "number" }),
  questions: {},
  command: tagged<WriterCommand>({
    append: true,
    saveState: true,
    checkpoint: true,
    probe: true,
    prune: true,
    clear: true,
    close: true,
  }),
  event: tagged<WriterEvent>({
    ready: true,
    refused: true,
    appended: true,
    failed: true,
    health: true,
    opened: true,
    stub: true,
    pruned: true,
    unpruned: true,
    closed: true,
  }),
};
