// gatehouse approvals: what waits for a human, oldest first.
import { ok } from "../../shared/lib/result.ts";
import { approvalText } from "./approval-text.ts";
import { operatorCommand } from "../command.ts";
import { counted } from "../text.ts";
import { commandTable } from "../table/index.ts";

export const approvals = operatorCommand({
  ...commandTable.approvals,
  act: async ({ call, now }) => {
    const held = await call("listApprovals", {});
    if (!held.ok) return held;
    if (held.value.length === 0) return ok({ data: held.value, text: "Nothing waits for you." });
    const oldestFirst = held.value.toSorted((one, other) => one.heldAt - other.heldAt);
    const text = [
      `${counted(held.value.length, "request waits", "requests wait")} for you. Answer with: gatehouse approve ID, gatehouse deny ID`,
      ...oldestFirst.map((approval) => approvalText(approval, now)),
    ].join("\n\n");
    return ok({ data: held.value, text });
  },
});
