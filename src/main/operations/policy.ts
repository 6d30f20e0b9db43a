// The policy, as people read, change and question it.
import type { Operations } from "../../shared/contract.ts";
import type { Intent } from "../../shared/intent.ts";
import { ok } from "../../shared/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export function policyOperations(ports: OperationPorts): Pick<Operations, "explain" | "getPolicy" | "savePolicy"> {
  const { governor, policy, identifiers } = ports;
  return {
    explain: async (input) => {
      const { workspace, agentDid = "did:aeon:explain:1.0:none" } = input;
      const intent: Intent = {
        intentId: identifiers.next(),
        agentDid,
        tool: input.tool,
        arguments: input.arguments,
        context: workspace === undefined ? {} : { workspace, workingDirectory: workspace },
        protocol: "console",
      };
      const { evaluation, considered } = await governor.explain(intent);
      return ok({ facts: evaluation.facts, verdict: evaluation.verdict, considered });
    },
    getPolicy: async () => ok(policy.text()),
    savePolicy: async ({ text }) => {
      const saved = await policy.save(text);
      return saved.ok ? saved : refuse("refused", saved.error);
    },
  };
}
