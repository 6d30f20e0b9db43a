// gatehouse pair: a human's word on an agent that is new, or that comes with another key.
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { usage } from "../failure.ts";
import { visible } from "../text.ts";

export const pair = operatorCommand({
  usage: "pair DID accept|refuse [--reason TEXT]",
  summary: "Accept or refuse an agent that is new, that comes with another key, or that was revoked.",
  options: ["reason"],
  operands: [2, 2],
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
