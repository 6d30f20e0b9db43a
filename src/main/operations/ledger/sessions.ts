// The steps of a session, read off the answering thread.
import type { Operations } from "../../../shared/contract/contract.ts";
import { ok } from "../../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "../ports.ts";

export function sessionOperations({
  pastActions,
}: Pick<OperationPorts, "pastActions">): Pick<Operations, "getSessionSteps"> {
  return {
    getSessionSteps: async (input) => {
      try {
        return ok(await pastActions.steps(input));
      } catch (error) {
        return refuse("unavailable", `The ledger cannot be read. ${error instanceof Error ? error.message : ""}`);
      }
    },
  };
}
