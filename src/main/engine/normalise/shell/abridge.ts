// Abridge: a text too long to parse, with the middle of its long literal parts left out, so that what stands around them can be.
import { bodyEnd, hereDocument } from "./hazard.ts";
import { limits } from "../limits.ts";

/** Of a longer string, comment, word or here-document this much from the beginning and as much from the end stays. */
const kept = 1024;

const tab = 9;
const lineFeed = 10;
const doubleQuote = 34;
const hash = 35;
const dollar = 36;
const singleQuote = 39;
const openParenthesis = 40;
const lessThan = 60;
const openBracket = 91;
const backslash = 92;
const backquote = 96;
const openBrace = 123;
/** Letters of words and blanks are all others: a long run of them is one literal part. */
const signs: ReadonlySet<number> = new Set(Array.from("\n;|&<>()$`{}'\"\\", (sign) => sign.charCodeAt(0)));
/** Looked up for every letter of a long text. */
const isSign = Uint8Array.from({ length: 128 }, (_, code) => (signs.has(code) ? 1 : 0));
/** A comment begins where a word could. */
const beforeWord = /[\s;|&<>()]/;

/** In a string or a here-document these are no literal part of it. */
const expansion = /`|\$[[({]/;
const wordEnd = /[\s;|&<>()]|$/y;

export interface Abridged {
  readonly text: string;
  /** False when only a shell can tell its literal parts from its commands. */
  readonly sure: boolean;
}

/**
 * Padding changes neither the commands nor how they are joined, so both stay as they are. What a glimpse of the text would
 * show, its beginning and its end, stays whole: a literal part may be a script for another program.
 */
export function abridged(text: string): Abridged {
  let result = "";
  let from = 0;
  let sure = true;
  /** A letter that means itself: no `$'` begins with it. */
  let skipped = -1;
  const cut = (start: number, end: number): void => {
    const first = Math.max(start + kept, limits.glimpseCharacters);
    const last = Math.min(end - kept, text.length - limits.glimpseCharacters);
    if (last <= first) return;
    result += text.slice(from, first);
    from = last;
  };
  const startsAt = (pattern: RegExp, at: number): boolean => {
    pattern.lastIndex = at;
    return pattern.test(text);
  };
  let document: HereDocument | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) {
      // The line goes on, so this is no comment.
      if (text.startsWith("\n#", at + 1)) sure = false;
      skipped = at += 1;
    } else if (code === dollar && text.charCodeAt(at + 1) === dollar) skipped = at += 1;
    else if (code === singleQuote || code === doubleQuote) {
      const escapes = code === doubleQuote || (text.charCodeAt(at - 1) === dollar && skipped !== at - 1);
      const end = closing(text, at + 1, code, escapes);
      if (sure && code === doubleQuote && expansion.test(text.slice(at + 1, end))) sure = false;
      cut(at + 1, end);
      at = end;
    } else if (code === lessThan && text.charCodeAt(at + 1) === lessThan) {
      const found = hereDocumentAt(text, at);
      const isString = text.charCodeAt(at + 2) === lessThan;
      if (!isString && (found?.dash !== false || document !== undefined || !startsAt(wordEnd, found.end))) sure = false;
      document ??= found;
      at = found === undefined ? at + 2 : found.end - 1;
    } else if (code === lineFeed && document !== undefined) {
      const { delimiter, literal } = document;
      const end = bodyEnd(text, at, delimiter);
      if (text.charCodeAt(end - delimiter.length) === tab) sure = false;
      if (sure && !literal && expansion.test(text.slice(at, end))) sure = false;
      cut(at + 1, end);
      at = end;
      document = undefined;
    } else if (isSign[code] === 1) {
      if (sure && nests(code, text.charCodeAt(at + 1))) sure = false;
    } else {
      const end = beginsComment(text, at) ? lineEnd(text, at) : runEnd(text, at);
      cut(at, end);
      at = end - 1;
    }
  }
  return { text: result + text.slice(from), sure };
}

/** Behind "`", "((", "$[" and "${" quotes nest, or `<<` is no here-document: what seems literal from there on may be commands. */
function nests(code: number, next: number): boolean {
  if (code === openParenthesis) return next === openParenthesis;
  return code === backquote || (code === dollar && (next === openBracket || next === openBrace));
}

function beginsComment(text: string, at: number): boolean {
  return text.charCodeAt(at) === hash && (at === 0 || beforeWord.test(text.charAt(at - 1)));
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Where a run of letters and blanks ends. */
function runEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isSign[text.charCodeAt(at)] !== 1 && !beginsComment(text, at)) at += 1;
  return at;
}

interface HereDocument {
  readonly delimiter: string;
  /** Its delimiter is quoted, so that nothing in it is expanded. */
  readonly literal: boolean;
  readonly dash: boolean;
  /** Behind the delimiter. */
  readonly end: number;
}

function hereDocumentAt(text: string, at: number): HereDocument | undefined {
  hereDocument.lastIndex = at;
  const match = hereDocument.exec(text);
  if (match === null) return undefined;
  const [sign, single, double, bare] = match;
  return {
    delimiter: single ?? double ?? bare ?? "",
    literal: bare === undefined || sign.includes("\\"),
    dash: sign.startsWith("<<-"),
    end: at + sign.length,
  };
}

function closing(text: string, from: number, quote: number, escapes: boolean): number {
  if (!escapes) {
    const end = text.indexOf("'", from);
    return end < 0 ? text.length : end;
  }
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) break;
  }
  return Math.min(at, text.length);
}
