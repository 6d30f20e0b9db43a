// Settings: what a person may tune, with the default and the effect of each.
import { z } from "zod";

const seconds = z.number().int().min(0).max(86_400);

export const settingsSchema = z.strictObject({
  /** What happens to a score from 0.70 to 0.79. */
  highBand: z.enum(["escalate", "allow", "deny"]).default("escalate"),
  /** How a denial travels: as the documents say, or always as a result, or always as an error. */
  denialForm: z.enum(["auto", "result", "error"]).default("auto"),
  /** strict demands a full Ed25519 key in the DID and a signature on every message. */
  identity: z.enum(["relaxed", "strict"]).default("relaxed"),
  /** What happens when an agent is seen for the first time. */
  pairing: z.enum(["open", "notify", "approve"]).default("notify"),
  /** Seconds a held intent waits, by risk level; 0 waits for ever. */
  approvalTimeoutSeconds: z
    .strictObject({ LOW: seconds, MEDIUM: seconds, HIGH: seconds, CRITICAL: seconds })
    .default({ LOW: 300, MEDIUM: 300, HIGH: 600, CRITICAL: 600 }),
  /** What the time-out, a closed window and a restart do to held intents. */
  posture: z.enum(["deny", "wait"]).default("deny"),
  maximumHeld: z.number().int().min(1).max(10_000).default(500),
  verdictExpirySeconds: seconds.default(300),
  heartbeatSeconds: z.number().int().min(1).max(3600).default(60),
  sessionSeconds: z.number().int().min(1).max(604_800).default(86_400),
  /** Milliseconds the risk model may take before heuristics decide alone. */
  modelBudgetMs: z.number().int().min(1).max(10_000).default(50),
  retentionDays: z.number().int().min(90).max(3650).default(365),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
