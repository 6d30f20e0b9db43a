// Stream: live events, replay, gaps and slow readers, over a real WebSocket and with a reader by hand.
import { afterEach, describe, expect, test } from "vitest";
import { createEventBus, type EventBus } from "../../../src/main/telemetry/events.ts";
import { startHeartbeat } from "../../../src/main/telemetry/heartbeat.ts";
import { createTelemetryStream } from "../../../src/main/telemetry/stream.ts";
import type { EngineEvent } from "../../../src/shared/domain/telemetry.ts";
import { pause, rawClient, startHouse, webSocketClient, type House } from "../server/support.ts";
import { at, beat, inside, intent } from "./support.ts";

const clock = { now: () => at };
const newBus = (capacity: number): EventBus => createEventBus({ capacity, fault: () => undefined });
const sequences = (texts: readonly string[]): readonly unknown[] =>
  texts.map((text) => (JSON.parse(text) as { seq: number }).seq);

const houses: House[] = [];
afterEach(async () => {
  for (const house of houses.splice(0)) await house.stop();
});
async function serve(bus: EventBus): Promise<string> {
  const house = await startHouse({}, { telemetry: createTelemetryStream(bus, clock) });
  houses.push(house);
  return `${house.wsUrl}/telemetry`;
}

describe("over a WebSocket", () => {
  test("readers get what happens from now on, in order and in their format", async () => {
    const bus = newBus(100);
    const url = await serve(bus);
    bus.publish(beat(1));
    const aeon = await webSocketClient(url);
    const a2g = await webSocketClient(`${url}?format=a2g`);
    bus.publish({ type: "intent_received", at, intent });
    bus.publish(inside);
    bus.publish(beat(4));
    expect((await aeon.until(2)).map((text) => (JSON.parse(text) as { type: string }).type)).toEqual([
      "IntentReceived",
      "Heartbeat",
    ]);
    expect((await a2g.until(2)).map((text) => (JSON.parse(text) as { type: string }).type)).toEqual([
      "INTENT_RECEIVED",
      "HEARTBEAT",
    ]);
    expect(sequences(aeon.messages)).toEqual([2, 4]);
    await pause(20);
    expect(aeon.messages).toHaveLength(2);
  });

  test.each([
    ["0", [1, 2, 3]],
    ["1", [2, 3]],
    ["3", []],
  ])("since=%s replays %o and goes on", async (since, replayed) => {
    const bus = newBus(100);
    const url = await serve(bus);
    for (const load of [1, 2, 3]) bus.publish(beat(load));
    const client = await webSocketClient(`${url}?since=${since}`);
    bus.publish(beat(4));
    expect(sequences(await client.until(replayed.length + 1))).toEqual([...replayed, 4]);
  });

  test("what the ring no longer holds is marked as a gap", async () => {
    const bus = newBus(3);
    const url = await serve(bus);
    for (let load = 1; load <= 10; load += 1) bus.publish(beat(load));
    const client = await webSocketClient(`${url}?since=4`);
    const [gap, ...rest] = await client.until(4);
    expect(JSON.parse(gap ?? "")).toMatchObject({ type: "Gap", data: { reason: "not_kept", from: 5, to: 7 } });
    expect(sequences(rest)).toEqual([8, 9, 10]);
    const complete = await webSocketClient(`${url}?since=7`);
    expect(sequences(await complete.until(3))).toEqual([8, 9, 10]);
  });

  test("a number from before a restart is marked, and the ring replayed", async () => {
    const bus = newBus(10);
    const url = await serve(bus);
    bus.publish(beat(1));
    const client = await webSocketClient(`${url}?since=5000`);
    const [gap, first] = await client.until(2);
    expect(JSON.parse(gap ?? "")).toMatchObject({ type: "Gap", data: { reason: "restarted" } });
    expect(JSON.parse(first ?? "")).toMatchObject({ seq: 1 });
  });

  test.each(["since=x", "since=-1", "since=1e3", "since=", "format=xml"])(
    "?%s is refused with a reason",
    async (query) => {
      const client = await webSocketClient(`${await serve(newBus(10))}?${query}`);
      const closed = await client.closed;
      expect(closed.code).toBe(1008);
      expect(closed.reason).not.toBe("");
    },
  );

  test("a reader that stops reading is dropped with a gap, the others miss nothing", async () => {
    const bus = newBus(200);
    const url = new URL(await serve(bus));
    const slow = rawClient(Number(url.port));
    slow.socket.write(
      `GET /telemetry HTTP/1.1\r\nHost: localhost:${url.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    await slow.until(/\r\n\r\n/);
    slow.socket.pause();
    const quick = await webSocketClient(url.href);
    const large: EngineEvent = {
      type: "intent_received",
      at,
      intent: { ...intent, arguments: { content: "x".repeat(20_000) } },
    };
    // Far more than the kernel takes for the slow one.
    for (let burst = 0; burst < 10; burst += 1) {
      for (let count = 0; count < 100; count += 1) bus.publish(large);
      await quick.until((burst + 1) * 100);
    }
    slow.socket.resume();
    await slow.closed;
    expect(sequences(quick.messages)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(slow.received()).toMatch(/"type":"Gap".*"reason":"slow_reader"/);
    await expect.poll(() => houses[0]?.webSocketCount()).toBe(1);
  });
});

describe("with a reader by hand", () => {
  /** A reader whose unread bytes are set by the test. */
  function reader(query: Record<string, string> = {}): {
    texts: string[];
    dropped: number[];
    unread: number;
    sent: (() => void)[];
    open: Parameters<ReturnType<typeof createTelemetryStream>>[0];
  } {
    const state = {
      texts: [] as string[],
      dropped: [] as number[],
      unread: 0,
      sent: [] as (() => void)[],
      open: {
        query: new Map(Object.entries(query)),
        send: (text: string, sent: () => void) => {
          state.texts.push(text);
          state.sent.push(sent);
        },
        waiting: () => state.unread,
        drop: (code: number) => void state.dropped.push(code),
      },
    };
    return state;
  }

  test("a full one waits, and goes on where it was when it has read", async () => {
    const bus = newBus(100);
    const one = reader({ since: "0" });
    createTelemetryStream(bus, clock)(one.open);
    bus.publish(beat(1));
    await expect.poll(() => one.texts.length).toBe(1);
    one.unread = 10_000_000;
    bus.publish(beat(2));
    bus.publish(beat(3));
    await pause(20);
    expect(one.texts).toHaveLength(1);
    one.unread = 0;
    one.sent[0]?.();
    expect(sequences(one.texts)).toEqual([1, 2, 3]);
  });

  test("one that the ring has overtaken is dropped even if it never reads again", async () => {
    const bus = newBus(4);
    const one = reader();
    const stream = createTelemetryStream(bus, clock);
    stream(one.open);
    one.unread = 10_000_000;
    for (let load = 1; load <= 4; load += 1) bus.publish(beat(load));
    await pause(20);
    expect(one.dropped).toEqual([]);
    bus.publish(beat(5));
    await pause(20);
    expect(one.dropped).toEqual([1013]);
    expect(JSON.parse(one.texts.at(-1) ?? "")).toMatchObject({
      type: "Gap",
      seq: 1,
      data: { reason: "slow_reader", from: 1, to: 1 },
    });
    const again = reader({ since: "1" });
    stream(again.open);
    expect(sequences(again.texts)).toEqual([2, 3, 4, 5]);
    bus.publish(beat(6));
    await pause(20);
    expect(one.texts).toHaveLength(1);
  });

  test("one that has left gets nothing more", async () => {
    const bus = newBus(4);
    const one = reader();
    createTelemetryStream(bus, clock)(one.open)();
    bus.publish(beat(1));
    await pause(20);
    expect(one.texts).toEqual([]);
  });

  test("publishing never waits for a reader", () => {
    const bus = newBus(4);
    const one = reader();
    createTelemetryStream(bus, clock)(one.open);
    bus.publish(beat(1));
    expect(one.texts).toEqual([]);
  });
});

test("the heart beats with status and load until it is stopped", () => {
  const published: EngineEvent[] = [];
  const timers: (() => void)[] = [];
  let cancelled = 0;
  const stop = startHeartbeat({
    events: { publish: (event) => void published.push(event), publishSoon: (make) => void published.push(...make()) },
    clock: { now: () => at, after: (_milliseconds, run) => (timers.push(run), () => void (cancelled += 1)) },
    everyMs: 1000,
    status: () => "healthy",
  });
  timers.shift()?.();
  timers.shift()?.();
  expect(published).toHaveLength(2);
  const [first] = published;
  expect(first).toMatchObject({ type: "heartbeat", at, status: "healthy" });
  const load = first?.type === "heartbeat" ? first.load : undefined;
  expect(load).toBeGreaterThanOrEqual(0);
  expect(load).toBeLessThanOrEqual(1);
  stop();
  expect(cancelled).toBe(1);
});
