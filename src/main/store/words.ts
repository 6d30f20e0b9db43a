// The table of strings that repeat in entries (agents, tools, outcomes): the id of a string, and the string of an id.
import { BoundedMap } from "../../shared/lib/bounded-map.ts";
import { quote } from "../../shared/lib/canonical.ts";
import type { Connection } from "./database.ts";
import { integer, queryValues, text as textColumn } from "./decode.ts";

export interface Words {
  /** The id of a string; undefined when no entry ever used it. */
  readonly find: (text: string) => number | undefined;
  readonly text: (id: number) => string | undefined;
  /** The ids of strings that contain this one, in any case; not all of them when there are too many. */
  readonly like: (part: string) => readonly number[];
  /** The string as JSON, as it is part of an entry's text. */
  readonly json: (id: number) => string;
}

export interface GrowingWords extends Words {
  /** The id of a string, which is added when it is new. */
  readonly number: (text: string) => number;
  /** Call it after a rollback: ids assigned in that transaction are not valid. */
  readonly forget: () => void;
}

/** Stands for an id that is not in the table; no entry was ever hashed with it. */
const missing = quote("\u{FFFD}");

/** Session ids come and go: beyond this many cached strings it is cheaper to query the table again. */
const mostCached = 20_000;
/** So many alternatives one search takes. */
const mostLike = 500;

export function readWords(connection: Connection): Words & { readonly forget: () => void } {
  const findId = queryValues(connection.prepare<[string]>("SELECT id FROM words WHERE text = ?"), "words.id", integer);
  const findText = queryValues(
    connection.prepare<[number]>("SELECT text FROM words WHERE id = ?"),
    "words.text",
    textColumn,
  );
  const findLike = queryValues(
    connection.prepare<[string]>(
      `SELECT id FROM words WHERE text LIKE '%' || ? || '%' ESCAPE '!' ORDER BY id DESC LIMIT ${mostLike}`,
    ),
    "words.id",
    integer,
  );
  const cache = new BoundedMap<number, { readonly text: string; readonly json: string }>(mostCached);

  function known(id: number): { readonly text: string; readonly json: string } | undefined {
    const before = cache.get(id);
    if (before !== undefined) return before;
    const text = findText.get(id);
    if (text === undefined) return undefined;
    const word = { text, json: quote(text) };
    cache.set(id, word);
    return word;
  }

  return {
    find: (text) => findId.get(text),
    text: (id) => known(id)?.text,
    like: (part) => findLike.all(part.replaceAll(/[%_!]/gu, "!$&")),
    json: (id) => known(id)?.json ?? missing,
    forget: () => cache.clear(),
  };
}

export function growWords(connection: Connection): GrowingWords {
  const insert = connection.prepare<[string]>("INSERT INTO words (text) VALUES (?)");
  const words = readWords(connection);
  const ids = new BoundedMap<string, number>(mostCached);
  return {
    ...words,
    number(text) {
      const known = ids.get(text);
      if (known !== undefined) return known;
      const id = words.find(text) ?? Number(insert.run(text).lastInsertRowid);
      ids.set(text, id);
      return id;
    },
    forget: () => {
      ids.clear();
      words.forget();
    },
  };
}
