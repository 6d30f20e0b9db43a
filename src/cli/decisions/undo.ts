// gatehouse undo: undoes a decision about a request.
import { ok } from "../../shared/lib/result.ts";
import { operatorCommand } from "../command.ts";
import { commandTable } from "../table/index.ts";

export const undo = operatorCommand({
  ...commandTable.undo,
  act: async ({ call, operands: [approvalId = ""] }) => {
    const undone = await call("undoDecision", { approvalId });
    if (!undone.ok) return undone;
    const { withdrawn, finished, reopened, ruleEnded, stopped } = undone.value;
    const lines = [
      ruleEnded ? "Undone. Its rule or grant is gone." : "Undone.",
      ...(reopened === 0 ? [] : ["If the agent asks again, you decide again."]),
      `Undone: ${withdrawn.length}. Stopped while running: ${stopped}. Ended before: ${finished}.`,
    ];
    return ok({ data: undone.value, text: lines.join("\n") });
  },
});
