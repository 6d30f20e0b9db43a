// Counts for the charts, made from the feed: verdicts over time, and how risk is spread.
import { minute, second } from "../../shared/clock.ts";
import type { FeedItem } from "../../shared/feed.ts";
import { type Outcome, outcomes, type RiskLevel, riskLevels } from "../../shared/verdict.ts";

export type Bucket = { readonly start: number; readonly end: number } & Readonly<Record<Outcome, number>>;

export interface Timeline {
  readonly buckets: readonly Bucket[];
  readonly rangeMs: number;
}

/** Ranges with their bucket width, widest first. */
const ranges: readonly (readonly [range: number, width: number])[] = [
  [30 * minute, minute],
  [15 * minute, 30 * second],
  [5 * minute, 10 * second],
  [minute, 2 * second],
];

/**
 * The widest range the feed covers in full. A feed that is cut off at its limit says nothing about the time before its
 * oldest item, and an empty bar there would be a lie.
 */
export function timelineOf(items: readonly FeedItem[], now: number, feedLimit: number): Timeline {
  const oldest = items.length < feedLimit ? -Infinity : Math.min(...items.map((item) => item.at));
  const [rangeMs, width] = ranges.find(([range]) => now - range >= oldest) ?? ranges.at(-1) ?? [minute, second];
  const end = Math.ceil(now / width) * width;
  const start = end - rangeMs;
  const counts = Array.from({ length: rangeMs / width }, (_, index) => ({
    start: start + index * width,
    end: start + (index + 1) * width,
    ...zeroes(outcomes),
  }));
  for (const item of items) {
    const bucket = counts[Math.floor((item.at - start) / width)];
    if (bucket !== undefined) bucket[item.outcome] += 1;
  }
  return { buckets: counts, rangeMs };
}

export interface LevelCount {
  readonly level: RiskLevel;
  readonly count: number;
  /** Of all that were counted, 0 to 1. */
  readonly share: number;
}

/** The gravest first, as people look for it. */
export function riskSpread(items: readonly FeedItem[], since: number): readonly LevelCount[] {
  const counts = zeroes(riskLevels);
  let total = 0;
  for (const item of items) {
    if (item.at < since) continue;
    counts[item.level] += 1;
    total += 1;
  }
  return riskLevels
    .map((level) => ({ level, count: counts[level], share: total === 0 ? 0 : counts[level] / total }))
    .toReversed();
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
