// Feed: one line for each intent, as the live list shows it. It changes while the intent lives.
import type { Effect } from "./facts.ts";
import type { Tone } from "./headline.ts";
import type { Protocol } from "./intent.ts";
import type { ReportStatus } from "./report.ts";
import type { Decider, Outcome, ReasonCode, RiskLevel } from "./verdict.ts";

export interface FeedItem {
  readonly intentId: string;
  readonly agentDid: string;
  readonly agentName: string;
  readonly sessionId?: string;
  readonly protocol: Protocol;
  readonly at: number;
  readonly tool: string;
  /** The command, path or URL, redacted and on one line. */
  readonly summary: string;
  /** What it does, in one sentence, redacted. */
  readonly headline: string;
  /** Its colour: never calmer than the effect. */
  readonly tone: Tone;
  /** The folder of the project it is about. */
  readonly workspace?: string;
  readonly effects: readonly Effect[];
  readonly outcome: Outcome;
  readonly reason: ReasonCode;
  readonly reasoning: string;
  readonly decider: Decider;
  readonly rule?: string;
  readonly level: RiskLevel;
  readonly score: number;
  readonly threats: readonly string[];
  /** How long the engine took to answer. */
  readonly decidedInMs: number;
  /** How long the human took, where one decided. */
  readonly waitedMs?: number;
  readonly report?: ReportStatus;
}
