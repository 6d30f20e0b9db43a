// Sessions as pictures: the steps of one session with what they read, wrote and sent, and figures over all sessions.
import { z } from "zod";
import type { IntentLife } from "../activity.ts";
import type { Zone } from "../../domain/facts.ts";
import type { Tone } from "../../domain/headline.ts";
import type { Subagent } from "../../domain/intent.ts";
import type { Outcome, RiskLevel } from "../../domain/verdict.ts";

/** A file a step touches. */
export interface StepFile {
  readonly path: string;
  readonly access: "read" | "write" | "delete";
  readonly zone: Zone;
}

/** A host a step talks to. */
export interface StepHost {
  readonly host: string;
  readonly direction: "in" | "out" | "both";
  /** A destination by another name than its host's: a git remote, a registry. */
  readonly named?: true;
}

export interface SessionStep {
  readonly sequence: number;
  readonly intentId: string;
  readonly at: number;
  readonly tool: string;
  /** What it does, in one sentence. */
  readonly headline: string;
  readonly tone: Tone;
  /** The command, path or text. */
  readonly summary: string;
  /** The score of the verdict it got when it came; absent where no verdict is recorded. */
  readonly score?: number;
  readonly level?: RiskLevel;
  readonly life?: IntentLife;
  readonly subagent?: Subagent;
  /** Hands work to another agent, which may be the subagent of later steps. */
  readonly delegates: boolean;
  readonly files: readonly StepFile[];
  readonly hosts: readonly StepHost[];
  /** The argument that holds the text it writes, where one does. */
  readonly writes?: string;
}

export interface SessionSteps {
  /** Oldest first: the latest of the session where it has too many. */
  readonly steps: readonly SessionStep[];
  /** The session has earlier steps that are not among them. */
  readonly earlier: boolean;
}

/** One intent as a point: when it came and how risky it was. */
export interface RiskPoint {
  readonly at: number;
  readonly score: number;
  readonly level: RiskLevel;
  /** The verdict it got when it came. */
  readonly outcome: Outcome;
  readonly agentDid: string;
  readonly intentId: string;
  readonly tool: string;
}

export interface RiskPoints {
  readonly points: readonly RiskPoint[];
  /** Intents of this time; points stand for some of them where there are too many. */
  readonly intents: number;
}

/** What one agent did with one tool. */
export interface ToolUse {
  readonly agentDid: string;
  readonly tool: string;
  readonly intents: number;
  readonly asked: number;
  readonly denied: number;
  readonly worst: RiskLevel;
}

/** Answers of people in one span of time. */
export interface FatiguePoint {
  readonly at: number;
  readonly end: number;
  readonly allowed: number;
  readonly denied: number;
  /** Half of the answers took less than this. */
  readonly medianMs: number;
}

const time = z.number().int().min(0);
const span = { from: time, to: time };

export const sessionInputs = {
  /** The steps of one session, with what they read, wrote and sent. */
  getSessionSteps: z.strictObject({
    agentDid: z.string().min(1).max(512),
    sessionId: z.string().min(1).max(4096),
    limit: z.number().int().min(1).max(400).default(200),
  }),
} as const;

/** Over all sessions of a span of time. */
export const trendInputs = {
  getRiskPoints: z.strictObject({ ...span, limit: z.number().int().min(10).max(1000).default(400) }),
  getToolUse: z.strictObject(span),
  getFatigue: z.strictObject({ ...span, points: z.number().int().min(1).max(200) }),
} as const;

export interface SessionOutputs {
  readonly getSessionSteps: SessionSteps;
}

export interface TrendOutputs {
  readonly getRiskPoints: RiskPoints;
  readonly getToolUse: readonly ToolUse[];
  readonly getFatigue: readonly FatiguePoint[];
}
