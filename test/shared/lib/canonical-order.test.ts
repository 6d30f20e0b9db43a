// What JSON.stringify may write in place of the canonical form must be the canonical form.
import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { alreadyCanonical } from "../../../src/shared/lib/canonical.ts";

test("what is in order is written as the reference implementation writes it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = alreadyCanonical(value);
      fc.pre(text !== undefined);
      expect(text).toBe(canonicalize(value));
    }),
  );
});

test.each([
  [{ b: 1, a: 2 }],
  [[{ a: { d: 1, c: 2 } }]],
  [{ 9: 1, 10: 2 }],
  ["\uD800"],
  [{ a: "\uDC00" }],
  [{ "\uD800": 1 }],
  [{ "\u{1F600}": 1, "\uFFFD": 2, a: 3 }],
])("%j is not in order", (value) => {
  expect(alreadyCanonical(value)).toBeUndefined();
});

test.each([[null], [1.5], [true], ["é"], [[]], [{}], [{ a: 1, b: [{ c: null }] }], [{ 1: 1, a: 2 }]])(
  "%j is in order",
  (value) => {
    expect(alreadyCanonical(value)).toBe(canonicalize(value));
  },
);
