// When memory is given back: only by an idle engine that has grown, and once.
import { expect, test } from "vitest";
import { createLook } from "../../../src/main/machine/idle-memory.ts";

const megabyte = 1024 * 1024;

test("an idle engine that has grown collects once, a busy one or a small one does not", () => {
  let resident = 250 * megabyte;
  let busy = 0;
  let collected = 0;
  const look = createLook({
    residentBytes: () => resident,
    busy: () => busy,
    collect: () => {
      collected += 1;
      resident = 300 * megabyte;
    },
  });
  look();
  expect(collected).toBe(0);
  resident = 600 * megabyte;
  busy = 0.5;
  look();
  expect(collected).toBe(0);
  busy = 0.01;
  look();
  look();
  expect(collected).toBe(1);
  resident = 420 * megabyte;
  look();
  expect(collected).toBe(2);
});
