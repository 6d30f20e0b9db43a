// Sends a decision and says how it went.
import type { AlsoReleased, HeldApproval, Resolved } from "../../../shared/approval.ts";
import type { Unread } from "../../../shared/directive.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { tourAgent } from "../../../shared/tour.ts";
import { wireArguments } from "../../bridge.ts";
import { useChange } from "../../queries.ts";
import { effectTitle } from "../../../shared/effect-words.ts";
import { releasedSentence } from "../../text/released.ts";
import type { Choice } from "../../text/scope.ts";
import { undoAction } from "../../undo.ts";
import { markDecided, markToured, tell } from "../../ui-store.ts";

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

/** The card is often gone before the answer comes, because its event is faster: what happened is told all the same. */
async function reportLater(answer: Promise<Resolved>, approval: HeldApproval, choice: Choice): Promise<void> {
  try {
    report(await answer, approval, choice);
  } catch {
    // The mutation itself has told why it failed.
  }
}

function report(resolved: Resolved, approval: HeldApproval, { duration }: Choice): void {
  if (resolved.outcome === "REFUSED") return tell(resolved.why, "problem");
  const what = `${approval.agentName}: ${effectTitle(approval.facts).toLowerCase()}`;
  const lasting = releasedSentence(resolved, approval, duration);
  const undo = undoAction(approval.approvalId);
  if (lasting !== undefined) return tell(`${lasting} ${what}`, "plain", undo);
  switch (resolved.outcome) {
    case "APPROVED":
      return tell(`Allowed. ${what}`, "plain", undo);
    case "CONDITIONAL":
      return tell(`Allowed with your changes. ${what}`, "plain", undo);
    case "DENIED":
      return tell(`Denied. ${what}`);
  }
}
