// What a person types into the search box, as an expression of the inverted index. Nothing typed is a syntax error.
import { isSearchable } from "../../../shared/contract/ledger-search.ts";

export interface Term {
  readonly text: string;
  /** Any ending will do: a search for "cred" finds credentials. */
  readonly prefix: boolean;
}

/** Words that must all occur, with any ending; quotes keep them together and as they are. */
export function parseText(text: string): readonly Term[] {
  return [...text.matchAll(/"([^"]*)"?|(\S+)/g)]
    .map(([, phrase, word = ""]): Term => {
      if (phrase !== undefined) return { text: phrase, prefix: false };
      return { text: word.replace(/\*$/u, ""), prefix: true };
    })
    .filter((term) => isSearchable(term.text));
}

export function textExpression(text: string): string | undefined {
  const terms = parseText(text).map((term) => quoted(term.text) + (term.prefix ? " *" : ""));
  return terms.length === 0 ? undefined : `{summary action paths hosts} : (${terms.join(" AND ")})`;
}

export function pathExpression(words: string): string | undefined {
  return isSearchable(words) ? `paths : ${quoted(words)} *` : undefined;
}

/** A string of the index's own language: its tokenizer takes it apart as it took the entries apart. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll("\0", " ")}"`;
}

/** The words of a text as the index's tokenizer sees them, between blanks, so that a phrase is a part of the string. */
export function tokens(text: string): string {
  const words =
    text
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  return ` ${words.join(" ")} `;
}

export function hasTerm(haystack: string, { text, prefix }: Term): boolean {
  return haystack.includes(prefix ? tokens(text).trimEnd() : tokens(text));
}
