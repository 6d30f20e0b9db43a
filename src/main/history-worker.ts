// The thread that looks through past actions for a new rule, so that no answer to an agent waits for it.
import { parentPort, workerData } from "node:worker_threads";
import type { Grant } from "../shared/approval.ts";
import type { LedgerEntry } from "../shared/audit.ts";
import { day } from "../shared/clock.ts";
import type { Intent } from "../shared/intent.ts";
import type { PolicyRule } from "../shared/policy.ts";
import type { Observed, PastReach } from "../shared/reach.ts";
import type { Action } from "./engine/action.ts";
import { actionDigest } from "./engine/digest.ts";
import { normalise } from "./engine/normalise/index.ts";
import { observedGroups, type PastAction, pastActions, pastReach } from "./engine/past-actions.ts";
import { compilePolicy } from "./engine/policy/compile.ts";
import { pastSessions } from "./engine/past-sessions.ts";
import type { PastSessions } from "./engine/session-book.ts";
import { startSession } from "./engine/sessions.ts";
import type { MissedAnswer, MissedQuestion } from "./engine/missed.ts";
import { readMissed } from "./history-missed.ts";
import { sha256 } from "./machine/clock.ts";
import { createWorld } from "./machine/world.ts";
import { createReader } from "./store/reader.ts";

export interface HistoryData {
  readonly directory: string;
  readonly home: string;
  /** Gatehouse's own places. */
  readonly gatehouse: readonly string[];
}

export type HistoryQuestion =
  | { readonly type: "reach"; readonly grant: Grant; readonly rule?: PolicyRule; readonly now: number }
  | { readonly type: "observed"; readonly names: Readonly<Record<string, string>> }
  | ({ readonly type: "missed" } & MissedQuestion)
  | { readonly type: "sessions"; readonly now: number };

export interface HistoryAnswers {
  readonly reach: PastReach;
  readonly observed: readonly Observed[];
  readonly missed: MissedAnswer;
  readonly sessions: PastSessions;
}

export interface ToHistory {
  readonly id: number;
  readonly question: HistoryQuestion;
}

export type FromHistory =
  | { readonly id: number; readonly ok: true; readonly value: HistoryAnswers[HistoryQuestion["type"]] }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** Enough for weeks of one developer's agents, and looked through in well under a second. */
const mostEntries = 10_000;
/** Of the last day, which agents wait for when Gatehouse starts: a second or two, on a day with that much. */
const mostOfSessions = 20_000;
/** What is older counts for downloads and for sessions that go on, which is not worth waiting for as long. */
const mostOfOlder = 5000;
const pageSize = 1000;

const port = parentPort;
if (port === null) throw new Error("This file runs as a worker thread.");
const { directory, home, gatehouse }: HistoryData = workerData;
const reader = createReader(directory);
const world = createWorld({ home, gatehouse, findSecrets: () => [] });

const factsOf = (intent: Intent) => normalise(intent, world);
const digestOf = (intent: Intent) => actionDigest(sha256, intent);
let known: { readonly newest: number; readonly past: readonly PastAction[] } | undefined;

function* recentEntries(): Generator<LedgerEntry, void> {
  let before: number | undefined;
  for (let read = 0; read < mostEntries; read += pageSize) {
    const place = before === undefined ? {} : { before };
    const page = reader.page({ filter: { kinds: ["intent", "verdict"] }, limit: pageSize, ...place });
    yield* page.entries;
    if (page.older === undefined) return;
    before = page.older;
  }
}

/** What lies before the newest entries, or before a place that cannot be read, is unknown. */
function sessionsBefore(now: number): PastSessions {
  const found: LedgerEntry[] = [];
  let unknownBefore: number | undefined;
  try {
    let before: number | undefined;
    do {
      const page = reader.page({ limit: pageSize, ...(before === undefined ? {} : { before }) });
      found.push(...page.entries);
      before = page.older;
    } while (before !== undefined && found.length < (isOld(found.at(-1), now) ? mostOfOlder : mostOfSessions));
    if (before !== undefined) unknownBefore = found.at(-1)?.at;
  } catch {
    unknownBefore = now;
  }
  return pastSessions(found.reverse(), world, now, unknownBefore);
}

function isOld(entry: LedgerEntry | undefined, now: number): boolean {
  return entry !== undefined && now - entry.at > day;
}

function past(): readonly PastAction[] {
  const newest = reader.stats().last?.sequence ?? 0;
  if (known?.newest !== newest) {
    known = { newest, past: pastActions(recentEntries(), factsOf, digestOf) };
  }
  return known.past;
}

/** The rule alone, in a policy that says nothing else. */
function matcherOf(rule: PolicyRule, now: number): ((action: Action) => boolean) | undefined {
  const { answers: _answers, match: _match, not_match: _not, ...bare } = rule;
  const text = JSON.stringify({ defaults: { tools: { "*": { allowed: true } } }, rules: [bare] });
  const compiled = compilePolicy(
    { text, name: "rule" },
    { sha256, world, factsOf: (call) => normalise(call, world), processIds: [process.pid] },
  );
  if (!compiled.ok) return undefined;
  return ({ agentDid, facts }) => {
    const agent = { did: agentDid, name: agentDid, requested: undefined };
    return compiled.value.evaluate({ facts, agent, session: startSession(now), now }).rule === rule.id;
  };
}

function answer(question: HistoryQuestion): HistoryAnswers[HistoryQuestion["type"]] {
  if (question.type === "sessions") return sessionsBefore(question.now);
  if (question.type === "missed") return readMissed(reader, factsOf, question);
  if (question.type === "observed") return observedGroups(past(), (did) => question.names[did] ?? did);
  const { grant, rule, now } = question;
  return pastReach(past(), grant, rule === undefined ? undefined : matcherOf(rule, now));
}

port.on("message", ({ id, question }: ToHistory) => {
  const send = (message: FromHistory): void => port.postMessage(message);
  try {
    send({ id, ok: true, value: answer(question) });
  } catch (error) {
    send({ id, ok: false, message: error instanceof Error ? error.message : String(error) });
  }
});
