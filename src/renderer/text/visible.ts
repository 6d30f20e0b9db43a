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

const bidirectional = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/u;
const zeroWidth =
  /^[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]$/u;
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
  if (character === "\n" || character === "\t" || character === " ") return undefined;
  // The carriage return of a Windows line end hides nothing; one that stands alone does.
  if (character === "\r" && next === "\n") return undefined;
  if (bidirectional.test(character)) return "bidirectional";
  if (zeroWidth.test(character)) return "zero-width";
  if (oddBlank.test(character)) return "blank";
  if (control.test(character)) return "control";
  return undefined;
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
