// Figures about approvals: how many, by which rule, how long people took, and what they answered.
import { isPerson } from "../../../../shared/domain/actors.ts";
import type { ApprovalLoad, PromptSource } from "../../../../shared/contract/activity.ts";
import type { ReasonCode } from "../../../../shared/domain/verdict.ts";
import { findPlaces, indexedTo, readRows } from "../browse.ts";
import type { ReadingFiles } from "../files.ts";
import { bodyValue } from "../../body-sql.ts";
import { anything, integer, nullable, queryRows, text } from "../../decode.ts";
import type { Span } from "./threats.ts";

/** A human who is asked more often than this has another problem than figures. */
const mostPrompts = 5000;
const mostSources = 12;

type Answer = "approved" | "denied" | "unanswered";

export function readLoad(files: ReadingFiles, { from, to }: Span): ApprovalLoad {
  const head = indexedTo(files);
  const prompts = readRows(files, {
    filter: { from, to, kinds: ["verdict"], outcomes: ["ESCALATE"] },
    head,
    limit: mostPrompts,
  });
  const { answers, waits } = readAnswers(files, from, head);
  const sources = new Map<string, Tally>();
  const sums = { approved: 0, denied: 0, unanswered: 0 };
  for (const { agentDid = "", intentId = "", rule, reason = "risk_high", action = "" } of prompts) {
    const tally = sources.get(rule ?? reason) ?? emptyTally(rule, reason);
    sources.set(rule ?? reason, tally);
    tally.prompts += 1;
    const seen = tally.actions.get(action) ?? { prompts: 0, agentDid, intentId };
    tally.actions.set(action, { ...seen, prompts: seen.prompts + 1 });
    const answer = answers.get(`${agentDid} ${intentId}`);
    if (answer === undefined) continue;
    sums[answer] += 1;
    if (answer !== "unanswered") tally[answer] += 1;
  }
  const median = waits.toSorted((left, right) => left - right)[Math.floor(waits.length / 2)];
  return {
    prompts: prompts.length,
    ...sums,
    ...(median === undefined ? {} : { medianMs: median }),
    sources: [...sources.values()]
      .map(toSource)
      .sort((left, right) => right.prompts - left.prompts)
      .slice(0, mostSources),
  };
}

interface Tally {
  readonly rule: string | undefined;
  readonly reason: ReasonCode;
  prompts: number;
  approved: number;
  denied: number;
  readonly actions: Map<string, Omit<PromptSource["example"], "action">>;
}

function emptyTally(rule: string | undefined, reason: ReasonCode): Tally {
  return { rule, reason, prompts: 0, approved: 0, denied: 0, actions: new Map() };
}

function toSource({ rule, actions, ...tally }: Tally): PromptSource {
  const [action = "", example = { prompts: 0, agentDid: "", intentId: "" }] =
    [...actions].sort(([, left], [, right]) => right.prompts - left.prompts)[0] ?? [];
  return { ...tally, ...(rule === undefined ? {} : { rule }), example: { action, ...example } };
}

/** Answers of people, by intent. A rule that answered for a human is none. */
function readAnswers(
  files: ReadingFiles,
  from: number,
  head: number,
): { readonly answers: ReadonlyMap<string, Answer>; readonly waits: readonly number[] } {
  const answers = new Map<string, Answer>();
  const waits: number[] = [];
  for (const { key, answer, waitedMs } of readDirectives(files, { from }, head)) {
    answers.set(key, answer);
    if (waitedMs !== undefined) waits.push(waitedMs);
  }
  return { answers, waits };
}

export interface AnswerRead {
  readonly key: string;
  readonly at: number;
  readonly answer: Answer;
  /** How long a person took. */
  readonly waitedMs?: number;
}

/** Newest first. */
export function* readDirectives(
  files: ReadingFiles,
  span: { readonly from: number; readonly to?: number },
  head: number,
): Generator<AnswerRead, void> {
  const { ledger, words } = files;
  const read = queryRows(
    ledger.prepare<[number]>(
      `SELECT at, agent, intent, ${bodyValue("directive")} AS what, ${bodyValue("issued_by")} AS by, ` +
        `${bodyValue("waited_ms")} AS waited FROM entries WHERE sequence = ?`,
    ),
    "entries",
    { at: integer, agent: nullable(integer), intent: nullable(text), what: anything, by: anything, waited: anything },
  );
  const filter = { ...span, kinds: ["directive" as const] };
  for (const place of findPlaces(files, { filter, head, limit: 2 * mostPrompts })) {
    const row = read.get(place);
    if (row === undefined || row.intent === null || row.agent === null || typeof row.by !== "string") continue;
    const known = { key: `${words.text(row.agent)} ${row.intent}`, at: row.at };
    if (row.by === "timeout" || row.by === "agent_gone" || row.by === "engine")
      yield { ...known, answer: "unanswered" };
    if (!isPerson(row.by)) continue;
    const waited = typeof row.waited === "number" ? { waitedMs: row.waited } : {};
    yield { ...known, answer: row.what === "DENY" ? "denied" : "approved", ...waited };
  }
}
