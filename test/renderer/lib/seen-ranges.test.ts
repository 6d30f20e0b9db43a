// Which lines have been in view long enough: the middle of a text is never taken as seen because its end was.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createDwell,
  linesIn,
  nextUnseen,
  type Span,
  unseenOf,
  wholeLines,
  withSpan,
} from "../../../src/renderer/lib/seen-ranges.ts";

const span = (from: number, to: number): Span => ({ from, to });
const all = [span(0, 1500)];

describe("seen ranges", () => {
  test("the beginning and the end in view leave the middle unseen", () => {
    const seen = withSpan(withSpan([], span(0, 40)), span(1460, 1500));
    expect(unseenOf(all, seen)).toEqual([span(40, 1460)]);
    expect(linesIn(unseenOf(all, seen))).toBe(1420);
  });

  test("page after page sees everything", () => {
    let seen: readonly Span[] = [];
    for (let at = 0; at < 1500; at += 38) seen = withSpan(seen, span(at, Math.min(1500, at + 40)));
    expect(seen).toEqual(all);
    expect(unseenOf(all, seen)).toEqual([]);
  });

  test("a line of which a part is unseen is unseen", () => {
    const seen = withSpan([], span(0, 1.5));
    expect(linesIn(unseenOf([span(0, 3)], seen))).toBe(2);
    expect(linesIn([span(0.2, 0.4), span(0.6, 0.8)])).toBe(1);
  });

  test("only what is required counts", () => {
    const required = [span(0, 5), span(100, 110)];
    expect(unseenOf(required, [span(0, 5)])).toEqual([span(100, 110)]);
    expect(unseenOf(required, [span(3, 105)])).toEqual([span(0, 3), span(105, 110)]);
    expect(unseenOf(required, [span(0, 50), span(90, 200)])).toEqual([]);
  });

  test("next unseen goes forward first and then to the beginning", () => {
    const unseen = [span(10, 20), span(50, 60)];
    expect(nextUnseen(unseen, 30)).toEqual(span(50, 60));
    expect(nextUnseen(unseen, 15)).toEqual(span(15, 20));
    expect(nextUnseen(unseen, 70)).toEqual(span(10, 20));
    expect(nextUnseen([], 0)).toBeUndefined();
  });

  test("after another wrapping only whole lines stay seen", () => {
    expect(wholeLines([span(0.5, 3.25), span(7.1, 7.9)])).toEqual([span(1, 3)]);
  });

  const spans = fc
    .array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 12 })
    .map((pairs) => pairs.map(([from, length]) => span(from, from + length)));
  const covers = (list: readonly Span[], line: number): boolean =>
    list.some(({ from, to }) => from <= line && to >= line + 1);

  test("each required line is either seen or unseen", () => {
    fc.assert(
      fc.property(spans, spans, (looked, wanted) => {
        const seen = looked.reduce(withSpan, [] as readonly Span[]);
        const required = wanted.reduce(withSpan, [] as readonly Span[]);
        const unseen = unseenOf(required, seen);
        const lines = Array.from({ length: 90 }, (_, index) => index);
        const expected = lines.filter(
          (line) => covers(required, line) && !covers(looked.reduce(withSpan, [] as readonly Span[]), line),
        );
        expect(lines.filter((line) => covers(unseen, line))).toEqual(expected);
        expect(linesIn(unseen)).toBe(expected.length);
      }),
    );
  });
});

describe("dwell", () => {
  test("what stays in view is seen after the time, not before", () => {
    const dwell = createDwell(100);
    expect(dwell.look(span(0, 40), 0)).toEqual([]);
    expect(dwell.look(span(0, 40), 60)).toEqual([]);
    expect(dwell.waiting()).toBe(true);
    expect(dwell.look(span(0, 40), 100)).toEqual([span(0, 40)]);
    expect(dwell.waiting()).toBe(false);
  });

  test("what flies past is not seen", () => {
    const dwell = createDwell(100);
    dwell.look(span(0, 40), 0);
    expect(dwell.look(span(700, 740), 50)).toEqual([]);
    expect(dwell.look(span(1460, 1500), 100)).toEqual([]);
    expect(dwell.look(span(1460, 1500), 200)).toEqual([span(1460, 1500)]);
  });

  test("while scrolling slowly, what stays in view all the time is seen", () => {
    const dwell = createDwell(100);
    let seen: readonly Span[] = [];
    for (let now = 0; now <= 400; now += 20) {
      const from = now / 10;
      for (const each of dwell.look(span(from, from + 40), now)) seen = withSpan(seen, each);
    }
    expect(seen).toEqual([span(10, 70)]);
  });

  test("a window that is hidden starts again", () => {
    const dwell = createDwell(100);
    dwell.look(span(0, 40), 0);
    dwell.look(undefined, 90);
    expect(dwell.look(span(0, 40), 100)).toEqual([]);
    expect(dwell.look(span(0, 40), 200)).toEqual([span(0, 40)]);
  });
});
