// A harmless intent that asks for a human: the way a newcomer meets the first approval. Nothing is ever executed for it.
import type { Operations } from "../../shared/contract/contract.ts";
import { ok } from "../../shared/lib/result.ts";
import { tourAgent } from "../../shared/domain/tour.ts";
import { type OperationPorts, refuse } from "./ports.ts";

export function testIntentOperation({ engine, identifiers }: OperationPorts): Pick<Operations, "sendTestIntent"> {
  return {
    sendTestIntent: async () => {
      const intentId = identifiers.next();
      const sent = await engine.submit({
        intentId,
        agentDid: tourAgent,
        tool: "execute_command",
        arguments: { command: "git push --force origin main" },
        context: {
          sessionId: "tour",
          reasoning: "This is a test intent from Gatehouse itself. Approve or deny it: nothing will run.",
        },
        protocol: "console",
      });
      return sent.ok ? ok({ intentId }) : refuse("fault", sent.error);
    },
  };
}
