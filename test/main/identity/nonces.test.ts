// Replay memory: once each, inside the window, and never more than its bound.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clockWindow, createNonceMemory } from "../../../src/main/identity/nonces.ts";

const now = 1_770_000_000_000;

describe("nonces", () => {
  test("count once for each agent", () => {
    const { use } = createNonceMemory();
    expect(use("a", "1", now, now)).toBe("fresh");
    expect(use("a", "1", now, now)).toBe("nonce_replayed");
    expect(use("b", "1", now, now)).toBe("fresh");
    expect(use("a", "2", now, now)).toBe("fresh");
  });

  test.each([
    [-clockWindow - 1, "timestamp_out_of_window"],
    [-clockWindow, "fresh"],
    [0, "fresh"],
    [clockWindow, "fresh"],
    [clockWindow + 1, "timestamp_out_of_window"],
  ])("a clock that is off by %i ms: %s", (skew, outcome) => {
    expect(createNonceMemory().use("a", "1", now + skew, now)).toBe(outcome);
  });

  test("what was signed before the start may have been used before it", () => {
    const { use } = createNonceMemory({ startedAt: now + 300 });
    expect(use("a", "1", now - 1, now + 400)).toBe("timestamp_too_old");
    expect(use("a", "1", now, now + 400)).toBe("fresh");
    expect(use("a", "2", now + 350, now + 400)).toBe("fresh");
  });

  test("are forgotten once their messages are too old to be accepted", () => {
    const memory = createNonceMemory();
    for (let index = 0; index < 100; index += 1) memory.use("a", String(index), now + index, now + index);
    expect(memory.size()).toBe(100);
    memory.use("a", "later", now + clockWindow + 200, now + clockWindow + 200);
    expect(memory.size()).toBe(1);
  });

  test("a full memory forgets the oldest and refuses what is as old", () => {
    const memory = createNonceMemory({ maximum: 3 });
    for (let index = 1; index <= 5; index += 1) expect(memory.use("a", String(index), now + index, now)).toBe("fresh");
    expect(memory.size()).toBe(3);
    expect(memory.use("a", "1", now + 1, now)).toBe("timestamp_too_old");
    expect(memory.use("a", "2", now + 2, now)).toBe("timestamp_too_old");
    expect(memory.use("a", "3", now + 3, now)).toBe("nonce_replayed");
    expect(memory.use("b", "1", now, now)).toBe("fresh");
  });

  test("nothing is ever accepted twice, and the bound holds", () => {
    const message = fc.record({
      agent: fc.constantFrom("a", "b"),
      nonce: fc.integer({ min: 0, max: 8 }).map(String),
      skew: fc.integer({ min: -clockWindow, max: clockWindow }),
      pause: fc.integer({ min: 0, max: clockWindow }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (messages, bound) => {
        const memory = createNonceMemory({ maximum: bound });
        const sent = new Map<string, number>();
        let clock = now;
        for (const { agent, nonce, skew, pause } of messages) {
          clock += pause;
          // A replay carries the timestamp of the first time; only a nonce that was never seen picks its own.
          const name = `${agent} ${nonce}`;
          const before = sent.get(name);
          const outcome = memory.use(agent, nonce, before ?? clock + skew, clock);
          expect(before !== undefined && outcome === "fresh").toBe(false);
          if (outcome === "fresh") sent.set(name, clock + skew);
          expect(memory.size()).toBeLessThanOrEqual(bound);
        }
      }),
    );
  });
});
