// Counts for the charts, made from the ledger's series: verdicts over time, and how risk is spread.
import { day, hour, minute, second } from "../../shared/lib/clock.ts";
import type { SeriesPoint } from "../../shared/contract/ledger-search.ts";
import { type Outcome, outcomes, type RiskLevel, riskLevels } from "../../shared/domain/verdict.ts";
import { type RangeName, rangeLengths } from "./activity-filter.ts";

export type Bucket<Name extends string> = { readonly start: number; readonly end: number } & Readonly<
  Record<Name, number>
>;

/** The width of a bar, and how often the figures are fetched again. */
export const resolutions: Readonly<Record<RangeName, { readonly width: number; readonly everyMs: number }>> = {
  "1h": { width: minute, everyMs: 3 * second },
  "24h": { width: 15 * minute, everyMs: 15 * second },
  "7d": { width: 2 * hour, everyMs: minute },
  "30d": { width: 6 * hour, everyMs: minute },
  "90d": { width: day, everyMs: minute },
};

/** What local time is ahead of UTC, so that days begin at midnight here. */
function localOffset(at: number): number {
  return -new Date(at).getTimezoneOffset() * minute;
}

export interface RangeSpan {
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly offset: number;
}

/** The span of whole bars that ends with the one of this moment. */
export function spanOf(range: RangeName, now: number): RangeSpan {
  const { width } = resolutions[range];
  const offset = localOffset(now);
  const to = Math.ceil((now + 1 + offset) / width) * width - offset;
  return { from: to - rangeLengths[range], to, width, offset };
}

/** A bar for every step of the span, also where nothing happened. */
function bucketsOf<Name extends string>(
  span: RangeSpan,
  names: readonly Name[],
  points: readonly { readonly at: number; readonly name: Name | undefined; readonly entries: number }[],
): readonly Bucket<Name>[] {
  const { from, to, width } = span;
  const counts = Array.from({ length: Math.round((to - from) / width) }, () => zeroes(names));
  for (const { at, name, entries } of points) {
    const count = counts[Math.floor((at - from) / width)];
    if (count !== undefined && name !== undefined) count[name] += entries;
  }
  return counts.map((count, index) => ({ ...count, start: from + index * width, end: from + (index + 1) * width }));
}

export function verdictBuckets(span: RangeSpan, points: readonly SeriesPoint[]): readonly Bucket<Outcome>[] {
  return bucketsOf(
    span,
    outcomes,
    points.map(({ at, outcome, entries }) => ({ at, name: outcome, entries })),
  );
}

export function levelBuckets(span: RangeSpan, points: readonly SeriesPoint[]): readonly Bucket<RiskLevel>[] {
  return bucketsOf(
    span,
    riskLevels,
    points.map(({ at, level, entries }) => ({ at, name: level, entries })),
  );
}

export interface LevelCount {
  readonly level: RiskLevel;
  readonly count: number;
}

/** The highest level first. */
export function riskSpread(points: readonly SeriesPoint[]): readonly LevelCount[] {
  const counts = zeroes(riskLevels);
  for (const { level, entries } of points) if (level !== undefined) counts[level] += entries;
  return riskLevels.map((level) => ({ level, count: counts[level] })).toReversed();
}

/** A top for an axis of whole numbers that halves and quarters well. */
export function axisTop(most: number): number {
  if (most <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10].map((factor) => factor * step).find((top) => top >= most) ?? 10 * step;
}

function zeroes<Name extends string>(names: readonly Name[]): Record<Name, number> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name gets its number
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
