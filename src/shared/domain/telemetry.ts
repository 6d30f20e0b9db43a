// Telemetry: the facts the engine broadcasts. Listeners never steer.
import type { LedgerJob, Verification } from "../contract/activity.ts";
import type { ConnectorView } from "../contract/connector.ts";
import type { Grant, HeldApproval, Resolved } from "./approval.ts";
import type { OutputStream, RunningCall } from "./execution.ts";
import type { FeedItem } from "./feed.ts";
import type { Intent, Subagent } from "./intent.ts";
import type { InventoryView } from "../contract/inventory.ts";
import type { JsonObject } from "../lib/json.ts";
import type { ReportStatus } from "./report.ts";
import type { TerminalState } from "../contract/terminal.ts";
import type { RiskLevel, Verdict } from "./verdict.ts";

/** An intent's arguments as they may leave the engine: shortened, secrets replaced. */
export interface PublicIntent extends Intent {
  readonly receivedAt: number;
}

export interface ReportOutcome {
  readonly intentId: string;
  readonly agentDid: string;
  readonly tool: string;
  readonly status: ReportStatus;
  readonly durationMs?: number;
  /** As the agent gave them, redacted. */
  readonly metrics?: JsonObject;
  readonly late: boolean;
  /** The agent says it ran something that was not approved. */
  readonly violation: boolean;
}

export const agentStates = ["connected", "stale", "disconnected", "halted", "revoked", "pending"] as const;
export type AgentState = (typeof agentStates)[number];

export interface AgentSummary {
  readonly agentDid: string;
  readonly name: string;
  readonly version?: string;
  readonly state: AgentState;
  readonly publicKey?: string;
  /** Another key it came with; refused until a human accepts it. */
  readonly proposedKey?: string;
  /** In words: the process that may use the name. Absent where a key proves who it is. */
  readonly owner?: string;
  readonly capabilities: readonly string[];
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly intents: number;
  readonly denied: number;
  readonly highestLevel?: RiskLevel;
  /** The permission mode it was last seen in, in its own word. */
  readonly permissionMode?: string;
  /** Its own helpers, the latest first. */
  readonly subagents?: readonly SubagentSummary[];
}

export interface SubagentSummary extends Subagent {
  readonly lastSeenAt: number;
  readonly calls: number;
}

export type EngineEvent =
  | { readonly type: "intent_received"; readonly at: number; readonly intent: PublicIntent }
  | { readonly type: "risk_assessed"; readonly at: number; readonly intent: PublicIntent; readonly verdict: Verdict }
  | { readonly type: "intent_blocked"; readonly at: number; readonly intent: PublicIntent; readonly verdict: Verdict }
  | { readonly type: "intent_allowed"; readonly at: number; readonly intent: PublicIntent; readonly verdict: Verdict }
  | { readonly type: "intent_held"; readonly at: number; readonly approval: HeldApproval }
  | { readonly type: "approval_changed"; readonly at: number; readonly approval: HeldApproval }
  | {
      readonly type: "approval_resolved";
      readonly at: number;
      readonly approvalId: string;
      readonly resolved: Resolved;
      readonly verdict: Verdict;
      /** The request whose lasting answer ended this one too. */
      readonly cause?: string;
    }
  | { readonly type: "feed_changed"; readonly at: number; readonly item: FeedItem }
  | { readonly type: "execution_complete"; readonly at: number; readonly report: ReportOutcome }
  /** For the window alone, like the two after it: a tool that Gatehouse runs has begun. */
  | { readonly type: "execution_started"; readonly at: number; readonly call: RunningCall }
  | {
      /** What a tool that Gatehouse runs is writing. */
      readonly type: "execution_output";
      readonly at: number;
      readonly agentDid: string;
      readonly intentId: string;
      /** 1, 2, 3 … for each intent. */
      readonly part: number;
      readonly stream: OutputStream;
      readonly text: string;
    }
  | {
      readonly type: "execution_ended";
      readonly at: number;
      readonly agentDid: string;
      readonly intentId: string;
      readonly status: ReportStatus;
    }
  | {
      readonly type: "heartbeat";
      readonly at: number;
      readonly agentDid?: string;
      readonly status: string;
      readonly load?: number;
    }
  | { readonly type: "agent_changed"; readonly at: number; readonly agent: AgentSummary }
  | { readonly type: "inventory_changed"; readonly at: number; readonly inventory: InventoryView }
  | { readonly type: "grant_changed"; readonly at: number; readonly grant: Grant; readonly live: boolean }
  | {
      readonly type: "policy_changed";
      readonly at: number;
      readonly version: string;
      readonly constitutionHash: string;
    }
  | { readonly type: "policy_refused"; readonly at: number; readonly problems: readonly string[] }
  | { readonly type: "halt_changed"; readonly at: number; readonly agentDid?: string; readonly halted: boolean }
  /** For the window alone: observe mode was switched. */
  | {
      readonly type: "mode_changed";
      readonly at: number;
      readonly mode: "enforce" | "observe";
      readonly observing?: { readonly by: string; readonly since: number };
    }
  | {
      /** For the window alone: how far a verification or an export has come. */
      readonly type: "ledger_job";
      readonly at: number;
      readonly job: LedgerJob;
      readonly verification?: Verification;
    }
  /** For the window alone: an agent was connected or disconnected, or its hook is not as it was. */
  | { readonly type: "connectors_changed"; readonly at: number; readonly connectors: readonly ConnectorView[] }
  /** For the console alone: somebody saved settings. */
  | { readonly type: "settings_changed"; readonly at: number; readonly names: readonly string[] }
  /** For the window alone: what terminals ask for and have done. */
  | { readonly type: "terminal_changed"; readonly at: number; readonly terminal: TerminalState }
  | { readonly type: "ledger_health"; readonly at: number; readonly healthy: boolean; readonly message?: string };

/** An event with its place in the stream. */
export interface SequencedEvent {
  readonly sequence: number;
  readonly event: EngineEvent;
}
