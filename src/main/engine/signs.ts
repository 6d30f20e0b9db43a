// Signs: one pass over a long text that tells where words of interest stand, so that only those places are looked at closely.

/** A stretch of the text: from (inclusive), to (exclusive). */
export type Stretch = readonly [from: number, to: number];

/** What every match of a search holds, and how far before and behind it the match may reach. */
export interface Sought {
  readonly signs: readonly string[];
  readonly before: number;
  readonly reach: number;
}

interface Sign {
  /** Letters as their lower-case codes: case never matters here, it only makes us look once more. */
  readonly codes: readonly number[];
  /** How far behind its beginning the pair of letters stands by which it is noticed. */
  readonly pair: number;
  readonly owner: number;
}

/** With more places than this the whole text is searched. */
const mostPlaces = 256;

/** Letters in lower case, other ASCII as it is, everything beyond as 127. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));
const fold = (code: number): number => (code < 128 ? (folded[code] ?? 127) : 127);
const codesOf = (sign: string): readonly number[] => Array.from(sign, (letter) => fold(letter.charCodeAt(0)));

/** How often a character is met in ordinary text, roughly. */
const common = " etaoinsrhldcumfpgwybv";
const weight = (code: number): number => {
  const place = common.indexOf(String.fromCharCode(code));
  return place < 0 ? 1 : common.length + 1 - place;
};

/** Where the rarest three letters in a row begin: the pairs in them are what a text is scanned for. */
function rarestPlace(codes: readonly number[]): number {
  const score = (at: number): number => {
    const [first = 0, second = 0, third = 0] = codes.slice(at, at + 3).map(weight);
    return first * second + second * third;
  };
  let best = 0;
  for (let at = 1; at + 2 < codes.length; at += 1) if (score(at) < score(best)) best = at;
  return best;
}

/** For each search the stretches of a text that can hold a match, in order and apart. Signs have at least three letters. */
export function createFinder(searches: readonly Sought[]): (text: string) => readonly (readonly Stretch[])[] {
  const buckets: Sign[][] = [[]];
  const table = new Uint8Array(128 * 128);
  for (const [owner, { signs }] of searches.entries()) {
    for (const sign of signs) {
      const codes = codesOf(sign);
      const place = rarestPlace(codes);
      // Every second pair of the text is looked at, so one of two neighbouring pairs of the sign is always among them.
      for (const pair of [place, place + 1]) {
        const key = ((codes[pair] ?? 0) << 7) | (codes[pair + 1] ?? 0);
        if (table[key] === 0) table[key] = buckets.push([]) - 1;
        buckets[table[key] ?? 0]?.push({ codes, pair, owner });
      }
    }
  }
  if (buckets.length > 255) throw new Error("There are more signs than the table can tell apart.");
  return (text) => {
    const places = searches.map((): number[] => []);
    const open = table.slice();
    const last = text.length - 1;
    for (let at = 0; at < last; at += 2) {
      const left = text.charCodeAt(at);
      const right = text.charCodeAt(at + 1);
      if (left > 127 || right > 127) continue;
      const key = ((folded[left] ?? 127) << 7) | (folded[right] ?? 127);
      const bucket = open[key] ?? 0;
      if (bucket !== 0 && !look(text, at, buckets[bucket] ?? [], places)) open[key] = 0;
    }
    return searches.map((search, owner) => stretchesAround(places[owner] ?? [], text.length, search));
  };
}

/** Notes the signs that stand here. False when all searches of the bucket have seen enough. */
function look(text: string, at: number, signs: readonly Sign[], places: readonly number[][]): boolean {
  let wanted = false;
  for (const { codes, pair, owner } of signs) {
    const found = places[owner] ?? [];
    if (found.length > mostPlaces) continue;
    wanted = true;
    const from = at - pair;
    if (from >= 0 && stands(text, from, codes)) found.push(from);
  }
  return wanted;
}

function stands(text: string, from: number, codes: readonly number[]): boolean {
  for (let index = 0; index < codes.length; index += 1)
    if (fold(text.charCodeAt(from + index)) !== codes[index]) return false;
  return true;
}

/** The surroundings of places, in order and apart; the whole text when there are too many of them. */
export function stretchesAround(
  places: readonly number[],
  length: number,
  { before, reach }: Pick<Sought, "before" | "reach">,
): readonly Stretch[] {
  if (places.length > mostPlaces) return [[0, length]];
  const apart: [number, number][] = [];
  for (const place of places.toSorted((left, right) => left - right)) {
    const from = Math.max(0, place - before);
    const to = Math.min(length, place + reach);
    const last = apart.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}
