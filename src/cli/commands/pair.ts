// gatehouse pair: a human's word on an agent that is new, or that comes with another key.
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { visible } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const pair = operatorCommand({
  ...commandTable.pair,
  act: async ({ call, operands: [agentDid = "", word], options }) => {
    if (word !== "accept" && word !== "refuse")
      return fail(usage("Say accept or refuse: gatehouse pair DID accept|refuse"));
    const answer = await call("pairAgent", {
      agentDid,
      accept: word === "accept",
      ...(options.reason !== undefined && { reason: options.reason }),
    });
    if (!answer.ok) return answer;
    const { name, state } = answer.value;
    return ok({
      data: answer.value,
      text: `${visible(name)} is ${word === "accept" ? "accepted" : "refused"} (${state}).`,
    });
  },
});
