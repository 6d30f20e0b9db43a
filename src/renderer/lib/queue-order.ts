// The order of the queue: by agent, then by effect, the highest risk first, and by age within an effect.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { riskLevels } from "../../shared/domain/verdict.ts";
import { batchesOf } from "./batch.ts";
import { approvalHeadline } from "../../shared/headline/index.ts";

export interface QueueGroup {
  readonly agentDid: string;
  readonly agentName: string;
  /** Grouped by effect, the effect with the highest risk first. */
  readonly effects: readonly (readonly HeldApproval[])[];
}

export function queueGroups(approvals: readonly HeldApproval[]): readonly QueueGroup[] {
  const byAgent = Map.groupBy(approvals, (approval) => approval.intent.agentDid);
  return [...byAgent]
    .map(([agentDid, held]) => ({
      agentDid,
      agentName: held[0]?.agentName ?? agentDid,
      effects: [...Map.groupBy(held.toSorted(graver), (approval) => approvalHeadline(approval).verb).values()],
    }))
    .sort((left, right) => highestRiskOf(right) - highestRiskOf(left) || left.agentName.localeCompare(right.agentName));
}

export interface AgentRow {
  readonly kind: "agent";
  readonly key: string;
  readonly agentDid: string;
  readonly name: string;
  /** Another agent that waits has the same name. */
  readonly namesake: boolean;
  readonly count: number;
}

/** The queue line by line, so that only the lines in sight are drawn. */
export type QueueRow =
  | AgentRow
  | { readonly kind: "request"; readonly key: string; readonly approval: HeldApproval }
  | { readonly kind: "batch"; readonly key: string; readonly batch: readonly HeldApproval[] };

export function queueRows(groups: readonly QueueGroup[]): readonly QueueRow[] {
  return groups.flatMap(({ agentDid, agentName, effects }): readonly QueueRow[] => {
    const count = effects.reduce((sum, held) => sum + held.length, 0);
    const namesake = groups.some((other) => other.agentName === agentName && other.agentDid !== agentDid);
    const agent: AgentRow = { kind: "agent", key: `agent ${agentDid}`, agentDid, name: agentName, namesake, count };
    return [agent, ...effects.flatMap(effectRows)];
  });
}

function effectRows(held: readonly HeldApproval[]): readonly QueueRow[] {
  return [
    ...held.map((approval) => ({ kind: "request", key: approval.approvalId, approval }) as const),
    ...batchesOf(held).map((batch) => ({ kind: "batch", key: `batch ${batch[0]?.approvalId}`, batch }) as const),
  ];
}

/** Where the selection goes when the selected request is gone: what took its place, else the last one. */
export function neighbourOf(before: readonly string[], after: readonly string[], gone: string): string | undefined {
  const place = before.indexOf(gone);
  const followers = place === -1 ? [] : before.slice(place + 1);
  const present = new Set(after);
  return followers.find((id) => present.has(id)) ?? after.at(-1);
}

function graver(left: HeldApproval, right: HeldApproval): number {
  return gravity(right) - gravity(left) || left.heldAt - right.heldAt;
}

function highestRiskOf({ effects: [held] }: QueueGroup): number {
  const [first] = held ?? [];
  return first === undefined ? 0 : gravity(first);
}

function gravity(approval: HeldApproval): number {
  return riskLevels.indexOf(approval.verdict.risk.level);
}
