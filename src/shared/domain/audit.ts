// Audit: the entries of the ledger. One type a table column can explain; one vocabulary with the engine.
import type { Protocol } from "./intent.ts";
import type { JsonObject } from "../lib/json.ts";
import type { Decider, Outcome, ReasonCode, RiskLevel } from "./verdict.ts";

export const entryKinds = [
  "registration",
  "intent",
  "verdict",
  "directive",
  "report",
  "heartbeat_missed",
  "revocation",
  "grant",
  "override",
  "feedback",
  "policy",
  "setting",
  "lifecycle",
  "traffic",
  "fault",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What the engine hands to the ledger. Members beside the body are what people filter by. */
export interface NewEntry {
  readonly kind: EntryKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly agentDid?: string;
  readonly sessionId?: string;
  readonly intentId?: string;
  readonly parentIntent?: string;
  readonly protocol?: Protocol;
  readonly tool?: string;
  readonly outcome?: Outcome;
  readonly level?: RiskLevel;
  readonly score?: number;
  readonly reason?: ReasonCode;
  readonly decider?: Decider;
  readonly rule?: string;
  readonly paths?: readonly string[];
  readonly hosts?: readonly string[];
  /** One line for people: the command, the path, the sentence. Searched by full text. */
  readonly summary: string;
  /** Everything else, already redacted. */
  readonly body: JsonObject;
}

export interface LedgerEntry extends NewEntry {
  /** Position in the ledger, from 1. */
  readonly sequence: number;
  /** SHA-256 of the entry before, in hex. */
  readonly previousHash: string;
  readonly hash: string;
}
