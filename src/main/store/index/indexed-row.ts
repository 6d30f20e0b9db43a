// What the search index is built from: the columns of an entry as tags, one for each value people filter by.
import { isFirstVerdict } from "../body-sql.ts";
import { domainsOf, facets, firstTag, foldersOf, hashTag, tag } from "./schema.ts";
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

/** All tags except those of paths and hosts. */
export function tagsOf(row: IndexedRow): string {
  let tags = "";
  for (const facet of facets) {
    const word = row[facet];
    if (word !== null) tags += `${tag(facet, word)} `;
  }
  if (row.first === 1) tags += `${firstTag} `;
  if (row.intent !== null) tags += `${hashTag("intent", row.intent)} `;
  if (row.parent !== null) tags += `${hashTag("parent", row.parent)} `;
  return tags;
}

const mostPlaces = 10_000;

/** The tags of paths and hosts. Their hashes are cached, because the same ones repeat. */
export function createPlaces(): { readonly of: (row: IndexedRow) => string } {
  const known = new Map<string, string>();
  const tags = (column: string | null, letter: "path" | "host", above: (text: string) => readonly string[]): string => {
    if (column === null || column === "[]") return "";
    const key = `${letter}${column}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const all = new Set(texts(column).flatMap(above));
    const made = [...all].map((text) => `${hashTag(letter, text)} `).join("");
    if (known.size >= mostPlaces) known.clear();
    known.set(key, made);
    return made;
  };
  return { of: (row) => tags(row.paths, "path", foldersOf) + tags(row.hosts, "host", domainsOf) };
}
