// Directive: what a human tells an agent about an intent that waits, and what that decision is worth beyond it.
import { z } from "zod";
import type { JsonObject } from "../lib/json.ts";
import type { DirectiveKind } from "./verdict.ts";

export const scopes = ["exact", "command_form", "tool_and_path", "host", "agent", "project"] as const;
export type Scope = (typeof scopes)[number];

export const durations = ["once", "5m", "15m", "1h", "session", "always"] as const;
export type Duration = (typeof durations)[number];

/** What of a very long request had not been in view when it was approved: the human said so. */
export const unreadSchema = z.strictObject({
  unit: z.enum(["lines", "characters"]),
  count: z.number().int().min(1),
  of: z.number().int().min(1),
});
export type Unread = z.output<typeof unreadSchema>;

/** How many requests one answer can be for. */
export const mostTogether = 500;

/** How a human answers a held intent, from the window or from the operator socket. */
export const resolutionSchema = z.strictObject({
  approvalId: z.string().min(1).max(128),
  decision: z.enum(["approve", "deny"]),
  scope: z.enum(scopes).default("exact"),
  duration: z.enum(durations).default("once"),
  /** Handed to the agent word for word. */
  reason: z.string().max(4000).optional(),
  /** Edited arguments: scored again, and released only if the edit is not worse. */
  arguments: z.record(z.string(), z.json()).optional(),
  /** What the approval is worth only under: narrower paths, no network, a dry run, a note. */
  conditions: z
    .array(
      z.strictObject({
        kind: z.enum(["paths", "no_network", "dry_run", "note"]),
        text: z.string().min(1).max(500),
        value: z.json().optional(),
      }),
    )
    .max(20)
    .optional(),
  /** The digest the human saw. Refused when the held action is another by now. */
  digest: z.string().length(64),
  /** The waiting requests that were listed as released by this answer. Others of high risk go on waiting. */
  listed: z
    .array(z.strictObject({ approvalId: z.string().min(1).max(128), digest: z.string().length(64) }))
    .max(mostTogether)
    .optional(),
  /** The file as the human saw it beside the change. Refused when it is another by now. */
  targetDigest: z.string().max(64).optional(),
  /** Approved without reading all of it. Recorded with the answer. */
  unread: unreadSchema.optional(),
});
export type Resolution = z.input<typeof resolutionSchema>;

/** One answer for several held intents of one risk level, each bound to what was seen. */
export const batchSchema = z.strictObject({
  decision: z.enum(["approve", "deny"]),
  reason: z.string().max(4000).optional(),
  items: z
    .array(resolutionSchema.pick({ approvalId: true, digest: true, targetDigest: true }))
    .min(1)
    .max(mostTogether),
});

export interface Directive {
  readonly agentDid: string;
  readonly intentId: string;
  readonly kind: DirectiveKind;
  readonly reason: string;
  /** "console", "cli:<user>", "timeout", "rule:<id>" … */
  readonly issuedBy: string;
  readonly issuedAt: number;
  /** What to run instead of the proposed arguments; only with MODIFY. */
  readonly arguments?: JsonObject;
}
