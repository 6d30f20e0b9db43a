// While you were away: what ended or passed without an answer, and who wants to be paired.
import { z } from "zod";
import type { ReasonCode, RiskLevel } from "../domain/verdict.ts";

/** Similar requests together, the latest of them by name. */
export interface MissedItem {
  /** Ended without an answer, or let pass by a rule or a grant where it would have asked. */
  readonly kind: "unanswered" | "passed";
  readonly agentDid: string;
  readonly agentName: string;
  readonly intentId: string;
  /** What it does, in plain words. */
  readonly headline: string;
  readonly summary: string;
  readonly reason: ReasonCode;
  readonly level: RiskLevel;
  /** Of the latest. */
  readonly at: number;
  readonly count: number;
  /** The rule, or "grant:<id>", that let it pass. */
  readonly rule?: string;
  /** The decision behind it, while it is in force. */
  readonly grantId?: string;
}

export interface MissedPairing {
  readonly agentDid: string;
  readonly agentName: string;
  readonly at: number;
}

export interface Missed {
  /** Latest first. */
  readonly items: readonly MissedItem[];
  /** How many more there are than the list shows. */
  readonly more: number;
  readonly pairings: readonly MissedPairing[];
  /** The last ledger entry this is about; dismissing means everything up to it. */
  readonly through: number;
}

export const missedInputs = {
  listMissed: z.strictObject({}),
  dismissMissed: z.strictObject({ through: z.number().int().min(0) }),
} as const;

export interface MissedOutputs {
  readonly listMissed: Missed;
  readonly dismissMissed: { readonly through: number };
}
