// How long decisions took over time, from the timings every verdict carries. Long spans are sampled.
import type { LatencyPoint } from "../../../../shared/contract/activity.ts";
import type { ReadingFiles } from "../files.ts";
import { bodyMember } from "../../body-sql.ts";
import { nullable, queryValues, text } from "../../decode.ts";
import { parseJson } from "../../../../shared/lib/json.ts";
import { queryLastSequence } from "../../rows.ts";
import { firstSince } from "../first-since.ts";
import { compileFilter } from "../../index/index.ts";
import type { Span } from "./threats.ts";

/** Entries looked at in one span: enough for a 99th percentile that means something. */
const mostRead = 600;

export function readLatency(
  files: ReadingFiles,
  { from, to, points }: Span & { readonly points: number },
): readonly LatencyPoint[] {
  const { ledger, index, words } = files;
  const query = index === undefined ? undefined : compileFilter({ from, to }, index, words);
  const verdict = words.find("verdict");
  if (query === undefined || verdict === undefined) return [];
  const last = queryLastSequence(ledger)() ?? 0;
  const high = Math.min(query.high, last);
  const read = queryValues(
    ledger.prepare<[number, number]>(
      `SELECT ${bodyMember("microseconds")} FROM entries WHERE sequence = ? AND kind = ?`,
    ),
    "entries.body",
    nullable(text),
  );
  const width = (to - from) / points;
  const found: LatencyPoint[] = [];
  let first = firstSince(ledger, from, query.low, high);
  for (let point = 0; point < points; point += 1) {
    const at = from + point * width;
    const end = firstSince(ledger, at + width, first, high);
    // An odd step, because intents and verdicts take turns.
    const step = Math.max(1, Math.floor((end - first) / mostRead)) | 1;
    const times: number[] = [];
    for (let place = first; place < end; place += step) {
      const timings = read.get(place, verdict);
      if (typeof timings === "string") times.push(milliseconds(timings));
    }
    if (times.length > 0) found.push({ at: Math.round(at), decisions: times.length, ...quantiles(times) });
    first = end;
  }
  return found;
}

function milliseconds(timings: string): number {
  const phases: readonly unknown[] = Object.values(parseJson(timings) ?? {});
  return phases.reduce<number>((sum, phase) => sum + (typeof phase === "number" ? phase : 0), 0) / 1000;
}

function quantiles(times: readonly number[]): Pick<LatencyPoint, "p50" | "p95" | "p99"> {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
