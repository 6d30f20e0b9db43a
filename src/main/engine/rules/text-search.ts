// Text search: which of many expressions a short text may match. Literals first, so that hardly any expression is tried.
import { createLiteralSearch } from "./literal-search.ts";
import { literalsOf } from "./pattern-literals.ts";

export interface SearchedPattern {
  readonly place: number;
  readonly pattern: RegExp;
}

type Mark = (places: readonly number[]) => void;

/** Beyond this a search costs more than it saves. */
export const longestSearch = 8192;

/** Marks the places of the expressions that match, or all of them for a text that is too long to be searched. */
export function createTextSearch(
  patterns: readonly SearchedPattern[],
  flags: string,
  mark: Mark,
): (text: string) => void {
  const all = patterns.map(({ place }) => place);
  const each = patterns.map(({ place, pattern }) => ({
    places: [place],
    pattern: new RegExp(pattern.source, flags),
    literals: literalsOf(pattern.source),
  }));
  const literals = new Map<string, number[]>();
  for (const [at, { literals: own = [] }] of each.entries()) {
    for (const literal of own) {
      const key = literal.toLowerCase();
      literals.set(key, [...(literals.get(key) ?? []), at]);
    }
  }
  const { search } = createLiteralSearch(literals);
  const others = each.filter((one) => one.literals === undefined);
  const anyOf = unionOf(each, flags);
  const anyOther = unionOf(others, flags);
  const tried = new Uint8Array(each.length);

  const tryThem = (list: typeof each, text: string): void => {
    for (const { places, pattern } of list) if (pattern.test(text)) mark(places);
  };
  return (text) => {
    if (text.length > longestSearch) return mark(all);
    if (hasOtherLetters(text)) {
      if (anyOf.test(text)) tryThem(each, text);
      return;
    }
    tried.fill(0);
    search(text.toLowerCase(), (found) => {
      for (const at of found) {
        const one = each[at];
        if (one === undefined || tried[at] === 1) continue;
        tried[at] = 1;
        if (one.pattern.test(text)) mark(one.places);
      }
    });
    if (anyOther.test(text)) tryThem(others, text);
  };
}

/** Letters outside ASCII have more than one lower case: expressions know them all, literals do not. */
export function hasOtherLetters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range is how "ASCII" is written
  return /[^\0-\x7f]/u.test(text);
}

/** One expression for all of them: where it finds nothing, none of them would. */
function unionOf(patterns: readonly { readonly pattern: RegExp }[], flags: string): RegExp {
  // No text ends before it begins; an empty expression would match every text.
  if (patterns.length === 0) return /$./u;
  return new RegExp(patterns.map(({ pattern }) => `(?:${pattern.source})`).join("|"), flags);
}
