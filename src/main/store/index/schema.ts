// The search index: one inverted index for words and filters, and counts by quarter of an hour. All of it follows from the ledger.
import { hash } from "node:crypto";
import type { Connection } from "../database.ts";
import { minute } from "../../../shared/lib/clock.ts";

/** Raise it when what is indexed changes: an index of another version is built anew. */
const indexVersion = 5;

/** Counts are kept by quarter of an hour, the smallest step between time zones. */
export const slotMilliseconds = 15 * minute;

/**
 * tags holds a word for each thing people filter by, so that a page with any combination of filters and words is one
 * intersection of sorted lists, newest first, independent of the size of the ledger. No content is stored twice.
 */
const schema = `
  CREATE VIRTUAL TABLE words_of USING fts5 (
    tags, summary, action, paths, hosts,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );

  CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words_of, col);

  -- Agent 0 stands for all of them together, so that the common chart need not add them up.
  CREATE TABLE counts (
    agent INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    level INTEGER NOT NULL,
    -- 1 for the verdict an intent got when it came.
    first INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (agent, slot, kind, outcome, level, first)
  ) STRICT, WITHOUT ROWID;

  -- Which intents there are, by 48 bits of their id's hash. The words know that too, but whether an id is new is asked for
  -- every intent, and a look into a table costs a tenth of a search.
  CREATE TABLE intents (
    id INTEGER PRIMARY KEY,
    -- The last entry that has it: agents choose their ids alike, and what retention removes may not be the last of them.
    last INTEGER NOT NULL
  ) STRICT;

  -- Which entries a slot has: not a plain range of time, because a clock can be set back.
  CREATE TABLE slots (
    slot INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL
  ) STRICT;

  -- How far the index is, and the hash of the last entry in it: an index of another ledger is not used. What retention
  -- took out again is counted too, so that a step that was interrupted is not taken twice.
  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sequence INTEGER NOT NULL,
    hash BLOB NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`;

export function isIndexCurrent(connection: Connection, name: string): boolean {
  return Number(connection.pragma(`${name}.user_version`, { simple: true })) === indexVersion;
}

export function createIndex(connection: Connection): void {
  connection
    .transaction(() => {
      connection.exec(schema);
      connection.pragma(`user_version = ${indexVersion}`);
    })
    .immediate();
}

export const facets = [
  "kind",
  "agent",
  "session",
  "tool",
  "protocol",
  "outcome",
  "level",
  "reason",
  "decider",
  "rule",
] as const;
export type Facet = (typeof facets)[number];

/** A tag is the letter of what people filter by and the id of the value in the table of words. */
const tagLetters: Readonly<Record<Facet, string>> = {
  kind: "k",
  agent: "a",
  session: "s",
  tool: "t",
  protocol: "p",
  outcome: "o",
  level: "l",
  reason: "r",
  decider: "d",
  rule: "u",
};

export function tagLetter(facet: Facet): string {
  return tagLetters[facet];
}

export function tag(facet: Facet, word: number): string {
  return `${tagLetters[facet]}${word}`;
}

/** The tag of a risk score, to two decimals as people see it. */
export function scoreTag(score: number): string {
  return `c${Math.round(score * 100)}`;
}

/** A project is found by its folder, or by the last part of it. */
export function projectNames(folder: string): readonly string[] {
  const parts = folder.split(/[/\\]/).filter((part) => part !== "");
  return [...new Set([parts.join("/"), parts.at(-1) ?? ""])].map((name) => name.toLowerCase());
}

/** The tag of the verdict an intent got when it came, so that each intent can be found once. */
export const firstTag = "first";

/**
 * Ids, folders and domains are too many for the table of words: they are indexed by 48 bits of their hash. That two share one is
 * possible only in theory; where it would matter, the entry itself is compared.
 */
const hashLetters = { intent: "i", parent: "q", path: "f", host: "h", project: "w" } as const;

export function hashTag(which: keyof typeof hashLetters, text: string): string {
  return digitsTag(which, hashDigits(text));
}

/** The key of an intent in the table of intents. */
export function intentNumber(intentId: string): number {
  return digitsNumber(hashDigits(intentId));
}

/** The same two from digits that were made before. */
export function digitsTag(which: keyof typeof hashLetters, digits: string): string {
  return `${hashLetters[which]}${digits}`;
}

export function digitsNumber(digits: string): number {
  return Number.parseInt(digits, 16);
}

export function hashDigits(text: string): string {
  return hash("sha256", text, "hex").slice(0, 12);
}

/** A path and every folder above it, so that a filter by folder is a single word of the index. */
export function foldersOf(path: string): readonly string[] {
  const parts = path.split(/[/\\]/).filter((part) => part !== "");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A host and every domain above it but the last. */
export function domainsOf(host: string): readonly string[] {
  const parts = host.toLowerCase().split(".");
  return parts
    .map((_, index) => parts.slice(index).join("."))
    .filter((domain, index) => index === 0 || domain.includes("."));
}
