// Events: numbers, the ring, and listeners that fail.
import { describe, expect, test } from "vitest";
import { createEventBus, type EventBus } from "../../../src/main/telemetry/events.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import { beat } from "./support.ts";

function filled(capacity: number, count: number): EventBus {
  const bus = createEventBus({ capacity, fault: () => undefined });
  for (let load = 1; load <= count; load += 1) bus.publish(beat(load));
  return bus;
}

describe("ring", () => {
  test.each([
    [4, 0, 1],
    [4, 3, 1],
    [4, 4, 1],
    [4, 5, 2],
    [4, 103, 100],
    [1, 7, 7],
  ])("of %d after %d events begins at %d", (capacity, count, oldest) => {
    const bus = filled(capacity, count);
    expect(bus.last()).toBe(count);
    expect(bus.oldest()).toBe(oldest);
    for (let sequence = oldest; sequence <= count; sequence += 1) {
      expect(bus.at(sequence)).toEqual({ sequence, event: beat(sequence) });
    }
    for (const sequence of [0, oldest - 1, count + 1, -1]) expect(bus.at(sequence)).toBeUndefined();
  });
});

test("the ring holds so many characters, and always the last event", () => {
  const bus = createEventBus({ capacity: 100, characters: 1000, fault: () => undefined });
  const received = (characters: number): EngineEvent => ({
    type: "intent_received",
    at: 1,
    intent: {
      intentId: "i",
      agentDid: "did:aeon:a:1.0:b",
      tool: "t",
      arguments: { list: ["x".repeat(characters)] },
      context: {},
      protocol: "a2g",
      receivedAt: 1,
    },
  });
  for (let each = 0; each < 50; each += 1) bus.publish(received(300));
  expect(bus.last() - bus.oldest()).toBeLessThan(6);
  expect(bus.at(bus.oldest())).toBeDefined();
  expect(bus.at(bus.oldest() - 1)).toBeUndefined();
  bus.publish(received(5000));
  bus.publish(beat(1));
  expect(bus.at(bus.last())).toEqual({ sequence: 52, event: beat(1) });
});

test("events that are not for the stream take no number and no place", () => {
  const bus = createEventBus({ capacity: 4, keeps: (event) => event.type === "heartbeat", fault: () => undefined });
  const heard: string[] = [];
  bus.subscribe(({ sequence, event }) => heard.push(`${sequence} ${event.type}`));
  bus.publish(beat(1));
  bus.publish({ type: "halt_changed", at: 1, halted: true });
  bus.publish(beat(2));
  expect(heard).toEqual(["1 heartbeat", "1 halt_changed", "2 heartbeat"]);
  expect(bus.at(2)).toEqual({ sequence: 2, event: beat(2) });
});

describe("what is published soon", () => {
  test("is made once whoever asked was answered", async () => {
    const bus = filled(4, 1);
    let made = 0;
    bus.publishSoon(() => {
      made += 1;
      return [beat(2), beat(3)];
    });
    expect(made).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(1);
    expect(bus.at(3)).toEqual({ sequence: 3, event: beat(3) });
  });

  test("and cannot be made is a fault that stops nothing", () => {
    const faults: unknown[] = [];
    const bus = createEventBus({ capacity: 4, fault: (_where, error) => faults.push(error) });
    bus.publishSoon(() => {
      throw new Error("broken");
    });
    bus.publishSoon(() => [beat(1)]);
    bus.publish(beat(2));
    expect(faults).toEqual([new Error("broken")]);
    expect(bus.last()).toBe(2);
  });

  test("comes before what is published after it", () => {
    const bus = filled(8, 0);
    bus.publishSoon(() => [beat(1)]);
    bus.publishSoon(() => [beat(2)]);
    bus.publish(beat(3));
    expect([1, 2, 3].map((sequence) => bus.at(sequence)?.event)).toEqual([beat(1), beat(2), beat(3)]);
  });
});

describe("listeners", () => {
  test("hear every event with its number, until they leave", () => {
    const bus = filled(4, 2);
    const heard: number[] = [];
    const leave = bus.subscribe(({ sequence }) => heard.push(sequence));
    bus.publish(beat(1));
    bus.publish(beat(1));
    leave();
    bus.publish(beat(1));
    expect(heard).toEqual([3, 4]);
  });

  test("that throw reach neither the engine nor each other", () => {
    const faults: unknown[] = [];
    const bus = createEventBus({ capacity: 4, fault: (_where, error) => faults.push(error) });
    const heard: number[] = [];
    bus.subscribe(() => {
      throw new Error("broken");
    });
    bus.subscribe(({ sequence }) => heard.push(sequence));
    expect(() => bus.publish(beat(1))).not.toThrow();
    expect(heard).toEqual([1]);
    expect(faults).toEqual([new Error("broken")]);
  });

  test("may leave and join while an event is told", () => {
    const bus = filled(4, 0);
    const heard: string[] = [];
    const leave = bus.subscribe(() => {
      heard.push("first");
      leave();
    });
    bus.subscribe(() => heard.push("second"));
    bus.publish(beat(1));
    bus.publish(beat(1));
    expect(heard).toEqual(["first", "second", "second"]);
  });
});
