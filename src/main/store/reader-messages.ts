// What the main thread and the reader's thread say to each other.
import type { LedgerReader } from "./reader.ts";

export type ReaderMethod = Exclude<keyof LedgerReader, "close">;

export interface ReaderData {
  readonly directory: string;
  /** A job of its own instead of questions. */
  readonly job?: "verify";
}

export type ToReader =
  | { readonly type: "ask"; readonly id: number; readonly method: ReaderMethod; readonly argument: unknown }
  | { readonly type: "close" };

export type FromReader =
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "progress"; readonly done: number; readonly total: number };
