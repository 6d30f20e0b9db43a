// A ledger entry in words: one line for a list, all its members for a look at it.
import type { LedgerEntry } from "../../shared/domain/audit.ts";
import { isJsonObject } from "../../shared/lib/json.ts";
import { indent, table, visible, visibleLines } from "../text.ts";

export function entryRow(entry: LedgerEntry): readonly string[] {
  const { outcome, level } = entry;
  return [
    `${entry.sequence}`,
    moment(entry.at),
    entry.kind,
    outcome === undefined ? "" : `${outcome}${level === undefined ? "" : ` ${level}`}`,
    visible(entry.tool ?? ""),
    visible(headlineIn(entry) ?? entry.summary),
  ];
}

/** What an intent does, as it was recorded with it. */
function headlineIn({ body }: LedgerEntry): string | undefined {
  const { headline } = body;
  const sentence = headline !== undefined && isJsonObject(headline) ? headline["sentence"] : undefined;
  return typeof sentence === "string" ? sentence : undefined;
}

export function entryText(entry: LedgerEntry): string {
  const rows = [
    ["Entry", `${entry.sequence}`],
    ["Time", moment(entry.at)],
    ["Kind", entry.kind],
    ["Agent", entry.agentDid],
    ["Session", entry.sessionId],
    ["Intent", entry.intentId],
    ["Parent", entry.parentIntent],
    ["Protocol", entry.protocol],
    ["Tool", entry.tool],
    ["Verdict", entry.outcome],
    ["Risk", entry.score === undefined ? entry.level : `${entry.score.toFixed(4)} ${entry.level ?? ""}`],
    ["Reason", entry.reason],
    ["Decided by", entry.decider],
    ["Rule", entry.rule],
    ...(entry.paths ?? []).map((path) => ["Path", path]),
    ...(entry.hosts ?? []).map((host) => ["Host", host]),
    ["Does", headlineIn(entry)],
    ["Summary", entry.summary],
    ["Hash", entry.hash],
    ["Before it", entry.previousHash],
  ].flatMap(([name = "", value]) => (value === undefined ? [] : [[name, visible(value)]]));
  const body = visibleLines(JSON.stringify(entry.body, null, 2));
  return `${table(rows)}\n${indent(body, "")}`;
}

/** Local time, to the second. */
export function moment(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19).replace("T", " ");
}
