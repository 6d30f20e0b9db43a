// A line diff for what a write would change. It can be taken in small steps, so that a large one never blocks the window.
import { diff } from "@codemirror/merge";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Up to this many lines are compared exactly; longer ranges without a unique line in common are shown as replaced. */
const compareAtOnce = 2_000;
/** Lines handled between two steps. */
const stride = 5_000;

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const steps = diffSteps(before, after);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Each step takes some milliseconds at most. */
export function* diffSteps(before: string, after: string): Generator<void, readonly DiffLine[]> {
  // Where both texts end with a line break it adds no empty line; where only one does, the difference is shown.
  const whole = endsOrIsEmpty(before) && endsOrIsEmpty(after);
  const left = linesOf(before, whole);
  yield;
  const right = linesOf(after, whole);
  yield;
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  yield;
  const lines: DiffLine[] = [];
  function* put(kind: DiffLine["kind"], texts: readonly string[], from: number, to: number): Generator<void, void> {
    for (let index = from; index < to; index += 1) {
      lines.push({ kind, text: texts[index] ?? "" });
      if (lines.length % stride === 0) yield;
    }
  }
  yield* put("same", left, 0, start);
  const changes = yield* changesBetween(left.slice(start, left.length - end), right.slice(start, right.length - end));
  let at = start;
  for (const { fromA, toA, fromB, toB } of changes) {
    yield* put("same", left, at, start + fromA);
    yield* put("removed", left, start + fromA, start + toA);
    yield* put("added", right, start + fromB, start + toB);
    at = start + toA;
  }
  yield* put("same", left, at, left.length);
  return lines;
}

interface LineChange {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/**
 * Lines that occur once in each text, in an order that both share, divide a large comparison into small ones, which the
 * library makes exactly. What stays large without such lines is shown as replaced.
 */
function* changesBetween(left: readonly string[], right: readonly string[]): Generator<void, readonly LineChange[]> {
  if (left.length === 0 && right.length === 0) return [];
  const changes: LineChange[] = [];
  let fromA = 0;
  let fromB = 0;
  let sinceStep = 0;
  for (const [toA, toB] of [...(yield* anchorsOf(left, right)), [left.length, right.length] as const]) {
    sinceStep += toA - fromA + toB - fromB + 1;
    changes.push(...compare(left.slice(fromA, toA), right.slice(fromB, toB), fromA, fromB));
    fromA = toA + 1;
    fromB = toB + 1;
    if (sinceStep < compareAtOnce) continue;
    sinceStep = 0;
    yield;
  }
  return changes;
}

function compare(left: readonly string[], right: readonly string[], atA: number, atB: number): readonly LineChange[] {
  if (left.length === 0 && right.length === 0) return [];
  const replaced = { fromA: atA, toA: atA + left.length, fromB: atB, toB: atB + right.length };
  if (left.length === 0 || right.length === 0 || left.length + right.length > compareAtOnce) return [replaced];
  // The library compares characters: each different line becomes one.
  const codes = new Map<string, string>();
  const encode = (lines: readonly string[]): string => {
    for (const line of lines) if (!codes.has(line)) codes.set(line, String.fromCharCode(codes.size));
    return lines.map((line) => codes.get(line)).join("");
  };
  return diff(encode(left), encode(right)).map(({ fromA, toA, fromB, toB }) => ({
    fromA: fromA + atA,
    toA: toA + atA,
    fromB: fromB + atB,
    toB: toB + atB,
  }));
}

/** Pairs of positions of lines that are unique in both texts: the longest run of them that ascends on both sides. */
function* anchorsOf(left: readonly string[], right: readonly string[]): Generator<void, readonly Pair[]> {
  if (left.length + right.length <= compareAtOnce) return [];
  const inRight = yield* placesOf(right);
  const inLeft = yield* placesOf(left);
  const pairs: Pair[] = [];
  for (const [text, placeA] of inLeft) {
    const placeB = inRight.get(text);
    if (placeA >= 0 && placeB !== undefined && placeB >= 0) pairs.push([placeA, placeB]);
  }
  yield;
  return longestAscending(pairs);
}

type Pair = readonly [left: number, right: number];

/** The index of each line, or -1 when it occurs more than once, in order of first occurrence. */
function* placesOf(lines: readonly string[]): Generator<void, ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [index, text] of lines.entries()) {
    places.set(text, places.has(text) ? -1 : index);
    if (index % stride === 0) yield;
  }
  return places;
}

/** The pairs ascend on the left; by patience sorting, the most of them that ascend on the right too. */
function longestAscending(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = [];
  const before: number[] = [];
  const rightOf = (index: number | undefined): number => (index === undefined ? -1 : (pairs[index]?.[1] ?? -1));
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rightOf(tops[middle]) < place) low = middle + 1;
      else high = middle;
    }
    before.push(tops[low - 1] ?? -1);
    tops[low] = index;
  }
  const ascending: Pair[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair !== undefined) ascending.push(pair);
  }
  return ascending.reverse();
}

function endsOrIsEmpty(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

function linesOf(text: string, whole: boolean): readonly string[] {
  return text === "" ? [] : (whole ? text.slice(0, -1) : text).split("\n");
}
