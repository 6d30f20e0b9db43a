// Containment: what people can ask about contained runs and what is within their reach.
import type { ContainmentView, RunView } from "../../shared/containment/view.ts";
import type { Operations } from "../../shared/contract/contract.ts";
import { ok } from "../../shared/lib/result.ts";
import type { OperationPorts } from "./ports.ts";

export interface ContainmentApi {
  readonly view: (agentDid: string) => ContainmentView;
  /** The latest first. */
  readonly runs: () => readonly RunView[];
}

export function containmentOperations({
  containment,
}: Pick<OperationPorts, "containment">): Pick<Operations, "getContainment" | "listRuns"> {
  return {
    getContainment: async ({ agentDid }) => ok(containment.view(agentDid)),
    listRuns: async ({ agentDid }) =>
      ok(containment.runs().filter((run) => agentDid === undefined || run.agentDid === agentDid)),
  };
}
