// Sends a decision and says how it went.
import type { AlsoReleased, HeldApproval, Resolved } from "../../../../shared/domain/approval.ts";
import type { Unread } from "../../../../shared/domain/directive.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { tourAgent } from "../../../../shared/domain/tour.ts";
import { wireArguments } from "../../../state/bridge.ts";
import { useChange } from "../../../state/queries.ts";
import { approvalHeadline, headlineTitle } from "../../../../shared/headline/index.ts";
import { releasedSentence } from "../../../labels/outcomes.ts";
import type { Choice } from "../../../lib/scope.ts";
import { undoAction } from "../../../state/undo.ts";
import { markDecided, markToured, tell, unmarkDecided } from "../../../state/ui-store.ts";
import { useDecide as labels } from "../../../labels/answer.ts";

export interface Extra {
  readonly reason?: string;
  readonly arguments?: JsonObject;
  readonly targetDigest?: string;
  readonly unread?: Unread;
  /** The waiting requests that were shown as released too. */
  readonly listed?: readonly AlsoReleased[];
}

export function useDecide(approval: HeldApproval) {
  const resolve = useChange("resolveApproval");
  const decide = (decision: "approve" | "deny", choice: Choice, extra: Extra): void => {
    const { approvalId, digest } = approval;
    markDecided(approvalId);
    markToured(approval.intent.agentDid === tourAgent);
    const { reason, arguments: edited, targetDigest, unread, listed = [] } = extra;
    const answer = resolve.mutateAsync({
      approvalId,
      digest,
      decision,
      ...choice,
      ...(reason === undefined ? {} : { reason }),
      ...(targetDigest === undefined ? {} : { targetDigest }),
      ...(unread === undefined ? {} : { unread }),
      ...(edited === undefined ? {} : { arguments: wireArguments(edited) }),
      ...(choice.duration === "once"
        ? {}
        : { listed: listed.map((each) => ({ approvalId: each.approvalId, digest: each.digest })) }),
    });
    void reportLater(answer, approval, choice);
  };
  // Once it is decided the card waits for its event and takes no second answer.
  return { decide, busy: resolve.isPending || resolve.isSuccess };
}

/** The card is often gone before the answer arrives, because its event is faster; the notice is shown anyway. */
async function reportLater(answer: Promise<Resolved>, approval: HeldApproval, choice: Choice): Promise<void> {
  try {
    report(await answer, approval, choice);
  } catch {
    // The mutation has already reported the failure.
    unmarkDecided(approval.approvalId);
  }
}

function report(resolved: Resolved, approval: HeldApproval, { duration }: Choice): void {
  if (resolved.outcome === "REFUSED") {
    unmarkDecided(approval.approvalId);
    return tell(resolved.why, "problem");
  }
  const what = `${approval.agentName}: ${headlineTitle(approvalHeadline(approval))}`;
  const lasting = releasedSentence(resolved, approval, duration);
  const undo = undoAction(approval.approvalId);
  if (lasting !== undefined) return tell(`${lasting} ${what}`, "plain", undo);
  switch (resolved.outcome) {
    case "APPROVED":
      return tell(labels.allowed(what), "plain", undo);
    case "CONDITIONAL":
      return tell(labels.allowedWithYourChanges(what), "plain", undo);
    case "DENIED":
      return tell(labels.denied(what), "plain", undo);
  }
}
