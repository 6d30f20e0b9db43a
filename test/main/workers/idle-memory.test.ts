// When memory is given back: only by an idle thread that has grown, and once.
import { expect, test } from "vitest";
import { createLook } from "../../../src/main/workers/idle-memory.ts";

const megabyte = 1024 * 1024;

function lookAt(first: number) {
  const state = { held: first * megabyte, busy: 0, left: first, collected: 0 };
  const look = createLook({
    heldBytes: () => state.held,
    busy: () => state.busy,
    collect: () => {
      state.collected += 1;
      state.held = state.left * megabyte;
    },
  });
  return { state, look };
}

test("what the start has left is collected in the first quiet moment, and not before", () => {
  const { state, look } = lookAt(60);
  state.left = 30;
  state.busy = 0.5;
  look();
  expect(state.collected).toBe(0);
  state.busy = 0.01;
  look();
  look();
  expect(state.collected).toBe(1);
});

test("an idle thread that has grown by half collects once more, one that has grown by less does not", () => {
  const { state, look } = lookAt(60);
  state.left = 30;
  look();
  state.held = 40 * megabyte;
  look();
  expect(state.collected).toBe(1);
  state.held = 46 * megabyte;
  look();
  look();
  expect(state.collected).toBe(2);
});

test("a small thread is left alone", () => {
  const { state, look } = lookAt(3);
  look();
  expect(state.collected).toBe(0);
});
