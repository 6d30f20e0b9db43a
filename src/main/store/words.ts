// The dictionary of words that repeat in entries: a number for a text and back.
import { BoundedMap } from "../../shared/bounded-map.ts";
import { quote } from "./canonical.ts";
import type { Connection } from "./database.ts";

export interface Words {
  /** The word's number; undefined when no entry ever used it. */
  readonly find: (text: string) => number | undefined;
  readonly text: (id: number) => string | undefined;
  /** The word as JSON, as it stands in an entry's text. */
  readonly json: (id: number) => string;
}

export interface GrowingWords extends Words {
  readonly number: (text: string) => number;
  /** After a transaction that was rolled back, numbers given in it mean nothing. */
  readonly forget: () => void;
}

/** A word that is gone from the dictionary reads as this, which no entry was ever hashed with. */
const lost = quote("\u{FFFD}");

/** Session ids come and go: beyond this many words in memory it is cheaper to ask the table again. */
const mostRemembered = 20_000;

export function readWords(connection: Connection): Words & { readonly forget: () => void } {
  const findId = connection.prepare<[string], number>("SELECT id FROM words WHERE text = ?").pluck();
  const findText = connection.prepare<[number], string>("SELECT text FROM words WHERE id = ?").pluck();
  const texts = new BoundedMap<number, { readonly text: string; readonly json: string }>(mostRemembered);

  function known(id: number): { readonly text: string; readonly json: string } | undefined {
    const before = texts.get(id);
    if (before !== undefined) return before;
    const text = findText.get(id);
    if (text === undefined) return undefined;
    const word = { text, json: quote(text) };
    texts.set(id, word);
    return word;
  }

  return {
    find: (text) => findId.get(text),
    text: (id) => known(id)?.text,
    json: (id) => known(id)?.json ?? lost,
    forget: () => texts.clear(),
  };
}

export function growWords(connection: Connection): GrowingWords {
  const insert = connection.prepare<[string]>("INSERT INTO words (text) VALUES (?)");
  const words = readWords(connection);
  const numbers = new BoundedMap<string, number>(mostRemembered);
  return {
    ...words,
    number(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const id = words.find(text) ?? Number(insert.run(text).lastInsertRowid);
      numbers.set(text, id);
      return id;
    },
    forget: () => {
      numbers.clear();
      words.forget();
    },
  };
}
