// What is complete is complete for every text of a card, and a text that is still on its way counts as unread.
import { expect, test } from "vitest";
import { createReading, type ReadingPart } from "../../../src/renderer/lib/reading.ts";
import { linesIn, type Span } from "../../../src/renderer/lib/seen-ranges.ts";
import { isTooLongToRead, unreadOf } from "../../../src/renderer/lib/unread.ts";
import { unseen } from "../../../src/renderer/labels/answer.ts";

function textOf(lines: number) {
  const state: { view: Span | undefined; revealed: number[]; layout: number } = {
    view: undefined,
    revealed: [],
    layout: 1,
  };
  const part: ReadingPart = {
    unit: "lines",
    required: [{ from: 0, to: lines }],
    count: linesIn,
    inView: () => state.view,
    reveal: (position) => void state.revealed.push(position),
    layout: () => state.layout,
  };
  return { state, part };
}

const frame = { top: 0, bottom: 400 };

test("what is in view is not counted as missing, but only complete after a while", () => {
  const reading = createReading();
  expect(reading.progress().complete).toBe(false);
  const { state, part } = textOf(20);
  reading.add(part);
  expect(reading.progress()).toMatchObject({ total: 20, unseen: 20, complete: false });
  state.view = { from: 0, to: 20 };
  reading.look(frame, 0);
  expect(reading.progress()).toMatchObject({ unseen: 0, complete: false });
  expect(reading.waiting()).toBe(true);
  reading.look(frame, 100);
  expect(reading.progress()).toMatchObject({ unseen: 0, complete: true });
  expect(reading.waiting()).toBe(false);
});

test("the end in view leaves the middle to be read, and next leads there", () => {
  const reading = createReading();
  const { state, part } = textOf(1_500);
  reading.add(part);
  for (const [from, now] of [
    [0, 0],
    [0, 100],
    [1_460, 200],
    [1_460, 300],
  ] as const) {
    state.view = { from, to: from + 40 };
    reading.look(frame, now);
  }
  expect(unseen(reading.progress())).toBe("1,420 of 1,500 lines not seen yet");
  reading.next();
  expect(state.revealed).toEqual([40]);
  expect(unreadOf(reading.progress())).toBeUndefined();
});

test("with several texts all count, and one that is awaited keeps it incomplete", () => {
  const reading = createReading();
  const [first, second] = [textOf(10), textOf(10)];
  reading.add(first.part);
  const arrived = reading.expect();
  first.state.view = { from: 0, to: 10 };
  reading.look(frame, 0);
  reading.look(frame, 100);
  expect(reading.progress()).toMatchObject({ unseen: 0, complete: false });
  arrived();
  expect(reading.progress().complete).toBe(true);
  reading.add(second.part);
  expect(reading.progress()).toMatchObject({ total: 20, unseen: 10, complete: false });
});

test("a line laid out anew must be seen again where only a part of it was", () => {
  const reading = createReading();
  const { state, part } = textOf(1);
  reading.add(part);
  state.view = { from: 0, to: 0.5 };
  reading.look(frame, 0);
  reading.look(frame, 100);
  state.layout = 2;
  state.view = { from: 0.5, to: 1 };
  reading.look(frame, 200);
  reading.look(frame, 300);
  expect(reading.progress().complete).toBe(false);
});

test("a hidden window sees nothing", () => {
  const reading = createReading();
  const { state, part } = textOf(10);
  reading.add(part);
  state.view = { from: 0, to: 10 };
  reading.look(undefined, 0);
  reading.look(undefined, 500);
  expect(reading.progress()).toMatchObject({ unseen: 10, complete: false });
});

test("only what nobody reads can be allowed unread", () => {
  expect(isTooLongToRead({ unit: "lines", total: 2_000 })).toBe(false);
  expect(isTooLongToRead({ unit: "lines", total: 2_001 })).toBe(true);
  const progress = { unit: "lines", total: 100_000, unseen: 98_000, complete: false } as const;
  expect(unreadOf(progress)).toEqual({ unit: "lines", of: 100_000, count: 98_000 });
});
