// What-if: a draft of the policy tried on what agents asked for in the past. Nothing is recorded, nothing changes.
import { day } from "../../../shared/lib/clock.ts";
import type { Operations } from "../../../shared/contract/contract.ts";
import { ok } from "../../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "../ports.ts";

type WhatIfOperations = Pick<Operations, "startWhatIf" | "getWhatIf" | "cancelWhatIf">;

export function whatIfOperations({ policy, identifiers, clock }: OperationPorts): WhatIfOperations {
  const gone = () => refuse("not_found", "This run is over, and another has taken its place. Start it again.");
  return {
    startWhatIf: async ({ text, days }) => {
      const { problems } = await policy.check(text);
      const [problem] = problems;
      if (problem !== undefined) {
        return refuse("invalid_input", `The draft does not load. Line ${problem.line}: ${problem.message}`);
      }
      const runId = identifiers.next();
      const now = clock.now();
      policy.whatIf.start(runId, text, now - days * day, now);
      return ok({ runId });
    },
    getWhatIf: async ({ runId }) => {
      const state = policy.whatIf.state(runId);
      return state === undefined ? gone() : ok(state);
    },
    cancelWhatIf: async ({ runId }) => {
      const state = policy.whatIf.cancel(runId);
      return state === undefined ? gone() : ok(state);
    },
  };
}
