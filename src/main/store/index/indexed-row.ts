// What the search index is built from: the columns of an entry as tags, one for each value people filter by.
import { createRecentMap } from "../../../shared/lib/recent-map.ts";
import { bodyValue, isFirstVerdict } from "../body-sql.ts";
import {
  digitsNumber,
  digitsTag,
  domainsOf,
  facets,
  firstTag,
  foldersOf,
  hashDigits,
  hashTag,
  projectNames,
  scoreTag,
  tag,
} from "./schema.ts";
import { texts } from "../decode-entry.ts";
import { integer, nullable, real, type RowOf, text } from "../decode.ts";

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
  score: nullable(real),
  intent: nullable(text),
  parent: nullable(text),
  paths: nullable(text),
  hosts: nullable(text),
  summary: text,
  /** The folder of the project, of an intent. */
  workspace: nullable(text),
  /** 1 for the first verdict of an intent. */
  first: integer,
} as const;
export type IndexedRow = RowOf<typeof indexedShape>;

/** Only intents say it, and only their bodies are looked into. */
export const workspaceOfIntent = `CASE WHEN intent IS NOT NULL AND outcome IS NULL THEN ${bodyValue("context.workspace")} END`;

export const indexedColumns = `sequence, at, ${facets.join(", ")}, score, intent, parent, paths, hosts, summary, ${workspaceOfIntent} AS workspace, ${isFirstVerdict} AS first`;

export interface Tags {
  /** Every tag of a row; the project is that of the intent it belongs to. */
  readonly of: (row: IndexedRow, project: string | null) => string;
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

  function projectTags(folder: string): string {
    const key = `project${folder}`;
    let made = known.get(key);
    if (made === undefined) {
      made = `${projectNames(folder)
        .map((name) => hashTag("project", name))
        .join(" ")} `;
      known.set(key, made);
    }
    return made;
  }

  return {
    intentNumber: (intentId) => digitsNumber(idDigits(intentId)),
    of(row, project) {
      let tags = "";
      for (const facet of facets) {
        const word = row[facet];
        if (word !== null) tags += `${tag(facet, word)} `;
      }
      if (row.score !== null) tags += `${scoreTag(row.score)} `;
      if (project !== null) tags += projectTags(project);
      if (row.first === 1) tags += `${firstTag} `;
      if (row.intent !== null) tags += `${digitsTag("intent", idDigits(row.intent))} `;
      if (row.parent !== null) tags += `${hashTag("parent", row.parent)} `;
      return tags + placeTags(row.paths, "path", foldersOf) + placeTags(row.hosts, "host", domainsOf);
    },
  };
}
