// What events change in the values the screens show. Pure: each takes a value and events, and gives the value after them.
import type { LedgerState } from "../../shared/contract/activity.ts";
import type { Grant, HeldApproval } from "../../shared/domain/approval.ts";
import type { ConsoleStatus } from "../../shared/contract/contract.ts";
import type { RunningCall } from "../../shared/domain/execution.ts";
import type { FeedItem } from "../../shared/domain/feed.ts";
import type { InventoryView } from "../../shared/contract/inventory.ts";
import type { AgentSummary, EngineEvent } from "../../shared/domain/telemetry.ts";
import type { TerminalState } from "../../shared/contract/terminal.ts";

/** Rows the window keeps. Older ones are in the ledger. */
export const feedLimit = 1000;

export interface LiveValues {
  readonly getStatus: ConsoleStatus;
  readonly listFeed: readonly FeedItem[];
  readonly listApprovals: readonly HeldApproval[];
  readonly listAgents: readonly AgentSummary[];
  readonly listGrants: readonly Grant[];
  readonly listInventory: readonly InventoryView[];
  readonly listExecutions: readonly RunningCall[];
  readonly getLedger: LedgerState;
  readonly getTerminal: TerminalState;
}

export type LiveName = keyof LiveValues;

/** A value that no event changes is returned as the same object. */
type Reducers = {
  readonly [Name in LiveName]: (value: LiveValues[Name], events: readonly EngineEvent[]) => LiveValues[Name];
};

/** Every value that events keep current. */
export const liveNames = [
  "getStatus",
  "listFeed",
  "listApprovals",
  "listAgents",
  "listGrants",
  "listInventory",
  "listExecutions",
  "getLedger",
  "getTerminal",
] as const satisfies readonly LiveName[];

export const reducers: Reducers = {
  getStatus: (status, events) => events.reduce(statusAfter, status),
  listFeed: feedAfter,
  listApprovals: (approvals, events) => events.reduce(approvalsAfter, approvals),
  listAgents: (agents, events) =>
    events.reduce((list, event) => (event.type === "agent_changed" ? put(list, event.agent, agentKey) : list), agents),
  listGrants: (grants, events) => events.reduce(grantsAfter, grants),
  listInventory: (list, events) =>
    events.reduce(
      (views, event) => (event.type === "inventory_changed" ? put(views, event.inventory, agentKey) : views),
      list,
    ),
  listExecutions: (calls, events) => events.reduce(executionsAfter, calls),
  getLedger: (ledger, events) => events.reduce(ledgerAfter, ledger),
  getTerminal: (terminal, events) =>
    events.reduce((state, event) => (event.type === "terminal_changed" ? event.terminal : state), terminal),
};

function statusAfter(status: ConsoleStatus, event: EngineEvent): ConsoleStatus {
  if (event.type === "halt_changed" && event.agentDid === undefined) return { ...status, halted: event.halted };
  if (event.type === "mode_changed") return withMode(status, event);
  if (event.type !== "ledger_health") return status;
  const { healthy, message } = event;
  const { message: _before, ...ledger } = status.ledger;
  return { ...status, ledger: { ...ledger, healthy, ...(message === undefined ? {} : { message }) } };
}

function withMode(
  { observing: _before, ...status }: ConsoleStatus,
  { mode, observing }: Pick<ConsoleStatus, "mode" | "observing">,
): ConsoleStatus {
  return { ...status, mode, ...(observing === undefined ? {} : { observing }) };
}

/** An intent's id is its agent's own choice: two agents may use the same. */
export function feedKey(item: FeedItem): string {
  return `${item.agentDid} ${item.intentId}`;
}

/** Newest first. A changed item keeps its place, a new one goes where its time puts it. */
function feedAfter(feed: readonly FeedItem[], events: readonly EngineEvent[]): readonly FeedItem[] {
  const changed = new Map(
    events.flatMap((event) => (event.type === "feed_changed" ? [[feedKey(event.item), event.item]] : [])),
  );
  if (changed.size === 0) return feed;
  const kept = feed.map((item) => {
    const newer = changed.get(feedKey(item));
    changed.delete(feedKey(item));
    return newer ?? item;
  });
  if (changed.size === 0) return kept;
  return [...changed.values(), ...kept].sort((left, right) => right.at - left.at).slice(0, feedLimit);
}

/** Oldest first, as the queue is worked off. */
function approvalsAfter(approvals: readonly HeldApproval[], event: EngineEvent): readonly HeldApproval[] {
  if (event.type === "intent_held" || event.type === "approval_changed")
    return put(approvals, event.approval, approvalKey);
  if (event.type !== "approval_resolved") return approvals;
  return approvals.filter((held) => held.approvalId !== event.approvalId);
}

function grantsAfter(grants: readonly Grant[], event: EngineEvent): readonly Grant[] {
  if (event.type !== "grant_changed") return grants;
  const others = grants.filter((grant) => grant.grantId !== event.grant.grantId);
  return event.live ? put(grants, event.grant, grantKey) : others;
}

function ledgerAfter(ledger: LedgerState, event: EngineEvent): LedgerState {
  if (event.type !== "ledger_job") return ledger;
  const { job, verification } = event;
  const jobs = [...ledger.jobs.filter((each) => each.kind !== job.kind), job];
  return { ...ledger, jobs, ...(verification === undefined ? {} : { verification }) };
}

/** What a call may have on screen; the rest of a flood is in the report. */
const outputKept = 8192;

function executionsAfter(calls: readonly RunningCall[], event: EngineEvent): readonly RunningCall[] {
  if (event.type === "execution_started") return put(calls, event.call, callKey);
  if (event.type !== "execution_output" && event.type !== "execution_ended") return calls;
  const call = calls.find((each) => callKey(each) === callKey(event));
  if (call === undefined) return calls;
  if (event.type === "execution_ended") return calls.filter((each) => each !== call);
  return put(calls, { ...call, output: (call.output + event.text).slice(-outputKept) }, callKey);
}

export function callKey({ agentDid, intentId }: Pick<RunningCall, "agentDid" | "intentId">): string {
  return `${agentDid} ${intentId}`;
}

const agentKey = ({ agentDid }: { readonly agentDid: string }): string => agentDid;
const approvalKey = (approval: HeldApproval): string => approval.approvalId;
const grantKey = (grant: Grant): string => grant.grantId;

function put<Item>(items: readonly Item[], item: Item, keyOf: (item: Item) => string): readonly Item[] {
  const key = keyOf(item);
  const known = items.some((each) => keyOf(each) === key);
  return known ? items.map((each) => (keyOf(each) === key ? item : each)) : [...items, item];
}
