// The small window that shows a request where you are: what it is given and what it may ask for. Less than the console may.
import { z } from "zod";
import type { RiskLevel } from "../../domain/verdict.ts";

/** The essence of a card. */
export interface PopoverRequest {
  readonly approvalId: string;
  readonly digest: string;
  readonly agentName: string;
  /** The folder it works in, by its last name. */
  readonly project?: string;
  readonly headline: string;
  /** The command, path or address; for a change, its size in place of its text. */
  readonly target: string;
  readonly reason: string;
  readonly level: RiskLevel;
  /** The level whose colour it has: never calmer than the effect. */
  readonly colour: RiskLevel;
  readonly score: number;
  readonly count: number;
  readonly deadline?: number;
  /** Why it can only be allowed on the full card; absent when it can be allowed here. */
  readonly onlyOnCard?: "critical" | "uninspected" | "not-whole";
}

/** What was just answered here, for as long as it can be undone. */
export interface PopoverOutcome {
  readonly approvalId: string;
  readonly decision: "approve" | "deny";
  readonly headline: string;
}

export interface PopoverState {
  readonly request?: PopoverRequest;
  /** How many wait, this one included. */
  readonly waiting: number;
  /** Whether the window is on the screen by now: before, nothing can be answered. */
  readonly visible?: boolean;
  readonly outcome?: PopoverOutcome;
  /** Why the last answer did not count. */
  readonly problem?: string;
  /** The key that brings this window up from anywhere; `taken` by another program or not valid. */
  readonly shortcut?: { readonly keys: string; readonly taken: boolean };
}

const approvalId = z.string().min(1).max(128);
const digest = z.string().length(64);

export const popoverActionSchema = z.discriminatedUnion("does", [
  z.strictObject({ does: z.literal("allow"), approvalId, digest }),
  z.strictObject({ does: z.literal("deny"), approvalId, digest, reason: z.string().max(4000).optional() }),
  /** The full card, in the console. */
  z.strictObject({ does: z.literal("open"), approvalId: approvalId.optional() }),
  z.strictObject({ does: z.literal("undo"), approvalId }),
  z.strictObject({ does: z.literal("snooze") }),
  z.strictObject({ does: z.literal("pause") }),
  z.strictObject({ does: z.literal("close") }),
  /** It has drawn what it was given and is this many pixels high. */
  z.strictObject({ does: z.literal("drawn"), height: z.number().int().min(1).max(2000) }),
]);
export type PopoverAction = z.infer<typeof popoverActionSchema>;

/** What the preload script puts on `window.gatehousePopover`. */
export interface PopoverBridge {
  /** Returns how to stop listening. */
  readonly onState: (listener: (state: PopoverState) => void) => () => void;
  readonly act: (action: PopoverAction) => void;
}

/** Whoever answers in the small window. Only the full card allows what is critical or lasts. */
export const popoverActor = "popover";
