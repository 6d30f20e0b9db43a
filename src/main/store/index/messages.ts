// What the main thread and the index's thread say to each other.
import type { IntentFilter } from "./known-intents.ts";

export interface IndexData {
  readonly directory: string;
  readonly opening: number;
}

export type ToIndex =
  /** Something was appended, or a stub was written. Not said again before the thread rests. */
  | { readonly type: "look" }
  /** Another file is the ledger now. */
  | { readonly type: "opened"; readonly opening: number }
  | { readonly type: "close" };

export type FromIndex =
  /** Another file is the index now: whoever reads it opens it again. */
  | { readonly type: "opened" }
  /** The number says of which ledger: entries of another one have other places. */
  | { readonly type: "indexed"; readonly opening: number; readonly indexedTo: number }
  /** The index no longer has what a stub up to here stands for: its rows may go. */
  | { readonly type: "removed"; readonly upTo: number }
  /** Every intent there was at the start. */
  | { readonly type: "known"; readonly intents: IntentFilter }
  /** All is done; the next look has to be asked for. */
  | { readonly type: "rested" };
