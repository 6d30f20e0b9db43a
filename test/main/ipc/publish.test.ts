// Events reach the window in batches, bounded, and no faster than it takes them.
import { describe, expect, test } from "vitest";
import { createPublisher } from "../../../src/main/ipc/publish.ts";
import type { EventBatch } from "../../../src/shared/contract/contract.ts";
import type { EngineEvent, SequencedEvent } from "../../../src/shared/domain/telemetry.ts";
import { lifelikeAgents, lifelikeApprovals, nextFeedItem } from "../../support/engine/lifelike.ts";

function setUp(limit?: number) {
  const batches: EventBatch[] = [];
  const timers: (() => void)[] = [];
  const publisher = createPublisher({
    send: (batch) => batches.push(batch),
    after: (_milliseconds, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
    ...(limit === undefined ? {} : { limit }),
  });
  let sequence = 0;
  const publish = (event: EngineEvent): void => publisher.publish({ sequence: (sequence += 1), event });
  const tick = (): void => timers.shift()?.();
  return { publisher, publish, tick, batches, timers };
}

const feed = (index: number, outcome: "ESCALATE" | "APPROVED" = "APPROVED"): EngineEvent => ({
  type: "feed_changed",
  at: index,
  item: { ...nextFeedItem(index, index), outcome },
});

const ids = (batch: EventBatch | undefined): readonly string[] =>
  (batch?.events ?? []).flatMap(({ event }: SequencedEvent) =>
    event.type === "feed_changed" ? [event.item.intentId] : [],
  );

describe("publishing to the window", () => {
  test("a held request travels without its long texts", () => {
    const { publisher, publish, tick, batches } = setUp();
    const [approval] = lifelikeApprovals(0);
    if (approval === undefined) throw new Error("There is no approval to test with.");
    const command = "npm publish ".repeat(80_000);
    const long = { ...approval, facts: { ...approval.facts, command } };
    publisher.ready();
    publish({ type: "intent_held", at: 1, approval: long });
    tick();
    expect(JSON.stringify(batches).length).toBeLessThan(32_768);
    expect(batches).toMatchObject([
      { events: [{ event: { approval: { shortened: true, digest: approval.digest } } }] },
    ]);
  });

  test("nothing is sent before the window is ready, and then everything", () => {
    const { publisher, publish, tick, batches, timers } = setUp();
    publish(feed(1));
    expect(timers).toHaveLength(0);
    publisher.ready();
    tick();
    expect(batches).toHaveLength(1);
    expect(ids(batches[0])).toEqual(["100001"].map((id) => `feed-${id}`));
    expect(batches[0]?.resync).toBe(false);
  });

  test("the next batch waits until the window has taken the last", () => {
    const { publisher, publish, tick, batches, timers } = setUp();
    publisher.ready();
    publish(feed(1));
    tick();
    publish(feed(2));
    publish(feed(3));
    expect(timers).toHaveLength(0);
    expect(batches).toHaveLength(1);
    publisher.ready();
    tick();
    expect(ids(batches[1])).toHaveLength(2);
  });

  test("one timer serves many events", () => {
    const { publisher, publish, timers } = setUp();
    publisher.ready();
    for (let index = 0; index < 50; index += 1) publish(feed(index));
    expect(timers).toHaveLength(1);
  });

  test("of an intent that changes, only its last state is sent", () => {
    const { publisher, publish, tick, batches } = setUp();
    publisher.ready();
    publish(feed(1, "ESCALATE"));
    publish(feed(2));
    publish(feed(1, "APPROVED"));
    tick();
    expect(batches[0]?.events.map(({ sequence }) => sequence)).toEqual([2, 3]);
  });

  test("a request that was held and resolved within a batch is only resolved", () => {
    const { publisher, publish, tick, batches } = setUp();
    const [approval] = lifelikeApprovals(0);
    if (approval === undefined) throw new Error("There is no approval to test with.");
    const { approvalId, verdict } = approval;
    publisher.ready();
    publish({ type: "intent_held", at: 0, approval });
    publish({ type: "approval_resolved", at: 1, approvalId, verdict, resolved: { approvalId, outcome: "DENIED" } });
    tick();
    expect(batches[0]?.events.map(({ event }) => event.type)).toEqual(["approval_resolved"]);
  });

  test("two agents may use the same intent id", () => {
    const { publisher, publish, tick, batches } = setUp();
    publisher.ready();
    const item = nextFeedItem(1, 1);
    publish({ type: "feed_changed", at: 1, item });
    publish({ type: "feed_changed", at: 1, item: { ...item, agentDid: "did:aeon:other:1:x" } });
    tick();
    expect(batches[0]?.events).toHaveLength(2);
  });

  test("under a flood the oldest go and the window is told to ask again", () => {
    const { publisher, publish, tick, batches } = setUp(10);
    publisher.ready();
    for (let index = 0; index < 1000; index += 1) publish(feed(index));
    tick();
    expect(batches[0]?.events).toHaveLength(10);
    expect(batches[0]?.resync).toBe(true);
    expect(ids(batches[0]).at(-1)).toBe("feed-100999");
    publisher.ready();
    publish(feed(2000));
    tick();
    expect(batches[1]?.resync).toBe(false);
  });

  test("what the window does not show is not sent", () => {
    const { publisher, publish, timers } = setUp();
    publisher.ready();
    publish({ type: "heartbeat", at: 0, status: "healthy" });
    expect(timers).toHaveLength(0);
    const [agent] = lifelikeAgents(0);
    if (agent !== undefined) publish({ type: "agent_changed", at: 0, agent });
    expect(timers).toHaveLength(1);
  });

  test("after stop nothing is sent any more", () => {
    const { publisher, publish, timers } = setUp();
    publisher.ready();
    publish(feed(1));
    publisher.stop();
    publish(feed(2));
    expect(timers).toHaveLength(0);
  });
});
