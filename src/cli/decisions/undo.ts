// gatehouse undo: takes back a decision about a request.
import { ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";

export const undo = operatorCommand({
  usage: "undo ID",
  summary: "Take back a decision about a request, with its rule and all it allowed that has not ended yet.",
  options: [],
  operands: [1, 1],
  act: async ({ call, operands: [approvalId = ""] }) => {
    const undone = await call("undoDecision", { approvalId });
    if (!undone.ok) return undone;
    const { withdrawn, finished, ruleEnded, stopped } = undone.value;
    const lines = [
      ruleEnded ? "Undone. Its rule or grant is gone." : "Undone.",
      `Taken back: ${withdrawn.length}. Stopped while running: ${stopped}. Ended before: ${finished}.`,
    ];
    return ok({ data: undone.value, text: lines.join("\n") });
  },
});
