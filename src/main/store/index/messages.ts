// What the index's thread is sent, and what it reports.
import { fields, type NoQuestions, type Protocol, tagged } from "../../workers/protocol.ts";
import type { IntentFilter } from "./known-intents.ts";

export interface IndexData {
  readonly directory: string;
  readonly opening: number;
}

export type IndexCommand =
  /** Something was appended, or a stub was written. Not sent again before the thread rests. */
  | { readonly type: "look" }
  /** Another file is the ledger now. */
  | { readonly type: "opened"; readonly opening: number };

export type IndexEvent =
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

export interface IndexTypes {
  readonly data: IndexData;
  readonly questions: NoQuestions;
  readonly command: IndexCommand;
  readonly event: IndexEvent;
}

export const indexProtocol: Protocol<IndexTypes> = {
  worker: "ledger-index",
  data: fields<IndexData>({ directory: "string", opening: "number" }),
  questions: {},
  command: tagged<IndexCommand>({ look: true, opened: true }),
  event: tagged<IndexEvent>({ opened: true, indexed: true, removed: true, known: true, rested: true }),
};
