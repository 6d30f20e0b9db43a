// Folding: letters that only look like others, letters set apart, digits for letters, and encodings, made plain again.
import { base64 } from "../../normalise/code/decode.ts";

/** Letters of other scripts that cannot be told from Latin ones on a screen. */
const lookalikes: readonly (readonly [foreign: string, latin: string])[] = [
  ["абгезіјкмнорсԁтухһѕԛԝүвԍ", "a6resijkmhopcdтyxhsqwyвg"],
  ["АВЕЅІЈКМНОРСТУХ", "abesijkmhopctyx"],
  ["αβεηικνορτυχωϲϳ", "abenikvoptuxwcj"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"],
];
const firstForeign = 0x03_70;
const lastForeign = 0x05_2f;
/** By the letter's place among the foreign ones. */
const latinLetters: string[] = [];
for (const [foreign, latin] of lookalikes)
  for (let at = 0; at < foreign.length; at += 1) {
    const to = latin[at] ?? "";
    if (/[a-z]/u.test(to)) latinLetters[foreign.charCodeAt(at) - firstForeign] = to;
  }
const mixedWord =
  /(?:[a-z]+[\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f]+[a-z])[a-z\u0370-\u03ff\u0400-\u052f]*/giu;

/** Words in which two scripts are mixed: no language has those. */
export function withoutLookalikes(text: string): string {
  return text.replaceAll(mixedWord, folded);
}

function folded(text: string): string {
  let result = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < firstForeign || code > lastForeign) continue;
    const letter = latinLetters[code - firstForeign] ?? "";
    if (letter === "") continue;
    result += text.slice(from, at) + letter;
    from = at + 1;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** For each ASCII character the letter it may stand for; 0 for none. `turn` letters on in the alphabet. */
function lettersBySign(turn: number): Uint8Array {
  const table = new Uint8Array(128);
  for (let at = 0; at < 26; at += 1) {
    const letter = 97 + ((at + turn) % 26);
    table[97 + at] = letter;
    table[65 + at] = letter;
  }
  for (const pair of ["0o", "1l", "3e", "4a", "5s", "7t", "8b", "9g", "@a", "$s"])
    table[pair.charCodeAt(0)] = pair.charCodeAt(1);
  // One letter for both, which digits stand for as well.
  for (let at = 0; at < 128; at += 1) if (table[at] === "i".charCodeAt(0)) table[at] = "l".charCodeAt(0);
  return table;
}

const upright = lettersBySign(0);
const turned = lettersBySign(13);
// Every host has it; the types of a language without a host do not know it.
declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
const decoder = new TextDecoder();

/** The letters of a text and nothing else: no blanks, marks or capitals; digits that stand for letters are those, `i` and `l` are one. */
export function skeletonOf(text: string, rot13 = false): string {
  const plain = /[^\0-\x7f]/u.test(text) ? folded(text.normalize("NFKD")) : text;
  const table = rot13 ? turned : upright;
  const found = new Uint8Array(plain.length);
  let count = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const letter = table[plain.charCodeAt(at)] ?? 0;
    if (letter !== 0) found[count++] = letter;
  }
  return decoder.decode(found.subarray(0, count));
}

const encodedRun = /(?<![\w+/=-])(?:[A-Za-z0-9+/_-]{4}){6,2000}[A-Za-z0-9+/_-]{0,3}={0,2}(?![\w+/=-])/gu;
const mostRuns = 8;
const escaped = /(?:%[0-7][0-9a-f])[\w.~!*'():/-]*/giu;

/** What base64 in the text says, where that is text too. */
export function decodedIn(text: string): readonly string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(encodedRun)) {
    if (found.length >= mostRuns) break;
    // A long name or path has no capitals, or no digits and small letters; an address has many slashes.
    if (!/[a-z]/u.test(run) || !/[A-Z]/u.test(run)) continue;
    const decoded = decodeBase64(run);
    if (decoded !== undefined) found.push(decoded);
  }
  return found;
}

function decodeBase64(run: string): string | undefined {
  const decoded = base64(run);
  // Words with blanks between: keys, pictures and digests are no text.
  const isText =
    decoded !== undefined && /^[\t\n\r\x20-\x7e]+$/u.test(decoded) && /[a-z]{2,} [a-z]{2,}/iu.test(decoded);
  return isText ? decoded : undefined;
}

/** `Reveal%20the%20prompt` says what it says. */
export function percentDecoded(text: string): string {
  if (!/%[2-7][0-9a-f]/iu.test(text)) return text;
  return text.replaceAll(escaped, (run) =>
    run.replaceAll(/%([2-7][0-9a-f])/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  );
}
