// Turns rows into entries, and says which entry is damaged, and how, where a row cannot be one.
import { type EntryKind, entryKinds, type LedgerEntry } from "../../shared/domain/audit.ts";
import { entryBodyVersion } from "../../shared/domain/entry-bodies.ts";
import { protocols } from "../../shared/domain/intent.ts";
import { deciders, outcomes, reasonCodes, riskLevels } from "../../shared/domain/verdict.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../shared/lib/json.ts";
import { DamagedRow } from "./decode.ts";
import type { EntryRow } from "./rows.ts";
import type { Words } from "./words.ts";

/** Throws DamagedRow when the row is no entry of a kind and version this program knows. */
export function toEntry(row: EntryRow, previousHash: string, words: Words): LedgerEntry {
  const [sequence, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score] = row;
  const [, , , , , , , , , , , , , intent, parent, paths, hosts, summary, body, hash] = row;
  const agentDid = wordOf(words, agent);
  const sessionId = wordOf(words, session);
  return {
    sequence,
    kind: kindOf(words, kind, sequence),
    at,
    ...(agentDid === undefined ? {} : { agentDid }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(intent === null ? {} : { intentId: intent }),
    ...(parent === null ? {} : { parentIntent: parent }),
    ...facetsOf({ protocol, tool, outcome, level, score, reason, decider, rule }, words),
    ...(paths === null ? {} : { paths: texts(paths) }),
    ...(hosts === null ? {} : { hosts: texts(hosts) }),
    summary,
    body: parseBody(body, sequence),
    previousHash,
    hash,
  };
}

/**
 * For people who read the ledger: a damaged row does not hide the others. It keeps what can be read; its body, or the whole
 * entry where the kind is unknown, says what is wrong. Nothing is decided by it.
 */
export function toReadableEntry(row: EntryRow, previousHash: string, words: Words): LedgerEntry {
  try {
    return toEntry(row, previousHash, words);
  } catch (error) {
    if (!(error instanceof DamagedRow)) throw error;
    const [sequence, at] = row;
    if (error.column !== "body") return { ...damagedEntry(error, sequence, previousHash), at, hash: row[19] };
    return toEntry(withBody(row, JSON.stringify({ damaged: error.message })), previousHash, words);
  }
}

/** Stands for an entry of which not even the columns can be read. */
export function damagedEntry({ message }: DamagedRow, sequence: number, previousHash: string): LedgerEntry {
  return { sequence, kind: "fault", at: 0, summary: message, body: { damaged: message }, previousHash, hash: "" };
}

function withBody(row: EntryRow, body: string): EntryRow {
  const [sequence, at, kind, agent, session, tool, protocol, outcome, level, reason, decider, rule, score] = row;
  const [, , , , , , , , , , , , , intent, parent, paths, hosts, summary, , hash, seal] = row;
  const facets = [agent, session, tool, protocol, outcome, level, reason, decider, rule, score] as const;
  return [sequence, at, kind, ...facets, intent, parent, paths, hosts, summary, body, hash, seal];
}

interface FacetColumns {
  readonly protocol: number | null;
  readonly tool: number | null;
  readonly outcome: number | null;
  readonly level: number | null;
  readonly score: number | null;
  readonly reason: number | null;
  readonly decider: number | null;
  readonly rule: number | null;
}

type Facets = Pick<LedgerEntry, "protocol" | "tool" | "outcome" | "level" | "score" | "reason" | "decider" | "rule">;

/** What people filter by. A word that this version does not know is left out, as a newer version may have written it. */
export function facetsOf(row: FacetColumns, words: Words): Facets {
  const protocol = oneOf(protocols, wordOf(words, row.protocol));
  const tool = wordOf(words, row.tool);
  const outcome = oneOf(outcomes, wordOf(words, row.outcome));
  const level = oneOf(riskLevels, wordOf(words, row.level));
  const reason = oneOf(reasonCodes, wordOf(words, row.reason));
  const decider = oneOf(deciders, wordOf(words, row.decider));
  const rule = wordOf(words, row.rule);
  return {
    ...(protocol === undefined ? {} : { protocol }),
    ...(tool === undefined ? {} : { tool }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(level === undefined ? {} : { level }),
    ...(row.score === null ? {} : { score: row.score }),
    ...(reason === undefined ? {} : { reason }),
    ...(decider === undefined ? {} : { decider }),
    ...(rule === undefined ? {} : { rule }),
  };
}

export function kindOf(words: Words, id: number, sequence: number): EntryKind {
  const kind = oneOf(entryKinds, words.text(id));
  if (kind !== undefined) return kind;
  throw new DamagedRow("entries", `Row ${sequence}`, "kind", "is not a kind of entry this version knows");
}

export function wordOf(words: Words, id: number | null): string | undefined {
  return id === null ? undefined : words.text(id);
}

export function oneOf<Value extends string>(list: readonly Value[], text: string | undefined): Value | undefined {
  return list.find((value) => value === text);
}

/** The strings of a JSON array; a damaged column reads as none. */
export function texts(column: string): readonly string[] {
  const value = parseJson(column);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function parseBody(text: string, sequence: number): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new DamagedRow("entries", `Row ${sequence}`, "body", "is not a JSON object");
  const version = entryBodyVersion(value);
  if (version === undefined)
    throw new DamagedRow("entries", `Row ${sequence}`, "body", "has a version this program does not know");
  return value;
}
