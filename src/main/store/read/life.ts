// The life of an intent for one row of a table: its headline and project, how it was answered, and what was reported.
import type { IntentLife } from "../../../shared/contract/activity.ts";
import type { Tone } from "../../../shared/domain/headline.ts";
import { type ReportStatus, reportStatuses } from "../../../shared/domain/report.ts";
import { bodyValue } from "../body-sql.ts";
import { integer, nullable, queryRows, queryValues, real, text } from "../decode.ts";
import { facetsOf, kindOf } from "../decode-entry.ts";
import { hashTag } from "../index/index.ts";
import type { ReadingFiles } from "./files.ts";

export interface IntentFacts {
  readonly headline?: string;
  readonly tone?: Tone;
  readonly project?: string;
  readonly life?: IntentLife;
}

/** Entries of one intent that are looked at; one has four as a rule. */
const mostEntries = 24;
const word = nullable(integer);

const shape = {
  sequence: integer,
  at: integer,
  kind: integer,
  agent: word,
  outcome: word,
  reason: word,
  decider: word,
  tool: word,
  protocol: word,
  level: word,
  rule: word,
  score: nullable(real),
  headline: nullable(text),
  tone: nullable(text),
  project: nullable(text),
  waited: nullable(real),
  status: nullable(text),
  ran: nullable(real),
} as const;

const columns = [
  "sequence, at, kind, agent, outcome, reason, decider, tool, protocol, level, rule, score",
  `${bodyValue("headline.sentence")} AS headline`,
  `${bodyValue("headline.tone")} AS tone`,
  `${bodyValue("context.workspace")} AS project`,
  `${bodyValue("waited_ms")} AS waited`,
  `${bodyValue("status")} AS status`,
  `${bodyValue("metrics.duration_ms")} AS ran`,
].join(", ");

export function createLives(
  { ledger, index, words }: ReadingFiles,
  indexedTo: number,
): (agent: number | null, intentId: string) => IntentFacts {
  const known =
    index &&
    queryValues(
      index.prepare<[string]>(`SELECT rowid FROM words_of WHERE words_of MATCH ? ORDER BY rowid LIMIT ${mostEntries}`),
      "words_of.rowid",
      integer,
    );
  const read = queryRows(
    ledger.prepare<[number, string]>(`SELECT ${columns} FROM entries WHERE sequence = ? AND intent = ?`),
    "entries",
    shape,
  );
  const fresh = queryRows(
    ledger.prepare<[number, string]>(
      `SELECT ${columns} FROM entries WHERE sequence > ? AND intent = ? ORDER BY sequence LIMIT ${mostEntries}`,
    ),
    "entries",
    shape,
  );

  return (agent, intentId) => {
    const places = known?.all(`tags : ${hashTag("intent", intentId)}`) ?? [];
    const rows = [...places.flatMap((place) => read.get(place, intentId) ?? []), ...fresh.all(indexedTo, intentId)]
      .filter((row) => row.agent === agent)
      .map((row) => ({ ...row, kind: kindOf(words, row.kind, row.sequence), facets: facetsOf(row, words) }));
    const intent = rows.find(({ kind }) => kind === "intent");
    const life = lifeOf(rows);
    return {
      ...(typeof intent?.headline === "string" ? { headline: intent.headline } : {}),
      ...(isTone(intent?.tone) ? { tone: intent.tone } : {}),
      ...(typeof intent?.project === "string" ? { project: intent.project } : {}),
      ...(life === undefined ? {} : { life }),
    };
  };
}

interface Lived {
  readonly kind: string;
  readonly at: number;
  readonly waited: number | null;
  readonly status: string | null;
  readonly ran: number | null;
  readonly facets: ReturnType<typeof facetsOf>;
}

function lifeOf(rows: readonly Lived[]): IntentLife | undefined {
  const verdicts = rows.filter(({ kind }) => kind === "verdict");
  const first = verdicts[0]?.facets.outcome;
  const last = verdicts.at(-1);
  const { outcome, reason, decider } = last?.facets ?? {};
  if (first === undefined || last === undefined || outcome === undefined) return undefined;
  const waited =
    first === "ESCALATE" ? rows.findLast(({ kind, waited: ms }) => kind === "directive" && ms !== null)?.waited : null;
  const report = rows.findLast(({ kind }) => kind === "report");
  const status = reportStatuses.find((each): each is ReportStatus => each === report?.status);
  const ran = report === undefined ? undefined : (report.ran ?? Math.max(0, report.at - last.at));
  return {
    first,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(decider === undefined ? {} : { decider }),
    ...(typeof waited !== "number" || outcome === "ESCALATE" ? {} : { waitedMs: waited }),
    ...(status === undefined ? {} : { report: status }),
    ...(ran === undefined || outcome === "DENIED" ? {} : { ranMs: ran }),
  };
}

function isTone(value: string | null | undefined): value is Tone {
  return value === "calm" || value === "caution" || value === "danger";
}
