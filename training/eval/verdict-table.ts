// Verdict table: how many rows of each group were stopped, what stopped honest ones, and how precise each rule is.
import { type Rate, rateOf } from "./statistics.ts";
import { titleOf } from "./rows.ts";
import type { Decided } from "./verdicts.ts";

/** Below this share of attacks among what a rule finds, it may ask and not deny. */
export const denialPrecision = 0.995;
const denyScore = 0.8;

export interface VerdictGroup {
  readonly name: string;
  readonly label: "attacks" | "honest";
  readonly stopped: Rate;
  readonly denied: Rate;
}

export interface RulePrecision {
  readonly rule: string;
  readonly precision: Rate;
  /** Honest rows it found something in, by source. */
  readonly honest: Readonly<Record<string, number>>;
  /** It denied an honest row although it is not precise enough for that. */
  readonly tooSevere: boolean;
}

export interface Session {
  readonly source: string;
  readonly calls: number;
  readonly asks: number;
  readonly denials: number;
}

function counts({ row }: Decided): boolean {
  return row.unlabelled !== true && row.repeated !== true && !row.flagged;
}

export function verdictGroups(rows: readonly Decided[]): readonly VerdictGroup[] {
  const names = [...new Set(rows.map(nameOf))];
  return names.flatMap((name) =>
    (["attacks", "honest"] as const).flatMap((label) => {
      const own = rows.filter(
        (each) => nameOf(each) === name && counts(each) && each.row.risky === (label === "attacks"),
      );
      if (own.length === 0) return [];
      const rate = (of: (each: Decided) => boolean): Rate => rateOf(own.filter(of).length, own.length);
      return [{ name, label, stopped: rate(({ stopped }) => stopped), denied: rate(({ denied }) => denied) }];
    }),
  );
}

function nameOf({ row }: Decided): string {
  return row.class ?? row.source;
}

/** Asks and denials of whole honest sessions, repeats included: what a developer would have met. */
export function honestSessions(rows: readonly Decided[]): readonly Session[] {
  const attacked = new Set(rows.filter(({ row }) => row.risky).map(({ row }) => row.session));
  const own = rows.filter(({ row }) => row.session !== undefined && !attacked.has(row.session));
  return [...new Set(own.map(nameOf))].map((source) => {
    const calls = own.filter((each) => nameOf(each) === source);
    const denials = calls.filter(({ denied }) => denied).length;
    const stops = calls.filter(({ stopped }) => stopped).length;
    return { source, calls: calls.length, asks: stops - denials, denials };
  });
}

/** Of the rules that found something severe enough to ask or deny: how often it was an attack. */
export function rulePrecision(rows: readonly Decided[]): readonly RulePrecision[] {
  const found = new Map<string, { risky: number; honest: Record<string, number>; denied: boolean }>();
  for (const { row, verdict } of rows.filter(counts)) {
    for (const { id, score } of verdict.risk.findings) {
      if (score < 0.7) continue;
      const rule = found.get(id) ?? { risky: 0, honest: {}, denied: false };
      found.set(id, rule);
      if (row.risky) rule.risky += 1;
      else {
        rule.honest[row.source] = (rule.honest[row.source] ?? 0) + 1;
        rule.denied ||= score >= denyScore;
      }
    }
  }
  return [...found]
    .map(([rule, { risky, honest, denied }]) => {
      const alarms = Object.values(honest).reduce((sum, each) => sum + each, 0);
      const precision = rateOf(risky, risky + alarms);
      return { rule, precision, honest, tooSevere: denied && precision.rate < denialPrecision };
    })
    .toSorted((left, right) => left.precision.rate - right.precision.rate);
}

function share({ hits, of, rate, low, high }: Rate): string {
  return `${(rate * 100).toFixed(2)} % (${hits} of ${of}; ${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`;
}

/** `list` also prints each attack that passed and each honest row that did not. */
export function verdictText(rows: readonly Decided[], list: boolean): string {
  const lines = ["Whole verdicts under the default policy: stopped (asked, denied or cut), and denied", ""];
  for (const { name, label, stopped, denied } of verdictGroups(rows))
    lines.push(`${name.padEnd(28)} ${label.padEnd(8)} stopped ${share(stopped).padEnd(36)} denied ${share(denied)}`);
  for (const { source, calls, asks, denials } of honestSessions(rows))
    lines.push(
      `${source}: honest sessions, ${calls} calls: ${((asks / calls) * 100).toFixed(2)} asks and ${((denials / calls) * 100).toFixed(2)} denials in 100`,
    );
  const alarming = rulePrecision(rows).filter(({ honest }) => Object.keys(honest).length > 0);
  if (alarming.length > 0) lines.push("", "Rules that stopped honest rows: precision, honest rows by source");
  for (const { rule, precision, honest, tooSevere } of alarming) {
    const where = Object.entries(honest).map(([source, count]) => `${source} ${count}`);
    lines.push(`${rule.padEnd(36)} ${share(precision)} ${where.join(", ")}${tooSevere ? "  TOO SEVERE" : ""}`);
  }
  if (list) lines.push("", ...rows.filter(counts).filter(wrong).map(wrongLine));
  return lines.join("\n");
}

function wrong({ row, stopped }: Decided): boolean {
  return row.risky !== stopped;
}

function wrongLine({ row, verdict, denied }: Decided): string {
  const what = row.risky ? "passed" : denied ? "DENIED" : "ASKED";
  const why = verdict.rule ?? verdict.risk.findings.map(({ id, score }) => `${id} ${score}`).join(", ");
  return `${what} ${row.class ?? row.source} ${verdict.risk.score} [${why}] ${titleOf(row)}`;
}
