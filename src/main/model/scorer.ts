// Scorer: what gives a second opinion on risk. Every kind has this shape; chosen.ts holds the one the settings name.
import type { Cancellation } from "../../shared/lib/cancellation.ts";
import type { ModelExplanation } from "../../shared/contract/risk-model.ts";
import type { ModelQuestion, ModelScore } from "../engine/ports.ts";

export interface Scorer {
  /** As verdicts and the console name it: kind, and which model or place. */
  readonly origin: string;
  /** It asks a server, so it may be slow to come and must not be asked on behalf of another engine. */
  readonly remote: boolean;
  /** What it can be asked about. */
  readonly judges: readonly ModelQuestion["kind"][];
  /** Rejects with a sentence for people. Stops when the signal aborts. A score is finite and from 0 to 1. */
  readonly score: (question: ModelQuestion, signal: Cancellation) => Promise<ModelScore>;
  /** Many at once in the order of the questions: for measuring. */
  readonly scoreMany?: (questions: readonly ModelQuestion[]) => Promise<readonly ModelScore[]>;
  /** What moved the score, where the model can say so. */
  readonly explain?: (question: ModelQuestion) => Promise<ModelExplanation>;
  /** It runs on this machine, is at work and not stuck: an answer that is late is late because the machine is busy. */
  readonly isBehind?: () => boolean;
  readonly close: () => Promise<void>;
}

/** The scorer was not to blame: it was not asked at all. */
export class NotAsked extends Error {}

/** A harmless question, to see whether a scorer answers and how quickly. */
export const probeQuestion: ModelQuestion = {
  kind: "call",
  facts: {
    tool: "execute_command",
    givenTool: "execute_command",
    command: "ls",
    commands: [
      {
        program: "ls",
        arguments: [],
        subcommand: "",
        options: [],
        operands: [],
        text: "ls",
        span: { start: 0, end: 2 },
        wrappers: [],
        pipeline: 0,
        position: 0,
        redirects: [],
        assignments: {},
        dynamic: false,
      },
    ],
    code: [],
    paths: [],
    hosts: [],
    effects: ["execute"],
    secrets: [],
    uninspected: [],
  },
  arguments: { command: "ls" },
  findings: [],
  relayed: false,
};
