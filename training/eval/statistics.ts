// Statistics: rates with their 95 % intervals, the area under the curve, calibration.

export interface Rate {
  readonly hits: number;
  readonly of: number;
  readonly rate: number;
  /** Wilson's 95 % interval. */
  readonly low: number;
  readonly high: number;
}

const z = 1.959963984540054;

export function rateOf(hits: number, of: number): Rate {
  if (of === 0) return { hits, of, rate: Number.NaN, low: 0, high: 1 };
  const share = hits / of;
  const scale = 1 + (z * z) / of;
  const centre = (share + (z * z) / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return { hits, of, rate: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Mann–Whitney: how often a risky row scores above an honest one; ties count half. NaN when one class is missing. */
export function areaUnderCurve(risky: readonly number[], honest: readonly number[]): Rate {
  const pairs = risky.length * honest.length;
  if (pairs === 0) return { hits: 0, of: 0, rate: Number.NaN, low: 0, high: 1 };
  const all = [
    ...risky.map((score) => ({ score, risky: true })),
    ...honest.map((score) => ({ score, risky: false })),
  ].toSorted((left, right) => left.score - right.score);
  let ranks = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.score === all[from]?.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (all[at]?.risky === true) ranks += rank;
    from = to;
  }
  const wins = ranks - (risky.length * (risky.length + 1)) / 2;
  const area = wins / pairs;
  // Hanley and McNeil's standard error.
  const first = area / (2 - area);
  const second = (2 * area * area) / (1 + area);
  const variance =
    (area * (1 - area) + (risky.length - 1) * (first - area * area) + (honest.length - 1) * (second - area * area)) /
    pairs;
  const half = z * Math.sqrt(Math.max(0, variance));
  return { hits: wins, of: pairs, rate: area, low: Math.max(0, area - half), high: Math.min(1, area + half) };
}

export interface CurvePoint {
  readonly threshold: number;
  readonly falsePositiveRate: number;
  readonly recall: number;
}

/** One point for each score that occurs, from the strictest threshold to the loosest. */
export function rocCurve(risky: readonly number[], honest: readonly number[]): readonly CurvePoint[] {
  const thresholds = [...new Set([...risky, ...honest])].toSorted((left, right) => right - left);
  const up = risky.toSorted((left, right) => right - left);
  const down = honest.toSorted((left, right) => right - left);
  let hits = 0;
  let alarms = 0;
  const points: CurvePoint[] = [{ threshold: Number.POSITIVE_INFINITY, falsePositiveRate: 0, recall: 0 }];
  for (const threshold of thresholds) {
    while (hits < up.length && (up[hits] ?? -1) >= threshold) hits += 1;
    while (alarms < down.length && (down[alarms] ?? -1) >= threshold) alarms += 1;
    points.push({
      threshold,
      falsePositiveRate: down.length === 0 ? 0 : alarms / down.length,
      recall: up.length === 0 ? 0 : hits / up.length,
    });
  }
  return points;
}

/** Points closer than a pixel or so to the one before say nothing more; the last one at or above 0.7 and 0.8 is kept. */
export function thinned(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const kept: CurvePoint[] = [];
  for (const [index, point] of points.entries()) {
    const before = kept.at(-1);
    const next = points[index + 1];
    const crosses = [0.7, 0.8].some((each) => point.threshold >= each && (next?.threshold ?? 0) < each);
    const near =
      before !== undefined &&
      point.recall - before.recall < 0.002 &&
      point.falsePositiveRate - before.falsePositiveRate < 0.0005;
    if (!near || crosses || next === undefined) kept.push(point);
  }
  return kept;
}

export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly meanScore: number;
  readonly riskyShare: number;
}

/** Ten equal bins of the score: how many of the rows in each are attacks. */
export function calibration(risky: readonly number[], honest: readonly number[]): readonly CalibrationBin[] {
  const bins = Array.from({ length: 10 }, () => ({ rows: 0, risky: 0, total: 0 }));
  const add = (score: number, attack: number): void => {
    const bin = bins[Math.min(9, Math.floor(score * 10))];
    if (bin === undefined) return;
    bin.rows += 1;
    bin.risky += attack;
    bin.total += score;
  };
  for (const score of risky) add(score, 1);
  for (const score of honest) add(score, 0);
  return bins.map((bin, index) => ({
    from: index / 10,
    to: (index + 1) / 10,
    rows: bin.rows,
    meanScore: bin.rows === 0 ? Number.NaN : bin.total / bin.rows,
    riskyShare: bin.rows === 0 ? Number.NaN : bin.risky / bin.rows,
  }));
}
