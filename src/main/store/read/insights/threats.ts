// The threats that heuristics saw in most intents, counted from the findings of the verdict each got when it came.
import type { ThreatCount } from "../../../../shared/contract/activity.ts";
import { type RiskLevel, riskLevels } from "../../../../shared/domain/verdict.ts";
import { findPlaces, indexedTo } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";
import { bodyMember, threatsIn } from "../../body-sql.ts";
import { integer, nullable, queryRows, text } from "../../decode.ts";
import { parseJson } from "../../../../shared/lib/json.ts";

/** A sample of the newest is enough for the order of threats. */
const mostRead = 5000;
const mostThreats = 8;

export interface Span {
  readonly from: number;
  readonly to: number;
}

export function readThreats(files: ReadingFiles, { from, to }: Span): readonly ThreatCount[] {
  const places = findPlaces(files, {
    filter: { from, to, kinds: ["verdict"], first: true, levels: ["MEDIUM", "HIGH", "CRITICAL"] },
    head: indexedTo(files),
    limit: mostRead,
  });
  const read = queryRows(
    files.ledger.prepare<[number]>(`SELECT at, ${bodyMember("findings")} AS findings FROM entries WHERE sequence = ?`),
    "entries",
    { at: integer, findings: nullable(text) },
  );
  const counts = new Map<string, { intents: number; worst: RiskLevel; lastAt: number }>();
  for (const place of places) {
    const row = read.get(place);
    for (const [threat, level] of threatsIn(parseJson(row?.findings ?? "null"))) {
      const known = counts.get(threat) ?? { intents: 0, worst: level, lastAt: row?.at ?? 0 };
      known.intents += 1;
      if (riskLevels.indexOf(level) > riskLevels.indexOf(known.worst)) known.worst = level;
      counts.set(threat, known);
    }
  }
  return [...counts]
    .map(([threat, count]) => ({ threat, ...count }))
    .sort((left, right) => right.intents - left.intents || right.lastAt - left.lastAt)
    .slice(0, mostThreats);
}
