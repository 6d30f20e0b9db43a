// The tools Gatehouse runs now: what people see of them, and how they end one.
import type { Operations } from "../../shared/contract/contract.ts";
import type { RunningCall } from "../../shared/domain/execution.ts";
import { ok } from "../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export interface ExecutionsApi {
  readonly list: () => readonly RunningCall[];
  /** False when there is no such call any more. How it ended is in its report. */
  readonly cancel: (agentDid: string, intentId: string, actor: string) => boolean;
}

export function executionOperations({
  executions,
}: Pick<OperationPorts, "executions">): Pick<Operations, "listExecutions" | "cancelExecution"> {
  return {
    listExecutions: async () => ok(executions.list()),
    cancelExecution: async ({ agentDid, intentId }, actor) =>
      executions.cancel(agentDid, intentId, actor)
        ? ok({ intentId })
        : refuse("not_found", "It is not running any more."),
  };
}
