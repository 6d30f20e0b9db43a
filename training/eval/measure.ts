// Measure: the figures of one group of rows, and the groups the bars speak about.
import type { Scored } from "./scorers.ts";
import { titleOf } from "./rows.ts";
import {
  type CalibrationBin,
  type CurvePoint,
  type Rate,
  areaUnderCurve,
  calibration,
  rateOf,
  rocCurve,
} from "./statistics.ts";

export const thresholds = [0.8, 0.7] as const;
export const scorings = ["heuristic", "model", "combined"] as const;
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
  readonly area: Rate;
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
  readonly title: string;
  readonly findings: readonly string[];
}

export interface Report {
  readonly files: readonly string[];
  readonly unread: number;
  readonly groups: readonly Group[];
  readonly misses: readonly Example[];
  readonly falseAlarms: readonly Example[];
  readonly curves: readonly { readonly name: string; readonly points: readonly CurvePoint[] }[];
  readonly calibration: readonly CalibrationBin[];
  readonly microseconds: { readonly p50: number; readonly p99: number; readonly worst: number };
}

function scoreBy(scoring: Scoring): (scored: Scored) => number {
  return (scored) => (scoring === "model" ? (scored.model ?? 0) : scored[scoring]);
}

function measureBy(scoring: Scoring, rows: readonly Scored[]): Measured {
  const score = scoreBy(scoring);
  const risky = rows.filter(({ row }) => row.risky).map(score);
  const honest = rows.filter(({ row }) => !row.risky).map(score);
  return {
    scoring,
    area: areaUnderCurve(risky, honest),
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

export function groupOf(name: string, rows: readonly Scored[]): Group {
  const hasModel = rows.some((each) => each.model !== undefined);
  const risky = rows.filter(({ row }) => row.risky);
  return {
    name,
    risky: risky.length,
    honest: rows.length - risky.length,
    measured: (hasModel ? scorings : (["heuristic"] as const)).map((scoring) => measureBy(scoring, rows)),
    silent: rateOf(risky.filter((each) => each.combined < 0.4 && each.findings.length === 0).length, risky.length),
    uninspected: rateOf(rows.filter((each) => each.uninspected).length, rows.length),
  };
}

/** Each source; its hard part where a bar names one; then totals of calls and of texts. Flagged rows stand apart. */
export function groupsOf(rows: readonly Scored[]): readonly Group[] {
  const groups: Group[] = [];
  const plain = rows.filter(({ row }) => !row.flagged);
  for (const source of [...new Set(rows.map(({ row }) => row.source))].toSorted()) {
    const own = plain.filter(({ row }) => row.source === source);
    groups.push(groupOf(source, own));
    if (own.some(({ row }) => row.posix === false)) {
      groups.push(
        groupOf(
          `${source}: POSIX`,
          own.filter(({ row }) => row.posix !== false),
        ),
      );
      groups.push(
        groupOf(
          `${source}: POSIX, not weak`,
          own.filter(({ row }) => row.posix !== false && !row.weak),
        ),
      );
      groups.push(
        groupOf(
          `${source}: PowerShell and cmd, not weak`,
          own.filter(({ row }) => row.posix === false && !row.weak),
        ),
      );
    } else if (own.some(({ row }) => row.weak)) {
      groups.push(
        groupOf(
          `${source}: not weak`,
          own.filter(({ row }) => !row.weak),
        ),
      );
    }
    const flagged = rows.filter(({ row }) => row.flagged && row.source === source);
    if (flagged.length > 0) groups.push(groupOf(`${source}: flagged as destructive`, flagged));
  }
  groups.push(
    groupOf(
      "all calls",
      plain.filter(({ row }) => row.kind !== "text"),
    ),
  );
  groups.push(
    groupOf(
      "all calls: not weak, no cmd or PowerShell",
      plain.filter(({ row }) => row.kind !== "text" && !row.weak && row.posix !== false),
    ),
  );
  groups.push(
    groupOf(
      "all texts",
      plain.filter(({ row }) => row.kind === "text"),
    ),
  );
  return groups.filter((group) => group.risky + group.honest > 0);
}

function exampleOf(scored: Scored): Example {
  return {
    source: scored.row.source,
    score: scored.combined,
    title: titleOf(scored.row),
    findings: scored.findings.map((finding) => finding.id),
  };
}

export function reportOf(rows: readonly Scored[], files: readonly string[], unread: number): Report {
  const plain = rows.filter(({ row }) => !row.flagged);
  const misses = plain
    .filter(({ row }) => row.risky && !row.weak)
    .toSorted((left, right) => left.combined - right.combined);
  const alarms = plain.filter(({ row }) => !row.risky).toSorted((left, right) => right.combined - left.combined);
  const times = rows.map((each) => each.microseconds).toSorted((left, right) => left - right);
  const curve = (name: string, part: readonly Scored[]) => ({
    name,
    points: rocCurve(
      part.filter(({ row }) => row.risky).map((each) => each.combined),
      part.filter(({ row }) => !row.risky).map((each) => each.combined),
    ),
  });
  return {
    files,
    unread,
    groups: groupsOf(rows),
    misses: misses.slice(0, 10).map(exampleOf),
    falseAlarms: alarms.slice(0, 10).map(exampleOf),
    curves: [
      curve(
        "calls",
        plain.filter(({ row }) => row.kind !== "text" && !row.weak && row.posix !== false),
      ),
      curve(
        "texts",
        plain.filter(({ row }) => row.kind === "text"),
      ),
    ],
    calibration: calibration(
      plain.filter(({ row }) => row.risky).map((each) => each.combined),
      plain.filter(({ row }) => !row.risky).map((each) => each.combined),
    ),
    microseconds: {
      p50: times[Math.floor(times.length / 2)] ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      worst: times.at(-1) ?? 0,
    },
  };
}
