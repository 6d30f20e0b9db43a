// Intents as points of time and risk, and what each agent did with each tool. The newest are looked at where there are too many.
import type { RiskPoint, RiskPoints, ToolUse } from "../../../../shared/contract/sessions/sessions.ts";
import { riskLevels } from "../../../../shared/domain/verdict.ts";
import { integer, nullable, queryRows, real, text } from "../../decode.ts";
import { facetsOf, wordOf } from "../../decode-entry.ts";
import { findPlaces, indexedTo } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";
import type { Span } from "./threats.ts";

const mostRead = 20_000;
const mostCells = 400;
/** From here on every intent is drawn, as long as there is room. */
const notable = 0.4;

export function readRiskPoints(
  files: ReadingFiles,
  { from, to, limit }: Span & { readonly limit: number },
): RiskPoints {
  const points = [...readPoints(files, { from, to })];
  const high = evenly(
    points.filter(({ score }) => score >= notable),
    Math.ceil(limit * 0.75),
  );
  const low = evenly(
    points.filter(({ score }) => score < notable),
    limit - high.length,
  );
  return { points: [...high, ...low].sort((left, right) => left.at - right.at), intents: points.length };
}

/** The most used first. */
export function readToolUse(files: ReadingFiles, span: Span): readonly ToolUse[] {
  const cells = new Map<string, ToolUse>();
  for (const { agentDid, tool, outcome, level } of readPoints(files, span)) {
    const key = JSON.stringify([agentDid, tool]);
    const known = cells.get(key) ?? { agentDid, tool, intents: 0, asked: 0, denied: 0, worst: "LOW" };
    cells.set(key, {
      ...known,
      intents: known.intents + 1,
      asked: known.asked + (outcome === "ESCALATE" ? 1 : 0),
      denied: known.denied + (outcome === "DENIED" ? 1 : 0),
      worst: riskLevels.findLast((each) => each === level || each === known.worst) ?? level,
    });
  }
  return [...cells.values()].sort((left, right) => right.intents - left.intents).slice(0, mostCells);
}

function evenly(points: readonly RiskPoint[], most: number): readonly RiskPoint[] {
  if (points.length <= most) return points;
  const step = points.length / Math.max(1, most);
  return Array.from({ length: most }, (_, index) => points[Math.floor(index * step)]).filter(
    (point) => point !== undefined,
  );
}

const word = nullable(integer);
const shape = {
  at: integer,
  agent: word,
  tool: word,
  outcome: word,
  level: word,
  reason: word,
  decider: word,
  rule: word,
  protocol: word,
  score: nullable(real),
  intent: nullable(text),
} as const;

/** Each intent once, by the verdict it got when it came. Bodies are not read. */
function* readPoints(files: ReadingFiles, { from, to }: Span): Generator<RiskPoint, void> {
  const { ledger, words } = files;
  const filter = { from, to, kinds: ["verdict" as const], first: true as const };
  const read = queryRows(
    ledger.prepare<[number]>(`SELECT ${Object.keys(shape).join(", ")} FROM entries WHERE sequence = ?`),
    "entries",
    shape,
  );
  for (const place of findPlaces(files, { filter, head: indexedTo(files), limit: mostRead })) {
    const row = read.get(place);
    if (row === undefined || row.intent === null || row.score === null) continue;
    const agentDid = wordOf(words, row.agent);
    const { tool, outcome, level } = facetsOf(row, words);
    if (agentDid === undefined || tool === undefined || outcome === undefined || level === undefined) continue;
    yield { at: row.at, score: row.score, level, outcome, agentDid, intentId: row.intent, tool };
  }
}
