// What events do to the lists on the screen.
import { describe, expect, test } from "vitest";
import { feedKey, feedLimit, reducers } from "../../../src/renderer/state/live-state.ts";
import type { RunningCall } from "../../../src/shared/domain/execution.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import {
  lifelikeAgents,
  lifelikeApprovals,
  lifelikeFeed,
  lifelikeGrants,
  nextFeedItem,
} from "../../support/engine/lifelike.ts";

const now = 1_800_000_000_000;
const feed = lifelikeFeed(now);

const changed = (item: (typeof feed)[number]): EngineEvent => ({ type: "feed_changed", at: item.at, item });

describe("the feed after events", () => {
  test("puts what is new on top", () => {
    const item = nextFeedItem(now + 1, 1);
    expect(reducers.listFeed(feed, [changed(item)])[0]).toBe(item);
  });

  test("changes a line in its place", () => {
    const [, second] = feed;
    if (second === undefined) throw new Error("The feed is too short.");
    const after = reducers.listFeed(feed, [changed({ ...second, report: "FAILURE" })]);
    expect(after[1]?.report).toBe("FAILURE");
    expect(after).toHaveLength(feed.length);
  });

  test("keeps lines of two agents that use one id apart", () => {
    const item = nextFeedItem(now, 1);
    const other = { ...item, agentDid: "did:aeon:other:1:x" };
    expect(reducers.listFeed([item], [changed(other)])).toHaveLength(2);
    expect(feedKey(item)).not.toBe(feedKey(other));
  });

  test("never grows beyond its limit, and keeps the newest", () => {
    const flood = Array.from({ length: feedLimit + 500 }, (_, index) => changed(nextFeedItem(now + index, index)));
    const after = reducers.listFeed(feed, flood);
    expect(after).toHaveLength(feedLimit);
    expect(after[0]?.at).toBe(now + feedLimit + 499);
  });

  test("is the same object when nothing concerns it", () => {
    expect(reducers.listFeed(feed, [{ type: "heartbeat", at: now, status: "healthy" }])).toBe(feed);
  });
});

describe("the queue after events", () => {
  const approvals = lifelikeApprovals(now);
  const [first] = approvals;
  if (first === undefined) throw new Error("There is no approval to test with.");
  const { approvalId, verdict } = first;

  test("holds, changes and resolves", () => {
    expect(reducers.listApprovals([], [{ type: "intent_held", at: now, approval: first }])).toEqual([first]);
    const twice = { ...first, count: 2 };
    const after = reducers.listApprovals(approvals, [{ type: "approval_changed", at: now, approval: twice }]);
    expect(after[0]).toBe(twice);
    expect(after).toHaveLength(approvals.length);
    const resolved = { approvalId, outcome: "APPROVED" } as const;
    const gone = reducers.listApprovals(after, [{ type: "approval_resolved", at: now, approvalId, resolved, verdict }]);
    expect(gone).toHaveLength(approvals.length - 1);
  });

  test("an event that is applied twice changes nothing more", () => {
    const event: EngineEvent = { type: "intent_held", at: now, approval: first };
    expect(reducers.listApprovals(approvals, [event, event])).toEqual(approvals);
  });
});

describe("agents, grants and the status after events", () => {
  test("an agent is put or replaced", () => {
    const agents = lifelikeAgents(now);
    const [agent] = agents;
    if (agent === undefined) throw new Error("There is no agent to test with.");
    const halted = { ...agent, state: "halted" as const };
    expect(reducers.listAgents(agents, [{ type: "agent_changed", at: now, agent: halted }])[0]).toBe(halted);
    expect(reducers.listAgents([], [{ type: "agent_changed", at: now, agent }])).toEqual([agent]);
  });

  test("a grant that is no longer live goes", () => {
    const grants = lifelikeGrants(now);
    const [grant] = grants;
    if (grant === undefined) throw new Error("There is no grant to test with.");
    expect(reducers.listGrants(grants, [{ type: "grant_changed", at: now, grant, live: false }])).not.toContain(grant);
    expect(reducers.listGrants([], [{ type: "grant_changed", at: now, grant, live: true }])).toEqual([grant]);
  });

  test("the kill switch and the ledger's health show at once", () => {
    const status = { halted: false, ledger: { healthy: true, entries: 5 } } as Parameters<typeof reducers.getStatus>[0];
    expect(reducers.getStatus(status, [{ type: "halt_changed", at: now, halted: true }]).halted).toBe(true);
    expect(reducers.getStatus(status, [{ type: "halt_changed", at: now, halted: true, agentDid: "x" }]).halted).toBe(
      false,
    );
    const ill = reducers.getStatus(status, [{ type: "ledger_health", at: now, healthy: false, message: "Disk full." }]);
    expect(ill.ledger).toEqual({ healthy: false, entries: 5, message: "Disk full." });
  });
});

test("a running call appears, shows what it writes and goes", () => {
  const call: RunningCall = {
    agentDid: "did:a",
    intentId: "i1",
    protocol: "aeon",
    tool: "execute_command",
    summary: "npm test",
    startedAt: 0,
    timeoutSeconds: 30,
    output: "",
  };
  const wrote = (text: string): EngineEvent => ({
    type: "execution_output",
    at: 1,
    agentDid: "did:a",
    intentId: "i1",
    part: 1,
    stream: "stdout",
    text,
  });
  const started = reducers.listExecutions(
    [],
    [{ type: "execution_started", at: 0, call }, wrote("one "), wrote("two")],
  );
  expect(started).toEqual([{ ...call, output: "one two" }]);
  const flooded = reducers.listExecutions(started, [wrote("x".repeat(10_000))]);
  expect(flooded[0]?.output).toHaveLength(8192);
  const ended = { type: "execution_ended", at: 2, agentDid: "did:a", intentId: "i1", status: "SUCCESS" } as const;
  expect(reducers.listExecutions(flooded, [ended, wrote("late")])).toEqual([]);
});
