// Text helpers: characters that hide a word, sizes, and shortening.
import { limits } from "./limits.ts";

const beyondAscii = /[^\0-\x7f]/;

/** Zero-width, soft-hyphen, bidirectional and variation characters: they change how a word looks and not what it is. */
const invisible =
  /\u00ad|\u034f|\u061c|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|\ufeff|\uffa0|[\ufff9-\ufffb]/g;

/** The word with look-alike forms (full width, ligatures …) folded and invisible characters taken out. */
export function plain(word: string): string {
  return beyondAscii.test(word) ? word.normalize("NFKC").replace(invisible, "") : word;
}

export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

export function utf8Length(text: string): number {
  // The expression engine skips ASCII far faster than a loop does.
  const first = text.search(beyondAscii);
  let bytes = text.length;
  for (let at = first < 0 ? text.length : first; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // A pair of surrogates is four bytes: two more than its two units.
    if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

export function shorten(text: string): string {
  return text.length <= limits.partCharacters ? text : `${text.slice(0, limits.partCharacters - 1)}…`;
}

/** Text that is not text: a NUL, or too many control characters to be a command. */
export function isBinary(text: string): boolean {
  let odd = 0;
  const length = Math.min(text.length, 4096);
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (code === 0xfffd || (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 27)) odd += 1;
  }
  return odd * 10 > length;
}
