// The order of the queue: by agent, the agent with the gravest request first; within one agent the gravest, then oldest.
import type { HeldApproval } from "../../shared/approval.ts";
import { riskLevels } from "../../shared/verdict.ts";

export interface QueueGroup {
  readonly agentDid: string;
  readonly agentName: string;
  readonly approvals: readonly HeldApproval[];
}

export function queueGroups(approvals: readonly HeldApproval[]): readonly QueueGroup[] {
  const byAgent = Map.groupBy(approvals, (approval) => approval.intent.agentDid);
  return [...byAgent]
    .map(([agentDid, held]) => ({
      agentDid,
      agentName: held[0]?.agentName ?? agentDid,
      approvals: held.toSorted(graver),
    }))
    .sort((left, right) => compareFirst(left, right) || left.agentName.localeCompare(right.agentName));
}

/** Where the selection goes when the selected request is gone: what took its place, else the last one. */
export function neighbourOf(before: readonly string[], after: readonly string[], gone: string): string | undefined {
  const place = before.indexOf(gone);
  const followers = place === -1 ? [] : before.slice(place + 1);
  return followers.find((id) => after.includes(id)) ?? after.at(-1);
}

function graver(left: HeldApproval, right: HeldApproval): number {
  return gravity(right) - gravity(left) || left.heldAt - right.heldAt;
}

function compareFirst(left: QueueGroup, right: QueueGroup): number {
  const [first] = left.approvals;
  const [second] = right.approvals;
  return first === undefined || second === undefined ? 0 : gravity(second) - gravity(first);
}

function gravity(approval: HeldApproval): number {
  return riskLevels.indexOf(approval.verdict.risk.level);
}
