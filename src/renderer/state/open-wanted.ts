// Shows what was asked for from outside the window: a request by its id, what a link leads to, or the queue.
import { parseLink } from "../../shared/local/link.ts";
import { openActivity, selectApproval, show } from "./ui-store.ts";

export function openWanted(wanted: string | undefined): void {
  const link = wanted === undefined ? undefined : parseLink(wanted);
  if (link?.to === "entry") return openActivity({}, { sequence: link.sequence });
  if (link?.to === "intent") {
    const { agentDid, intentId } = link;
    return openActivity({ kinds: ["verdict"], first: true, agents: [agentDid] }, { agentDid, intentId });
  }
  show("approvals");
  const approvalId = link?.approvalId ?? wanted;
  if (approvalId !== undefined) selectApproval(approvalId);
}
