// What the search index is built from: the columns of an entry as tags, one for each value people filter by.
import { createRecentMap } from "../../../shared/lib/recent-map.ts";
import { isFirstVerdict } from "../body-sql.ts";
import { digitsNumber, digitsTag, domainsOf, facets, firstTag, foldersOf, hashDigits, hashTag, tag } from "./schema.ts";
import { texts } from "../decode-entry.ts";
import { integer, nullable, type RowOf, text } from "../decode.ts";

const word = nullable(integer);

/** The columns the index is built from. */
export const indexedShape = {
  sequence: integer,
  at: integer,
  kind: integer,
  agent: word,
  session: word,
  tool: word,
  protocol: word,
  outcome: word,
  level: word,
  reason: word,
  decider: word,
  rule: word,
  intent: nullable(text),
  parent: nullable(text),
  paths: nullable(text),
  hosts: nullable(text),
  summary: text,
  /** 1 for the first verdict of an intent. */
  first: integer,
} as const;
export type IndexedRow = RowOf<typeof indexedShape>;

export const indexedColumns = `sequence, at, ${facets.join(", ")}, intent, parent, paths, hosts, summary, ${isFirstVerdict} AS first`;

export interface Tags {
  /** Every tag of a row. */
  readonly of: (row: IndexedRow) => string;
  /** The key of an intent in the table of intents. */
  readonly intentNumber: (intentId: string) => number;
}

const leastFolders = 5000;

/** Folders, domains and the id of an intent repeat from row to row: their hashes are made once. */
export function createTags(): Tags {
  const known = createRecentMap<string, string>(leastFolders);
  let lastId = "";
  let lastDigits = hashDigits(lastId);

  function idDigits(id: string): string {
    if (id !== lastId) {
      lastId = id;
      lastDigits = hashDigits(id);
    }
    return lastDigits;
  }

  function placeTag(letter: "path" | "host", place: string): string {
    const key = `${letter}${place}`;
    let made = known.get(key);
    if (made === undefined) {
      made = `${hashTag(letter, place)} `;
      known.set(key, made);
    }
    return made;
  }

  function placeTags(column: string | null, letter: "path" | "host", above: typeof foldersOf): string {
    if (column === null || column === "[]") return "";
    let tags = "";
    for (const place of new Set(texts(column).flatMap(above))) tags += placeTag(letter, place);
    return tags;
  }

  return {
    intentNumber: (intentId) => digitsNumber(idDigits(intentId)),
    of(row) {
      let tags = "";
      for (const facet of facets) {
        const word = row[facet];
        if (word !== null) tags += `${tag(facet, word)} `;
      }
      if (row.first === 1) tags += `${firstTag} `;
      if (row.intent !== null) tags += `${digitsTag("intent", idDigits(row.intent))} `;
      if (row.parent !== null) tags += `${hashTag("parent", row.parent)} `;
      return tags + placeTags(row.paths, "path", foldersOf) + placeTags(row.hosts, "host", domainsOf);
    },
  };
}
