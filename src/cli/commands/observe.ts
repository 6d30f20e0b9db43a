// gatehouse observe: the switch on top of the policy in force.
import { fail, ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { commandTable } from "../table/index.ts";

export const observe = operatorCommand({
  ...commandTable.observe,
  act: async ({ call, operands: [word] }) => {
    if (word !== "on" && word !== "off")
      return fail({ code: "usage", message: `Say "gatehouse observe on" or "gatehouse observe off".` });
    const answer = await call("setMode", { mode: word === "on" ? "observe" : "enforce" });
    if (!answer.ok) return answer;
    const text =
      word === "on"
        ? "Observe mode is on: nothing is held, and only blocked actions are stopped."
        : "Observe mode is off: the policy is enforced.";
    return ok({ data: answer.value, text });
  },
});
