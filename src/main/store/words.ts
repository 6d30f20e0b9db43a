// The dictionary of words that repeat in entries: a number for a text and back.
import type { Connection } from "./database.ts";

export interface Words {
  /** The word's number; undefined when no entry ever used it. */
  readonly find: (text: string) => number | undefined;
  readonly text: (id: number) => string | undefined;
}

export interface GrowingWords extends Words {
  readonly number: (text: string) => number;
  /** After a transaction that was rolled back, numbers given in it mean nothing. */
  readonly forget: () => void;
}

/** Session ids come and go: beyond this many words in memory it is cheaper to ask the table again. */
const mostRemembered = 20_000;

export function readWords(connection: Connection): Words {
  const findId = connection.prepare<[string], number>("SELECT id FROM words WHERE text = ?").pluck();
  const findText = connection.prepare<[number], string>("SELECT text FROM words WHERE id = ?").pluck();
  const texts = new Map<number, string>();
  return {
    find: (text) => findId.get(text),
    text(id) {
      const known = texts.get(id);
      if (known !== undefined) return known;
      const found = findText.get(id);
      if (texts.size >= mostRemembered) texts.clear();
      if (found !== undefined) texts.set(id, found);
      return found;
    },
  };
}

export function growWords(connection: Connection): GrowingWords {
  const insert = connection.prepare<[string]>("INSERT INTO words (text) VALUES (?)");
  const words = readWords(connection);
  const numbers = new Map<string, number>();
  return {
    ...words,
    number(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const id = words.find(text) ?? Number(insert.run(text).lastInsertRowid);
      if (numbers.size >= mostRemembered) numbers.clear();
      numbers.set(text, id);
      return id;
    },
    forget: () => numbers.clear(),
  };
}
