// One entry as text, as it is hashed, and as it travels to the writer.
import { hash } from "node:crypto";
import type { NewEntry } from "../../shared/domain/audit.ts";
import { canonicalRecord } from "../../shared/lib/canonical.ts";

/** The hash before the first entry. */
export const beginning = "0".repeat(64);

/**
 * An entry as primitives in a fixed order. Cloning this to the writer's thread costs a quarter of cloning the entry,
 * and it is what the row's columns are bound from.
 */
export type FlatEntry = readonly [
  kind: string,
  at: number,
  agentDid: string | null,
  sessionId: string | null,
  intentId: string | null,
  parentIntent: string | null,
  protocol: string | null,
  tool: string | null,
  outcome: string | null,
  level: string | null,
  score: number | null,
  reason: string | null,
  decider: string | null,
  rule: string | null,
  /** Canonical JSON from here on, but for the summary. */
  paths: string | null,
  hosts: string | null,
  summary: string,
  body: string,
];

export function flatten(entry: NewEntry): FlatEntry {
  return [
    entry.kind,
    Math.trunc(entry.at),
    text(entry.agentDid),
    text(entry.sessionId),
    text(entry.intentId),
    text(entry.parentIntent),
    entry.protocol ?? null,
    text(entry.tool),
    entry.outcome ?? null,
    entry.level ?? null,
    entry.score ?? null,
    entry.reason ?? null,
    entry.decider ?? null,
    text(entry.rule),
    entry.paths === undefined ? null : canonicalRecord(entry.paths),
    entry.hosts === undefined ? null : canonicalRecord(entry.hosts),
    wellFormed(entry.summary),
    canonicalRecord(entry.body),
  ];
}

// SQLite stores UTF-8, which has no lone surrogates: what is hashed must be what can be read back.
function wellFormed(value: string): string {
  return value.isWellFormed() ? value : value.toWellFormed();
}

function text(value: string | undefined): string | null {
  return value === undefined ? null : wellFormed(value);
}

/** What is hashed: the canonical JSON of the entry with its place and the hash of the one before. */
function recordText(entry: string, previousHash: string, sequence: number): string {
  return `{"entry":${entry},"previousHash":"${previousHash}","sequence":${sequence}}`;
}

export function recordHash(entry: string, previousHash: string, sequence: number): string {
  return hash("sha256", recordText(entry, previousHash, sequence), "hex");
}

/** One line of an exported file: the record with its hash, canonical as well. */
export function recordLine(entry: string, previousHash: string, sequence: number, ownHash: string): string {
  return `{"entry":${entry},"hash":"${ownHash}","previousHash":"${previousHash}","sequence":${sequence}}`;
}
