// Running calls: what people can ask about the tools Gatehouse runs at this moment.
import { z } from "zod";
import type { RunningCall } from "../domain/execution.ts";

export const runningInputs = {
  listExecutions: z.strictObject({}),
  /** Ends it and everything it started; what it has written is kept. */
  cancelExecution: z.strictObject({ agentDid: z.string().min(1).max(512), intentId: z.string().min(1).max(128) }),
} as const;

export interface RunningOutputs {
  /** Oldest first. */
  readonly listExecutions: readonly RunningCall[];
  readonly cancelExecution: { readonly intentId: string };
}
