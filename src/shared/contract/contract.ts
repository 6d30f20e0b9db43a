// The one contract between the people's side (window, command line) and the engine: what can be asked, and what comes back.
import { z } from "zod";
import { activityInputs, type ActivityOutputs } from "./activity.ts";
import type { AlsoReleased, Grant, HeldApproval, Resolved, Undone } from "../domain/approval.ts";
import type { OperationName } from "./channels.ts";
import { containmentInputs, type ContainmentOutputs } from "../containment/view.ts";
import type { DesktopRequest, DesktopState, WindowCommand } from "./window/desktop.ts";
import { connectionInputs, type ConnectionOutputs } from "./connection.ts";
import { connectorInputs, type ConnectorOutputs } from "./connector.ts";
import { batchSchema, resolutionSchema } from "../domain/directive.ts";
import type { Facts } from "../domain/facts.ts";
import type { FeedItem } from "../domain/feed.ts";
import { inventoryInputs, type InventoryOutputs } from "./inventory.ts";
import { missedInputs, type MissedOutputs } from "./missed.ts";
import { type OverridePreview, overrideInputs } from "./override.ts";
import {
  type Observed,
  pastDecisionSchema,
  previewSchema,
  type PresentText,
  type ReachPreview,
  releaseSchema,
} from "./reach.ts";
import { policyApiInputs, type PolicyApiOutputs, type PolicyText } from "./policy-api.ts";
import { packInputs, type PackOutputs } from "./packs.ts";
import type { Result } from "../lib/result.ts";
import { type RiskExplanation, riskQuestionSchema } from "./risk-explanation.ts";
import type { ModelHealth } from "./risk-model.ts";
import { runningInputs, type RunningOutputs } from "./running.ts";
import { type Settings, settingsChangesSchema } from "./settings.ts";
import { sessionInputs, type SessionOutputs } from "./sessions/sessions.ts";
import type { AgentSummary, SequencedEvent } from "../domain/telemetry.ts";
import { terminalInputs, type TerminalOutputs } from "./terminal.ts";
import type { TraceExportStatus } from "./trace-export.ts";
import { tuningInputs, type TuningOutputs } from "./tuning.ts";
import type { Verdict } from "../domain/verdict.ts";

/** What went wrong, for people. */
export interface OperationError {
  readonly code: "invalid_input" | "not_found" | "refused" | "stale" | "unavailable" | "fault";
  readonly message: string;
}

export interface ConsoleStatus {
  readonly version: string;
  readonly http: string;
  readonly ws: string;
  readonly dataDirectory: string;
  /** One sentence for each port that another program uses, with the one that was taken instead. */
  readonly movedPorts?: readonly string[];
  readonly mode: "enforce" | "observe";
  /** Who switched observe mode on, and when; absent while rules are enforced. */
  readonly observing?: NonNullable<Settings["observe"]>;
  readonly posture: Settings["posture"];
  readonly policy: {
    readonly version: string;
    readonly constitutionHash: string;
    readonly problems: readonly string[];
  };
  /** What is wrong with packs of the user, one line for each problem; absent when nothing is. */
  readonly packProblems?: readonly string[];
  readonly ledger: {
    readonly healthy: boolean;
    readonly message?: string;
    /** What this start has found wrong with the ledger as a whole, for as long as the engine runs. */
    readonly alarm?: string;
    readonly entries: number;
  };
  readonly model: ModelHealth;
  /** The live export to an OpenTelemetry collector; absent while it is off. */
  readonly traceExport?: TraceExportStatus;
  /** True while every agent is stopped. */
  readonly halted: boolean;
  readonly haltedAgents: readonly string[];
  readonly startedAt: number;
}

/** What became of one item of a batch. */
export interface BatchAnswer {
  readonly approvalId: string;
  readonly answer: Result<Resolved, OperationError>;
}

export interface Explanation {
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly considered: readonly {
    readonly rule: string;
    readonly effect: string;
    readonly result: string;
    readonly why: string;
  }[];
}

const empty = z.strictObject({});
const did = z.string().min(1).max(512);
const words = z.string().max(4000);

/** The input of every operation. Whatever arrives from a window or a socket passes through these. */
export const operationInputs = {
  getStatus: empty,
  listFeed: z.strictObject({ limit: z.number().int().min(1).max(1000).default(200) }),
  /** `brief`: without the long texts, which `readApproval` gives for one request. */
  listApprovals: z.strictObject({ brief: z.boolean().optional() }),
  readApproval: z.strictObject({ approvalId: z.string().min(1).max(128) }),
  resolveApproval: resolutionSchema,
  resolveApprovals: batchSchema,
  /** The other waiting requests that a lasting allow would release, by the matching that would release them. */
  previewRelease: releaseSchema,
  /** Undoes a decision about a request: its rule or grant, and what it allowed that was not reported yet. */
  undoDecision: z.strictObject({ approvalId: z.string().min(1).max(128) }),
  /** Stops the countdown of a held intent: a human is looking at it. */
  keepWaiting: z.strictObject({ approvalId: z.string().min(1).max(128) }),
  /** Lets a countdown that was stopped run on. */
  letExpire: z.strictObject({ approvalId: z.string().min(1).max(128) }),
  listAgents: empty,
  pairAgent: z.strictObject({ agentDid: did, accept: z.boolean(), reason: words.optional() }),
  revokeAgent: z.strictObject({
    agentDid: did,
    capabilities: z.union([z.literal("*"), z.array(z.string().min(1).max(128)).min(1)]),
    reason: words,
  }),
  /** Gives up who owns the name of an agent without a key: the next peer that uses it becomes the owner. */
  releaseAgent: z.strictObject({ agentDid: did }),
  listGrants: empty,
  revokeGrant: z.strictObject({ grantId: z.string().min(1).max(128) }),
  /** Without an agent: all of them. */
  setHalt: z.strictObject({ agentDid: did.optional(), halted: z.boolean(), reason: words.default("") }),
  explain: z.strictObject({
    tool: z.string().min(1).max(256),
    arguments: z.record(z.string(), z.json()),
    agentDid: did.optional(),
    workspace: z.string().max(4096).optional(),
    /** A held request that would run with these arguments: its agent, session and folder count, not the ones given here. */
    approvalId: z.string().min(1).max(128).optional(),
    /** A policy to judge by instead of the one in force. */
    draft: z.string().max(1_000_000).optional(),
  }),
  scoreRisk: riskQuestionSchema,
  getPolicy: empty,
  ...policyApiInputs,
  ...packInputs,
  ...tuningInputs,
  ...connectionInputs,
  ...connectorInputs,
  ...inventoryInputs,
  ...runningInputs,
  ...containmentInputs,
  getSettings: empty,
  /** Observe mode has an operation of its own, which says who switched it. */
  saveSettings: settingsChangesSchema.omit({ observe: true }),
  /** Sends a harmless intent that asks for a human, so that a newcomer can see one. */
  sendTestIntent: empty,
  /** What a lasting decision would be worth: its rule, what it would have covered, and where it ends. */
  previewReach: previewSchema,
  /** A lasting decision about an action that observe mode let pass. */
  decidePast: pastDecisionSchema,
  listObserved: empty,
  /** The file a held request would write, as it is now. */
  readTarget: z.strictObject({ approvalId: z.string().min(1).max(128) }),
  setMode: z.strictObject({ mode: z.enum(["enforce", "observe"]) }),
  ...overrideInputs,
  ...activityInputs,
  ...missedInputs,
  ...sessionInputs,
  ...terminalInputs,
} as const satisfies Record<OperationName, z.ZodType>;

interface OperationOutputs
  extends
    PolicyApiOutputs,
    PackOutputs,
    TuningOutputs,
    ConnectionOutputs,
    ConnectorOutputs,
    InventoryOutputs,
    RunningOutputs,
    ContainmentOutputs,
    ActivityOutputs,
    MissedOutputs,
    SessionOutputs,
    TerminalOutputs {
  readonly getStatus: ConsoleStatus;
  readonly listFeed: readonly FeedItem[];
  readonly listApprovals: readonly HeldApproval[];
  /** The held request as JSON: one text crosses into the page at once, a large object member by member. */
  readonly readApproval: string;
  readonly resolveApproval: Resolved;
  readonly resolveApprovals: readonly BatchAnswer[];
  readonly previewRelease: readonly AlsoReleased[];
  readonly undoDecision: Undone & { readonly stopped: number };
  readonly keepWaiting: HeldApproval;
  readonly letExpire: HeldApproval;
  readonly listAgents: readonly AgentSummary[];
  readonly pairAgent: AgentSummary;
  readonly revokeAgent: AgentSummary;
  readonly releaseAgent: AgentSummary;
  readonly listGrants: readonly Grant[];
  readonly revokeGrant: Grant;
  readonly setHalt: { readonly halted: boolean; readonly deniedApprovals: number };
  readonly explain: Explanation;
  readonly scoreRisk: RiskExplanation;
  readonly getPolicy: PolicyText;
  readonly getSettings: Settings;
  readonly saveSettings: Settings;
  readonly sendTestIntent: { readonly intentId: string };
  readonly previewReach: ReachPreview;
  readonly decidePast: Grant;
  readonly listObserved: readonly Observed[];
  readonly readTarget: PresentText;
  readonly previewOverride: OverridePreview;
  readonly overrideDenial: Grant;
  readonly disputeVerdict: { readonly intentId: string };
  readonly setMode: { readonly mode: ConsoleStatus["mode"] };
}

export type OperationInput<Name extends OperationName> = z.output<(typeof operationInputs)[Name]>;
export type OperationOutput<Name extends OperationName> = OperationOutputs[Name];

/** Whoever answers with the buttons of a notification. Programs can press those too, so that little can be allowed there. */
export const notificationActor = "notification";

/** The implementation: who acts is known to the adapter ("console", "cli:anna"), never taken from the input. */
export type Operations = {
  readonly [Name in OperationName]: (
    input: OperationInput<Name>,
    actor: string,
  ) => Promise<Result<OperationOutput<Name>, OperationError>>;
};

/** What happened since the last batch. */
export interface EventBatch {
  readonly events: readonly SequencedEvent[];
  /** Some were left out under a flood: ask for the whole state again. */
  readonly resync: boolean;
}

/** What the preload script puts on `window.gatehouse`. Errors cross as values. */
export interface GatehouseBridge {
  readonly call: <Name extends OperationName>(
    name: Name,
    input: z.input<(typeof operationInputs)[Name]>,
  ) => Promise<Result<OperationOutput<Name>, OperationError>>;
  /**
   * Batches as JSON, because a text crosses into the page at once and a thousand objects member by member. Returns how to
   * stop listening.
   */
  readonly onEvents: (listener: (batch: string) => void) => () => void;
  /** The human asked from outside the window for a request, by its id or a link, or for the queue. Returns how to stop listening. */
  readonly onOpen: (listener: (wanted: string | undefined) => void) => () => void;
  /** Where the engine could not start: tries once more. The next call of an operation tells how that went. */
  readonly startAgain: () => Promise<void>;
  /** About the application around the engine. Rejects when it is refused. */
  readonly desktop: (request: DesktopRequest) => Promise<DesktopState>;
  /** A menu was used. Returns how to stop listening. */
  readonly onCommand: (listener: (command: WindowCommand) => void) => () => void;
}
