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
  readonly number: number;
  /** Letters as their lower-case codes: case never matters here, it only makes us look once more. */
  readonly codes: Uint8Array;
  /** The searches that look for it. */
  readonly owners: number[];
}

/** A sign, and how far behind its beginning the pair of letters stands by which it is noticed. */
interface Noticed {
  readonly sign: Sign;
  readonly pair: number;
}

/** The signs that are noticed by the same pair. */
interface Bucket {
  readonly signs: Noticed[];
  /** The pair in each spelling. */
  readonly keys: readonly number[];
}

/** What one pass over a text has seen so far. */
interface Seen {
  readonly text: string;
  readonly signs: readonly Sign[];
  /** For each search, where its signs stand. */
  readonly places: readonly number[][];
  /** Signs, by their number, whose searches have all seen enough. */
  readonly enough: Uint8Array;
  /** By pair of letters: the number of a bucket, or 0. */
  readonly open: Uint8Array;
}

/** Fills the bytes with the letters of a text from a place on. What it writes for letters beyond ASCII does not matter. */
export type Spell = (text: string, from: number, bytes: Uint8Array) => void;

/** With more places than this the whole text is searched. */
const mostPlaces = 256;

/** A text is gone through in pieces of so many letters, an even number. */
const piece = 16_384;

/** Letters in lower case, other ASCII as it is, everything beyond as 127. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => (code >= 65 && code <= 90 ? code + 32 : code));
const fold = (code: number): number => (code < 128 ? (folded[code] ?? 127) : 127);
/** Stands for letters beyond ASCII, and for what lies beyond the piece. */
const edge = 127;
const codesOf = (sign: string): Uint8Array => Uint8Array.from(sign, (letter) => fold(letter.charCodeAt(0)));

/** Two letters as one number, in the order in which this machine reads two bytes. */
function keyOf(first: number, second: number): number {
  return new Uint16Array(Uint8Array.of(first, second).buffer)[0] ?? 0;
}

const upper = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);

/** A pair of letters in every spelling. */
function keysOf(first: number, second: number): readonly number[] {
  const firsts = new Set([first, upper(first)]);
  const seconds = new Set([second, upper(second)]);
  return [...firsts].flatMap((left) => [...seconds].map((right) => keyOf(left, right)));
}

const letterByLetter: Spell = (text, from, bytes) => {
  const length = Math.min(bytes.length, text.length - from);
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(from + at);
    bytes[at] = code < 128 ? code : 127;
  }
};

/** Every host has it, though not every host's types do. */
declare class TextEncoder {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}
const encoder = new TextEncoder();

/** Plain ASCII, which most texts are, is copied as a whole; beyond it a letter takes several bytes, and places would shift. */
const pieceAtOnce: Spell = (text, from, bytes) => {
  const part = text.slice(from, from + bytes.length);
  const { read, written } = encoder.encodeInto(part, bytes);
  if (read !== part.length || written !== part.length) letterByLetter(text, from, bytes);
};

/** How often a character is met in ordinary text, roughly. */
const common = " etaoinsrhldcumfpgwybv";
const weight = (code: number): number => {
  const place = common.indexOf(String.fromCharCode(code));
  return place < 0 ? 1 : common.length + 1 - place;
};

/** Where the rarest three letters in a row begin: the pairs in them are what a text is scanned for. */
function rarestPlace(codes: Uint8Array): number {
  const score = (at: number): number => {
    const [first = 0, second = 0, third = 0] = Array.from(codes.subarray(at, at + 3), weight);
    return first * second + second * third;
  };
  let best = 0;
  for (let at = 1; at + 2 < codes.length; at += 1) if (score(at) < score(best)) best = at;
  return best;
}

/**
 * For each search the stretches of a text that can hold a match, in order and apart. Signs have at least three letters. A host that has
 * a quicker way to spell a text may give it.
 */
export function createFinder(
  searches: readonly Sought[],
  spell: Spell = pieceAtOnce,
): (text: string) => readonly (readonly Stretch[])[] {
  const signs = signsOf(searches);
  const tables = tablesOf(signs);
  const bytes = new Uint8Array(piece);
  return (text) => {
    const places = searches.map((): number[] => []);
    const seen: Seen = { text, signs, places, enough: new Uint8Array(signs.length), open: tables.pairs.slice() };
    // Once every search has seen enough, each goes through the whole text, and more places change nothing.
    for (let from = 0; from < text.length && seen.enough.includes(0); from += piece) {
      spell(text, from, bytes);
      lookThrough(seen, bytes.subarray(0, text.length - from), from, tables);
    }
    return searches.map((search, owner) => stretchesAround(places[owner] ?? [], text.length, search));
  };
}

function lookThrough(seen: Seen, bytes: Uint8Array, from: number, { triples, buckets }: Tables): void {
  const { open } = seen;
  const pairs = new Uint16Array(bytes.buffer, 0, bytes.length >> 1);
  for (let index = 0; index < pairs.length; index += 1) {
    const bucket = open[pairs[index] ?? 0] ?? 0;
    if (bucket === 0) continue;
    const at = index * 2;
    const before = folded[bytes[at - 1] ?? edge] ?? edge;
    const first = folded[bytes[at] ?? edge] ?? edge;
    const second = folded[bytes[at + 1] ?? edge] ?? edge;
    const after = folded[bytes[at + 2] ?? edge] ?? edge;
    const likely =
      before === edge ||
      after === edge ||
      triples[tripleOf(before, first, second)] === 1 ||
      triples[tripleOf(first, second, after)] === 1;
    if (likely) look(seen, buckets[bucket] ?? noBucket, from + at);
  }
}

/** Notes the signs that stand here. */
function look(seen: Seen, bucket: Bucket, at: number): void {
  const { signs, keys } = bucket;
  let wanted = false;
  for (let index = 0; index < signs.length; index += 1) {
    const noticed = signs[index];
    if (noticed === undefined) continue;
    const { sign, pair } = noticed;
    if (seen.enough[sign.number] === 1) continue;
    wanted = true;
    if (stands(seen.text, at - pair, sign.codes)) note(seen, sign, at - pair);
  }
  if (!wanted) for (const key of keys) seen.open[key] = 0;
}

function note({ signs, places, enough }: Seen, { owners }: Sign, from: number): void {
  for (const owner of owners) {
    const found = places[owner] ?? [];
    if (found.length > mostPlaces) continue;
    found.push(from);
    if (found.length <= mostPlaces) continue;
    const full = places.map(({ length }) => length > mostPlaces);
    for (const sign of signs) enough[sign.number] = sign.owners.every((each) => full[each] === true) ? 1 : 0;
  }
}

const noBucket: Bucket = { signs: [], keys: [] };

/** Three letters as a number below 8,192; others may share it. */
const tripleOf = (first: number, second: number, third: number): number => (first * 961 + second * 31 + third) & 8191;

interface Tables {
  /** By pair of letters: the number of a bucket, or 0. */
  readonly pairs: Uint8Array;
  /** 1 where three letters may be those by which a sign is noticed. */
  readonly triples: Uint8Array;
  readonly buckets: readonly Bucket[];
}

function signsOf(searches: readonly Sought[]): readonly Sign[] {
  const signs = new Map<string, Sign>();
  for (const [owner, search] of searches.entries()) {
    for (const word of new Set(search.signs.map((each) => each.toLowerCase()))) {
      const sign = signs.get(word) ?? { number: signs.size, codes: codesOf(word), owners: [] };
      sign.owners.push(owner);
      signs.set(word, sign);
    }
  }
  return [...signs.values()];
}

function tablesOf(signs: readonly Sign[]): Tables {
  const buckets: Bucket[] = [noBucket];
  const pairs = new Uint8Array(65_536);
  const triples = new Uint8Array(8_192);
  for (const sign of signs) {
    const place = rarestPlace(sign.codes);
    const [first = 0, second = 0, third = 0] = sign.codes.subarray(place, place + 3);
    triples[tripleOf(first, second, third)] = 1;
    // Every second pair of the text is looked at, so one of two neighbouring pairs of the sign is always among them.
    for (const pair of [place, place + 1]) {
      const keys = keysOf(sign.codes[pair] ?? 0, sign.codes[pair + 1] ?? 0);
      const known = pairs[keys[0] ?? 0] ?? 0;
      const bucket = known === 0 ? buckets.push({ signs: [], keys }) - 1 : known;
      for (const key of keys) pairs[key] = bucket;
      buckets[bucket]?.signs.push({ sign, pair });
    }
  }
  if (buckets.length > 255) throw new Error("There are more signs than the table can tell apart.");
  return { pairs, triples, buckets };
}

function stands(text: string, from: number, codes: Uint8Array): boolean {
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
