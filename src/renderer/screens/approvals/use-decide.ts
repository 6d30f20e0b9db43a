// Sends a decision, remembers its reach, and says how it went.
import type { HeldApproval, Resolved } from "../../../shared/approval.ts";
import type { Unread } from "../../../shared/directive.ts";
import type { JsonObject } from "../../../shared/json.ts";
import { tourAgent } from "../../../shared/tour.ts";
import { wireArguments } from "../../bridge.ts";
import { useChange } from "../../queries.ts";
import { effectTitle } from "../../../shared/effect-words.ts";
import type { Choice } from "../../text/scope.ts";
import { markDecided, markToured, remember, tell } from "../../ui-store.ts";

export interface Extra {
  readonly reason?: string;
  readonly arguments?: JsonObject;
  readonly targetDigest?: string;
  readonly unread?: Unread;
}

export function useDecide(approval: HeldApproval) {
  const resolve = useChange("resolveApproval");
  const decide = (decision: "approve" | "deny", choice: Choice, extra: Extra): void => {
    remember(decision, choice);
    const { approvalId, digest } = approval;
    markDecided(approvalId);
    markToured(approval.intent.agentDid === tourAgent);
    const { reason, arguments: edited, targetDigest, unread } = extra;
    resolve.mutate(
      {
        approvalId,
        digest,
        decision,
        ...choice,
        ...(reason === undefined ? {} : { reason }),
        ...(targetDigest === undefined ? {} : { targetDigest }),
        ...(unread === undefined ? {} : { unread }),
        ...(edited === undefined ? {} : { arguments: wireArguments(edited) }),
      },
      { onSuccess: (resolved) => report(resolved, approval) },
    );
  };
  // Once it is decided the card waits for its event and takes no second answer.
  return { decide, busy: resolve.isPending || resolve.isSuccess };
}

function report(resolved: Resolved, approval: HeldApproval): void {
  const what = `${approval.agentName}: ${effectTitle(approval.facts).toLowerCase()}`;
  switch (resolved.outcome) {
    case "APPROVED":
      return tell(`Allowed. ${what}`);
    case "CONDITIONAL":
      return tell(`Allowed with your changes. ${what}`);
    case "DENIED":
      return tell(`Denied. ${what}`);
    case "REFUSED":
      return tell(resolved.why, "problem");
  }
}
