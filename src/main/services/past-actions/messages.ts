// What is asked of the thread that reads past actions.
import { z } from "zod";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { PolicyRule } from "../../../shared/domain/policy.ts";
import type { Observed, PastReach } from "../../../shared/contract/reach.ts";
import { sessionInputs, type SessionSteps } from "../../../shared/contract/sessions/sessions.ts";
import type { TuningAnswer } from "../../../shared/contract/tuning.ts";
import type { TuningQuestion } from "../../engine/history/tuning.ts";
import type { MissedAnswer, MissedQuestion } from "../../engine/history/missed.ts";
import type { PastSessions } from "../../engine/sessions/session-book.ts";
import { nothing, type Protocol, trusted } from "../../workers/protocol.ts";

export interface PastActionsData {
  readonly directory: string;
  readonly home: string;
  /** Gatehouse's own files and sockets. */
  readonly gatehouse: readonly string[];
}

export interface ReachQuestion {
  readonly grant: Grant;
  readonly rule?: PolicyRule;
  readonly now: number;
}

export type StepsQuestion = z.output<typeof sessionInputs.getSessionSteps>;

export interface PastTuningQuestion extends TuningQuestion {
  /** The names of agents. */
  readonly names: Readonly<Record<string, string>>;
}

export interface PastActionsTypes {
  readonly data: PastActionsData;
  readonly questions: {
    /** What a grant, or the rule made from it, would have allowed. */
    readonly reach: { readonly argument: ReachQuestion; readonly answer: PastReach };
    /** What agents did again and again; the argument has the names of agents. */
    readonly observed: { readonly argument: Readonly<Record<string, string>>; readonly answer: readonly Observed[] };
    readonly missed: { readonly argument: MissedQuestion; readonly answer: MissedAnswer };
    /** The steps of one session. */
    readonly steps: { readonly argument: StepsQuestion; readonly answer: SessionSteps };
    /** What the owner's decisions speak for. */
    readonly tuning: { readonly argument: PastTuningQuestion; readonly answer: TuningAnswer };
    /** What sessions did before this moment. */
    readonly sessions: { readonly argument: number; readonly answer: PastSessions };
  };
  readonly command: undefined;
  readonly event: undefined;
}

// Answers may hold thousands of actions, so they are not checked again.
export const pastActionsProtocol: Protocol<PastActionsTypes> = {
  worker: "past-actions",
  data: z.object({ directory: z.string(), home: z.string(), gatehouse: z.array(z.string()) }),
  questions: {
    reach: { argument: trusted(), answer: trusted() },
    observed: { argument: z.record(z.string(), z.string()), answer: trusted() },
    missed: {
      argument: z.object({ names: z.record(z.string(), z.string()), now: z.number(), startedAt: z.number() }),
      answer: trusted(),
    },
    steps: { argument: sessionInputs.getSessionSteps, answer: trusted() },
    tuning: { argument: trusted(), answer: trusted() },
    sessions: { argument: z.number(), answer: trusted() },
  },
  command: nothing,
  event: nothing,
};
