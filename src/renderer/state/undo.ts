// Taking a decision back from the line that told of it.
import { call } from "./bridge.ts";
import { undoneSentence } from "./text/released.ts";
import { type NoticeAction, tell } from "./ui-store.ts";

export function undoAction(...approvalIds: readonly string[]): NoticeAction {
  return { label: "Undo", run: () => void undo(approvalIds) };
}

async function undo(approvalIds: readonly string[]): Promise<void> {
  try {
    const undone = await Promise.all(approvalIds.map((approvalId) => call("undoDecision", { approvalId })));
    tell(
      undoneSentence({
        approvalId: "",
        withdrawn: undone.flatMap(({ withdrawn }) => withdrawn),
        finished: undone.reduce((sum, { finished }) => sum + finished, 0),
        stopped: undone.reduce((sum, { stopped }) => sum + stopped, 0),
        ruleEnded: undone.some(({ ruleEnded }) => ruleEnded),
      }),
    );
  } catch (error) {
    tell(error instanceof Error ? error.message : "It could not be undone.", "problem");
  }
}
