// A trail is the plain list of what came by, each once, cut to its length; only cheaper to make.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { emptyTrail, extend, type Seen, seenOn } from "../../../src/main/engine/sessions/trail.ts";

const limit = 40;

test("holds what a plain list would hold, whatever comes by in whatever order", () => {
  const step = fc.array(
    fc.integer({ min: 0, max: 90 }).map((number) => `/file-${number}`),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let trail = emptyTrail;
      let plain: readonly Seen[] = [];
      for (const [at, values] of steps.entries()) {
        trail = extend(trail, values, at, limit);
        const fresh = [...new Set(values)];
        plain = [
          ...plain.filter(({ value }) => !fresh.includes(value)),
          ...fresh.map((value) => ({ value, at })),
        ].slice(-limit);
        expect(seenOn(trail, limit)).toEqual(plain);
      }
    }),
  );
});

test("does not change the one it was made from, and stays bounded", () => {
  const before = Object.freeze({ older: Object.freeze([]), recent: Object.freeze([{ value: "/a", at: 1 }]) });
  let trail = extend(before, ["/b"], 2, limit);
  expect(before).toEqual({ older: [], recent: [{ value: "/a", at: 1 }] });
  for (let at = 0; at < 5000; at += 1) trail = extend(trail, [`/${at}`], at, limit);
  expect(trail.older.length + trail.recent.length).toBeLessThan(limit + 40);
});
