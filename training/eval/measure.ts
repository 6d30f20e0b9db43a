// Measure: the figures of one group of rows, and the groups that are looked at.
import { type Difference, differenceOfAreas } from "./compare.ts";
import type { HeldOut } from "./held-out.ts";
import { titleOf } from "./rows.ts";
import type { Scored } from "./scorers.ts";
import {
  type CalibrationBin,
  type CurvePoint,
  type Rate,
  areaUnderCurve,
  calibration,
  rateOf,
  rocCurve,
  thinned,
} from "./statistics.ts";
import { type Target, targetsOf } from "./targets.ts";

export const thresholds = [0.8, 0.7] as const;
const scorings = ["heuristic", "model", "combined", "baseline"] as const;
export type Scoring = (typeof scorings)[number];

export interface AtThreshold {
  readonly threshold: number;
  readonly precision: Rate;
  readonly recall: Rate;
  readonly falsePositiveRate: Rate;
}

export interface Measured {
  readonly scoring: Scoring;
  readonly at: readonly AtThreshold[];
  /** Rows of one class alone are compared with all rows of the other class. */
  readonly area: Rate;
  readonly areaAgainstOthers: boolean;
}

export interface Group {
  readonly name: string;
  readonly risky: number;
  readonly honest: number;
  readonly measured: readonly Measured[];
  /** Attacks that are LOW and have no finding at all. */
  readonly silent: Rate;
  readonly uninspected: Rate;
}

export interface Example {
  readonly source: string;
  readonly score: number;
  readonly model?: number;
  readonly title: string;
  readonly findings: readonly string[];
}

/** One kind of rows (calls, texts) by every scoring. */
export interface Picture {
  readonly title: string;
  readonly curves: readonly { readonly scoring: Scoring; readonly points: readonly CurvePoint[] }[];
  readonly calibrations: readonly { readonly scoring: Scoring; readonly bins: readonly CalibrationBin[] }[];
}

export interface Comparison extends Difference {
  readonly rows: string;
  readonly first: Scoring;
  readonly second: Scoring;
}

export interface Report {
  readonly data: readonly { readonly file: string; readonly sha256: string }[];
  readonly model: string;
  readonly rows: number;
  readonly unread: number;
  readonly groups: readonly Group[];
  readonly targets: readonly Target[];
  readonly comparisons: readonly Comparison[];
  readonly heldOut: readonly HeldOut[];
  readonly misses: readonly Example[];
  readonly falseAlarms: readonly Example[];
  readonly pictures: readonly Picture[];
  readonly microseconds: { readonly p50: number; readonly p99: number; readonly worst: number };
}

function scoresBy(scoring: Scoring, rows: readonly Scored[]) {
  const score = (scored: Scored): number => scored[scoring] ?? 0;
  return {
    risky: rows.filter(({ row }) => row.risky).map(score),
    honest: rows.filter(({ row }) => !row.risky).map(score),
  };
}

/** Without a model the heuristics are all there is. */
function scoringsOf(rows: readonly Scored[]): readonly Scoring[] {
  const model = rows.some((each) => each.model !== undefined);
  const baseline = rows.some((each) => each.baseline !== undefined);
  return scorings.filter((each) => each === "heuristic" || (each === "baseline" ? baseline : model));
}

function measureBy(scoring: Scoring, rows: readonly Scored[], others: readonly Scored[]): Measured {
  const { risky, honest } = scoresBy(scoring, rows);
  const areaAgainstOthers = risky.length === 0 || honest.length === 0;
  const rest = areaAgainstOthers ? scoresBy(scoring, others) : { risky, honest };
  return {
    scoring,
    areaAgainstOthers,
    area: areaUnderCurve(risky.length === 0 ? rest.risky : risky, honest.length === 0 ? rest.honest : honest),
    at: thresholds.map((threshold) => {
      const hits = risky.filter((each) => each >= threshold).length;
      const alarms = honest.filter((each) => each >= threshold).length;
      return {
        threshold,
        precision: rateOf(hits, hits + alarms),
        recall: rateOf(hits, risky.length),
        falsePositiveRate: rateOf(alarms, honest.length),
      };
    }),
  };
}

function groupOf(name: string, rows: readonly Scored[], all: readonly Scored[]): Group {
  const texts = rows.length > 0 && rows.every(aText);
  const others = all.filter((scored) => (texts ? aText(scored) : hardCall(scored)));
  const risky = rows.filter(({ row }) => row.risky);
  return {
    name,
    risky: risky.length,
    honest: rows.length - risky.length,
    measured: scoringsOf(rows).map((scoring) => measureBy(scoring, rows, others)),
    silent: rateOf(risky.filter((each) => each.combined < 0.4 && each.findings.length === 0).length, risky.length),
    uninspected: rateOf(rows.filter((each) => each.uninspected).length, rows.length),
  };
}

type Part = (scored: Scored) => boolean;
const everything: Part = () => true;
const posix: Part = ({ row }) => row.posix !== false;
const strong: Part = ({ row }) => !row.weak;
const aText: Part = ({ row }) => row.kind === "text";
const aCall: Part = (scored) => !aText(scored);
const hardCall: Part = (scored) => aCall(scored) && strong(scored) && posix(scored);

/** The parts of a source that differ in what can be expected of them. */
function partsOf(own: readonly Scored[]): readonly (readonly [suffix: string, part: Part])[] {
  if (!own.every(posix)) {
    return [
      ["", everything],
      [": POSIX", posix],
      [": POSIX, not weak", (scored) => posix(scored) && strong(scored)],
      [": PowerShell and cmd, not weak", (scored) => !posix(scored) && strong(scored)],
    ];
  }
  return own.every(strong)
    ? [["", everything]]
    : [
        ["", everything],
        [": not weak", strong],
      ];
}

/** Each source with its parts; then totals of calls and of texts. Flagged rows stand apart. */
export function groupsOf(rows: readonly Scored[]): readonly Group[] {
  const plain = rows.filter(({ row }) => !row.flagged);
  const sources = [...new Set(rows.map(({ row }) => row.source))].toSorted();
  const bySource = sources.flatMap((source) => {
    const own = plain.filter(({ row }) => row.source === source);
    const flagged = rows.filter(({ row }) => row.flagged && row.source === source);
    return [
      ...partsOf(own).map(([suffix, part]) => groupOf(`${source}${suffix}`, own.filter(part), plain)),
      groupOf(`${source}: flagged as destructive`, flagged, plain),
    ];
  });
  const totals = [
    groupOf("all calls", plain.filter(aCall), plain),
    groupOf("all calls: not weak, no cmd or PowerShell", plain.filter(hardCall), plain),
    groupOf("all texts", plain.filter(aText), plain),
    groupOf("all", plain, plain),
  ];
  return [...bySource, ...totals].filter((group) => group.risky + group.honest > 0);
}

function comparisonsOf(name: string, rows: readonly Scored[]): readonly Comparison[] {
  const there = scoringsOf(rows);
  const pairs = [
    ["combined", "heuristic"],
    ["combined", "model"],
    ["model", "heuristic"],
    ["model", "baseline"],
  ] as const;
  return pairs
    .filter(([first, second]) => there.includes(first) && there.includes(second))
    .flatMap(([first, second]) => {
      const difference = differenceOfAreas(scoresBy(first, rows), scoresBy(second, rows));
      return difference === undefined ? [] : [{ rows: name, first, second, ...difference }];
    });
}

function pictureOf(title: string, rows: readonly Scored[]): Picture {
  const there = scoringsOf(rows).map((scoring) => ({ scoring, ...scoresBy(scoring, rows) }));
  return {
    title,
    curves: there.map(({ scoring, risky, honest }) => ({ scoring, points: thinned(rocCurve(risky, honest)) })),
    calibrations: there.map(({ scoring, risky, honest }) => ({ scoring, bins: calibration(risky, honest) })),
  };
}

function exampleOf(scored: Scored): Example {
  return {
    source: scored.row.source,
    score: scored.combined,
    ...(scored.model === undefined ? {} : { model: scored.model }),
    title: titleOf(scored.row),
    findings: scored.findings.map((finding) => finding.id),
  };
}

export interface About {
  readonly data: Report["data"];
  readonly model: string;
  readonly unread: number;
  readonly heldOut: readonly HeldOut[];
}

export function reportOf(rows: readonly Scored[], about: About): Report {
  const plain = rows.filter(({ row }) => !row.flagged);
  const missed = plain.filter(({ row }) => row.risky && !row.weak && row.posix !== false);
  const misses = missed.toSorted((left, right) => left.combined - right.combined);
  const alarms = plain.filter(({ row }) => !row.risky).toSorted((left, right) => right.combined - left.combined);
  const times = rows.map((each) => each.microseconds).toSorted((left, right) => left - right);
  const groups = groupsOf(rows);
  const calls = plain.filter(hardCall);
  const texts = plain.filter(aText);
  const both = [
    ["calls", calls],
    ["texts", texts],
  ] as const;
  return {
    ...about,
    rows: rows.length,
    groups,
    targets: targetsOf(groups),
    comparisons: both.flatMap(([name, part]) => comparisonsOf(name, part)),
    misses: misses.slice(0, 10).map(exampleOf),
    falseAlarms: alarms.slice(0, 10).map(exampleOf),
    pictures: both.filter(([, part]) => part.length > 0).map(([name, part]) => pictureOf(name, part)),
    microseconds: {
      p50: times[Math.floor(times.length / 2)] ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      worst: times.at(-1) ?? 0,
    },
  };
}
