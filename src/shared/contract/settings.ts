// Settings: what a person may tune, with the effect and the default of each.
import { z } from "zod";
import { quietHoursSchema } from "../domain/quiet-hours.ts";
import { severityNames } from "../domain/threats.ts";
import { addressSchema } from "../lib/address.ts";
import { defaultRiskModel, riskModelSchema } from "./risk-model.ts";

const seconds = z.number().int().min(0).max(86_400);

export const settingsSchema = z.strictObject({
  /** What happens to a score from 0.70 to 0.79. */
  highBand: z.enum(["escalate", "allow", "deny"]),
  /** How a denial travels: as the documents say, or always as a result, or always as an error. */
  denialForm: z.enum(["auto", "result", "error"]),
  /** strict demands a full Ed25519 key in the DID and a signature on every message. */
  identity: z.enum(["relaxed", "strict"]),
  /** What happens when an agent is seen for the first time. */
  pairing: z.enum(["open", "notify", "approve"]),
  /** Seconds a held intent waits, by risk level; 0 waits for ever. */
  approvalTimeoutSeconds: z.strictObject({ LOW: seconds, MEDIUM: seconds, HIGH: seconds, CRITICAL: seconds }),
  /** What the time-out does to held intents. Quitting denies them; closing the window changes nothing. */
  posture: z.enum(["deny", "wait"]),
  /**
   * What the hooks of connected agents answer while no engine runs: no, or a question to the agent's own user. Agents that
   * cannot ask get a no in either case.
   */
  engineDown: z.enum(["deny", "ask"]),
  /** The kill switch: while it is on, no agent may do anything. It survives a restart. */
  halted: z.boolean(),
  /** Observe mode, and who switched it on when: nothing is held, and only what is critical or protected is denied. Null is off. */
  observe: z.strictObject({ by: z.string().min(1).max(256), since: z.number() }).nullable(),
  maximumHeld: z.number().int().min(1).max(10_000),
  /** Of these, how many one agent, or one process under any names, may take: the others must still find room. */
  maximumHeldByAgent: z.number().int().min(1).max(10_000),
  verdictExpirySeconds: seconds,
  /** An agent that is silent for longer is stale. */
  heartbeatSeconds: z.number().int().min(1).max(3600),
  /** A registered agent that is silent for longer must register again. */
  sessionSeconds: z.number().int().min(1).max(604_800),
  /** Which scorer gives the second opinion on risk, and how long each may take before heuristics decide alone. */
  riskModel: riskModelSchema,
  /** Milliseconds an AOS call waits for a human before it is denied: AOS has no way to ask again. */
  aosWaitMs: z.number().int().min(0).max(600_000),
  /** Demands what the AOS text says where its examples and its schema are looser: an id, `citation` on every message. */
  aosStrict: z.boolean(),
  /** A second port for /score_risk alone, from the next start on (8001 in AEON's document); 0 is none. */
  scoreRiskPort: z.number().int().min(0).max(65_535),
  /** The port of A2E, from the next start on; 0 is the one after the main port, or a free one where that is taken. */
  a2ePort: z.number().int().min(0).max(65_535),
  /** What happens to a command Gatehouse is to run itself (tools/call) where the system has no sandbox for it. */
  unsandboxedCommands: z.enum(["refuse", "allow"]),
  /**
   * Which commands of uncontained agents run contained, where the agent uses changed input and the system has a sandbox: none,
   * those of medium risk or that cannot be inspected, or all.
   */
  containCommands: z.enum(["off", "medium", "always"]),
  retentionDays: z.number().int().min(90).max(3650),
  /**
   * What a terminal may give to agents (the operator's socket): nothing, what is confirmed in the window, or everything, with
   * Undo in the window. "auto" is "confirm" where there is a window, and "on" without one. Denying and stopping always work.
   */
  terminalApprovals: z.enum(["auto", "off", "confirm", "on"]),
  /** Tells about requests outside the window. */
  notifications: z.boolean(),
  /** Shows a new request in a small window beside the tray, without taking the focus; notifications then stay away. */
  popover: z.boolean(),
  /** The keys that bring the small window up from anywhere while something waits, as Electron writes them; empty is none. */
  answerShortcut: z
    .string()
    .max(64)
    .regex(/^$|^(?:(?:CommandOrControl|Command|Control|Alt|Option|Shift|Super|Meta)\+)+[A-Z0-9]$|^F\d{1,2}$/, {
      message: "Write keys such as CommandOrControl+Alt+G, or leave it empty.",
    }),
  /** Whether Gatehouse starts when its user logs in. Only an application with a window does so. */
  startAtLogin: z.boolean(),
  /** When requests queue without a sound; null is never. The posture decides about them as always. */
  quietHours: quietHoursSchema.nullable(),
  /** The OpenTelemetry collector that receives every intent, such as http://127.0.0.1:4318 (OTLP over HTTP); empty is none. */
  openTelemetryEndpoint: z.literal("").or(addressSchema),
  /** Asks the feed of updates once a day, where this build has one. */
  checkForUpdates: z.boolean(),
  /** Packs of risk rules that are switched off, by name. */
  disabledPacks: z.array(z.string().min(1).max(64)).max(1000),
  /** Rules of packs that are switched off, by id. */
  disabledRules: z.array(z.string().min(1).max(64)).max(10_000),
  /** Risk rules whose findings count as this much at most, by id. Rules that protect Gatehouse itself cannot be lowered. */
  loweredRules: z.record(z.string().min(1).max(64), z.enum(severityNames)),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What a person changes; members that are not named stay as they are. */
export const settingsChangesSchema = settingsSchema.partial();
export type SettingsChanges = z.infer<typeof settingsChangesSchema>;

export const defaultSettings: Settings = {
  highBand: "escalate",
  denialForm: "auto",
  identity: "relaxed",
  pairing: "notify",
  approvalTimeoutSeconds: { LOW: 300, MEDIUM: 300, HIGH: 600, CRITICAL: 600 },
  posture: "deny",
  engineDown: "deny",
  halted: false,
  observe: null,
  maximumHeld: 500,
  maximumHeldByAgent: 50,
  verdictExpirySeconds: 300,
  heartbeatSeconds: 60,
  sessionSeconds: 86_400,
  riskModel: defaultRiskModel,
  aosWaitMs: 60_000,
  aosStrict: false,
  scoreRiskPort: 0,
  a2ePort: 0,
  unsandboxedCommands: "refuse",
  containCommands: "off",
  retentionDays: 365,
  terminalApprovals: "auto",
  notifications: true,
  popover: true,
  answerShortcut: "CommandOrControl+Alt+G",
  startAtLogin: false,
  quietHours: null,
  openTelemetryEndpoint: "",
  checkForUpdates: false,
  disabledPacks: [],
  disabledRules: [],
  loweredRules: {},
};

/** The names of the settings that are changed. */
export function settingNames<Changes extends SettingsChanges>(
  changes: Changes,
): readonly (keyof Changes & keyof Settings)[] {
  return Object.keys(changes).filter((name): name is keyof Changes & keyof Settings =>
    Object.hasOwn(settingsSchema.shape, name),
  );
}
