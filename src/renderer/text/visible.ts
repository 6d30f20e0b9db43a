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
const zeroWidth: readonly Range[] = [
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200d],
  [0x2060, 0x2065],
  [0x206a, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const oddBlank = /^[\p{Zs}\u2028\u2029]$/u;
const control = /^[\p{Cc}\p{Cs}\p{Co}\p{Cn}]$/u;
const foreignLetter = /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]$/u;
const word = /[\p{L}\p{N}\p{M}_]+/gu;

/** The text in pieces, in order, nothing left out: joined again they are the text. */
export function visiblePieces(text: string): readonly Piece[] {
  const lookalikes = lookalikePositions(text);
  const pieces: Piece[] = [];
  let plainFrom = 0;
  let at = 0;
  const endPlain = (end: number): void => {
    if (end > plainFrom) pieces.push({ start: plainFrom, end, text: text.slice(plainFrom, end) });
  };
  for (const character of text) {
    const end = at + character.length;
    const kind = kindOf(character, text.charAt(end)) ?? (lookalikes.has(at) ? "lookalike" : undefined);
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
  if (isWithin(point, zeroWidth)) return "zero-width";
  if (oddBlank.test(character)) return "blank";
  if (control.test(character)) return "control";
  return undefined;
}

function isWithin(point: number, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last);
}

/** Letters of another script inside a word that is otherwise Latin: `аpple` with a Cyrillic а. */
function lookalikePositions(text: string): ReadonlySet<number> {
  const positions = new Set<number>();
  for (const match of text.matchAll(word)) {
    if (!/[a-z]/i.test(match[0])) continue;
    let at = match.index;
    for (const character of match[0]) {
      if (foreignLetter.test(character)) positions.add(at);
      at += character.length;
    }
  }
  return positions;
}

function labelOf(character: string, kind: HiddenKind): string {
  const point = character.codePointAt(0) ?? 0;
  const number = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  if (kind === "lookalike") return `${character} is ${scriptOf(character)}, ${number}`;
  const name = names[point];
  return name === undefined ? number : `${name} ${number}`;
}

function scriptOf(character: string): string {
  if (/\p{Script=Cyrillic}/u.test(character)) return "Cyrillic";
  if (/\p{Script=Greek}/u.test(character)) return "Greek";
  return "not Latin";
}

/** The same for places with room for one line only: `⟨RLO U+202E⟩` in the text. */
export function visibleLine(text: string): string {
  return visiblePieces(text)
    .map((piece) => (piece.hidden === undefined ? piece.text.replace(/\s+/g, " ") : `⟨${piece.hidden.label}⟩`))
    .join("");
}
