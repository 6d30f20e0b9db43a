// Makes visible what a text hides: control, bidirectional and zero-width characters, odd blanks, lookalike letters.

export type HiddenKind = "control" | "bidirectional" | "zero-width" | "blank" | "lookalike";

export interface Piece {
  /** Position in the original text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Present when the text cannot be shown as it is, or does not mean what it looks like. */
  readonly hidden?: { readonly kind: HiddenKind; readonly label: string };
}

const names: Readonly<Record<number, string>> = {
  0x00: "NUL",
  0x07: "BEL",
  0x08: "BACKSPACE",
  0x0b: "VT",
  0x0c: "FF",
  0x0d: "CR",
  0x1b: "ESC",
  0x7f: "DEL",
  0xa0: "NBSP",
  0xad: "SOFT HYPHEN",
  0x061c: "ALM",
  0x200b: "ZERO WIDTH SPACE",
  0x200c: "ZWNJ",
  0x200d: "ZWJ",
  0x200e: "LRM",
  0x200f: "RLM",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2028: "LINE SEPARATOR",
  0x2029: "PARAGRAPH SEPARATOR",
  0x2060: "WORD JOINER",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0x2800: "BRAILLE BLANK",
  0x3164: "HANGUL FILLER",
  0xfeff: "BOM",
};

type Range = readonly [first: number, last: number];

const bidirectional: readonly Range[] = [
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
];

/** Joiners, fillers, variation selectors, tags: they take no room and change what is read. */
const zeroWidth = /^\p{Default_Ignorable_Code_Point}$/u;
const oddBlank = /^[\p{Zs}\u2028\u2029\u2800]$/u;
const control = /^\p{C}$/u;
/** Drawn over its neighbour: crossed out or circled, a text looks as if it were not there. */
const overlay = /^[\u0334-\u0338\u20d0-\u20f0]$/u;
const markRun = /\p{M}{4,}/gu;
/** No language puts more than three upon one letter; further ones cover the lines around. */
const mostMarks = 3;

const foreignLetter = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]$/u;
/** Whole words of these pass for Latin ones. */
const twinLetters = /^[асеорхуіјѕһԁӏԛԝαονρτυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТХІЈЅ]+$/u;
const word = /[\p{L}\p{N}\p{M}_]+/gu;
const token = /\S+/gu;
/** Another form of a plain character, mathematical or full-width. Full-width punctuation that Chinese is written with stays. */
const otherForm = /[\u037e\u1fef\u2024\ufe68\uff0d-\uff19\uff21-\uff3a\uff3c\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu;
/** What passes for a plain character and is none. */
const twins: Readonly<Record<string, string>> = {
  ɡ: "g",
  ɑ: "a",
  "\u01c0": "|",
  "\u01c3": "!",
  "\u2044": "/",
  "\u2215": "/",
  "\u29f8": "/",
  "\u2216": "\\",
  "\u2223": "|",
  "\u2236": ":",
  "\ua789": ":",
};
const twin = new RegExp(`[${Object.keys(twins).join("")}]`, "gu");
/** Where an option begins, a dash that is no hyphen makes it a word like any other. */
const optionDash = /(?<=^|\s)[\u2010-\u2015\u2212]+(?=[\p{L}])/gu;
/** One picture, whatever joins its parts. */
const emoji = /\p{RGI_Emoji}/gv;
const plain = /^[\n\t -~]*$/;

/** The text in pieces, in order, nothing left out: joined again they are the text. */
export function visiblePieces(text: string): readonly Piece[] {
  if (plain.test(text)) return text === "" ? [] : [{ start: 0, end: text.length, text }];
  const lookalikes = lookalikePositions(text);
  const stacked = stackedPositions(text);
  const pictured = picturedPositions(text);
  const pieces: Piece[] = [];
  let plainFrom = 0;
  let at = 0;
  const endPlain = (end: number): void => {
    if (end > plainFrom) pieces.push({ start: plainFrom, end, text: text.slice(plainFrom, end) });
  };
  for (const character of text) {
    const end = at + character.length;
    const kind = pictured.has(at)
      ? undefined
      : stacked.has(at)
        ? "zero-width"
        : lookalikes.has(at)
          ? "lookalike"
          : kindOf(character, text.charAt(end));
    if (kind !== undefined) {
      endPlain(at);
      pieces.push({ start: at, end, text: character, hidden: { kind, label: labelOf(character, kind) } });
      plainFrom = end;
    }
    at = end;
  }
  endPlain(text.length);
  return pieces;
}

function kindOf(character: string, next: string): HiddenKind | undefined {
  if (character === "\n" || character === "\t") return undefined;
  // The carriage return of a Windows line end hides nothing; one that stands alone does.
  if (character === "\r" && next === "\n") return undefined;
  // Nearly everything is plain ASCII; it should not cost more than this.
  if (character >= " " && character <= "~") return undefined;
  const point = character.codePointAt(0) ?? 0;
  if (isWithin(point, bidirectional)) return "bidirectional";
  if (zeroWidth.test(character) || overlay.test(character)) return "zero-width";
  if (oddBlank.test(character)) return "blank";
  if (control.test(character)) return "control";
  return undefined;
}

function isWithin(point: number, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last);
}

/** What is taken for a plain character: `аpple` with a Cyrillic а, `ｒｍ`, a dash before an option that is no hyphen. */
function lookalikePositions(text: string): ReadonlySet<number> {
  const positions = new Set<number>();
  const add = (start: number, characters: string, among: RegExp): void => {
    let at = start;
    for (const character of characters) {
      if (among.test(character)) positions.add(at);
      at += character.length;
    }
  };
  for (const { 0: joined, index } of text.matchAll(token)) {
    if (!/[a-z]/i.test(joined)) continue;
    for (const { 0: letters, index: within } of joined.matchAll(word)) {
      if (/[a-z]/i.test(letters) || twinLetters.test(letters)) add(index + within, letters, foreignLetter);
    }
  }
  for (const form of [otherForm, twin, optionDash]) {
    for (const { 0: found, index } of text.matchAll(form)) add(index, found, /^/u);
  }
  return positions;
}

function stackedPositions(text: string): ReadonlySet<number> {
  const positions = new Set<number>();
  for (const { 0: run, index } of text.matchAll(markRun)) {
    let at = index;
    let place = 0;
    for (const mark of run) {
      if (place >= mostMarks) positions.add(at);
      place += 1;
      at += mark.length;
    }
  }
  return positions;
}

function picturedPositions(text: string): ReadonlySet<number> {
  const positions = new Set<number>();
  for (const { 0: picture, index } of text.matchAll(emoji)) {
    for (let at = index; at < index + picture.length; at += 1) positions.add(at);
  }
  return positions;
}

function labelOf(character: string, kind: HiddenKind): string {
  const point = character.codePointAt(0) ?? 0;
  const number = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  if (kind === "lookalike") return `${lookalikeWords(character)}, ${number}`;
  const name = names[point];
  return name === undefined ? number : `${name} ${number}`;
}

function lookalikeWords(character: string): string {
  if (/\p{Script=Cyrillic}/u.test(character)) return `${character} is Cyrillic`;
  const other = twins[character] ?? (/[\u2010-\u2015\u2212]/u.test(character) ? "-" : character.normalize("NFKC"));
  if (other !== character) return `looks like ${other}`;
  return `${character} is ${/\p{Script=Greek}/u.test(character) ? "Greek" : "not Latin"}`;
}

/** The same for places with room for one line only: `⟨RLO U+202E⟩` in the text. */
export function visibleLine(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.hidden === undefined ? piece.text.replace(/\s+/g, " ") : `⟨${piece.hidden.label}⟩`))
    .join("");
}
