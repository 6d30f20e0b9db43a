// What the search index is made from: an entry's row as tags, one word for each thing people filter by.
import { isFirstVerdict } from "./findings.ts";
import { domainsOf, type Facet, facets, firstTag, foldersOf, hashTag, tag } from "./index-schema.ts";
import { texts } from "./rows.ts";

/** The columns the index is made from; the bodies of intents and the hashes stay where they are. */
export interface IndexedRow extends Readonly<Record<Facet, number | null>> {
  readonly sequence: number;
  readonly at: number;
  readonly kind: number;
  readonly intent: string | null;
  readonly parent: string | null;
  readonly paths: string | null;
  readonly hosts: string | null;
  readonly summary: string;
  /** 1 for the verdict an intent got when it came. */
  readonly first: number;
}

export const indexedColumns = `sequence, at, ${facets.join(", ")}, intent, parent, paths, hosts, summary, ${isFirstVerdict} AS first`;

/** The tags of everything but places. */
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

/** The tags of paths and hosts. The same ones come again and again, so their hashes are kept for a while. */
export function createPlaces(): { readonly of: (row: IndexedRow) => string } {
  const known = new Map<string, string>();
  const tags = (column: string | null, letter: "path" | "host", above: (text: string) => readonly string[]): string => {
    if (column === null || column === "[]") return "";
    const key = `${letter}${column}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const all = new Set((texts(column) ?? []).flatMap(above));
    const made = [...all].map((text) => `${hashTag(letter, text)} `).join("");
    if (known.size >= mostPlaces) known.clear();
    known.set(key, made);
    return made;
  };
  return { of: (row) => tags(row.paths, "path", foldersOf) + tags(row.hosts, "host", domainsOf) };
}
