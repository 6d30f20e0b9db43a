// Undoing a decision from its notice.
import { call } from "./bridge.ts";
import { undoneSentence } from "../labels/outcomes.ts";
import { type NoticeAction, tell } from "./ui-store.ts";
import { undo as labels } from "../labels/input.ts";

export function undoAction(...approvalIds: readonly string[]): NoticeAction {
  return { label: labels.undo, run: () => void undo(approvalIds) };
}

async function undo(approvalIds: readonly string[]): Promise<void> {
  try {
    const undone = await Promise.all(approvalIds.map((approvalId) => call("undoDecision", { approvalId })));
    tell(
      undoneSentence({
        approvalId: "",
        withdrawn: undone.flatMap(({ withdrawn }) => withdrawn),
        finished: undone.reduce((sum, { finished }) => sum + finished, 0),
        reopened: undone.reduce((sum, { reopened }) => sum + reopened, 0),
        stopped: undone.reduce((sum, { stopped }) => sum + stopped, 0),
        ruleEnded: undone.some(({ ruleEnded }) => ruleEnded),
      }),
    );
  } catch (error) {
    tell(error instanceof Error ? error.message : labels.failed, "problem");
  }
}
