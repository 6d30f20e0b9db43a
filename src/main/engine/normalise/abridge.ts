// Abridge: a text too long to parse, with the middle of its long literal parts left out, so that what stands around them can be.
import { bodyEnd, hereDocument } from "./hazard.ts";

/** Of a longer string, comment, word or here-document this much from the beginning and as much from the end stays. */
const kept = 1024;

const backslash = 92;
const singleQuote = 39;
const doubleQuote = 34;
const lineFeed = 10;
const lessThan = 60;
/** Letters of words, comments and blanks: a long run of them is one literal part. */
const plainRun = /[^\n;|&<>()$`{}'"\\]+/y;

/** Padding changes neither the commands nor how they are joined, so both stay as they are. */
export function abridged(text: string): string {
  let result = "";
  let from = 0;
  const cut = (start: number, end: number): void => {
    if (end - start <= 2 * kept) return;
    result += text.slice(from, start + kept);
    from = end - kept;
  };
  let delimiter: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === singleQuote || code === doubleQuote) {
      const end = closing(text, at + 1, code);
      cut(at + 1, end);
      at = end;
    } else if (code === lessThan && delimiter === undefined && text.charCodeAt(at + 1) === lessThan) {
      hereDocument.lastIndex = at;
      const match = hereDocument.exec(text);
      delimiter = match?.[1] ?? match?.[2] ?? match?.[3];
      at += match === null ? 2 : match[0].length - 1;
    } else if (code === lineFeed && delimiter !== undefined) {
      const end = bodyEnd(text, at, delimiter);
      cut(at + 1, end);
      at = end;
      delimiter = undefined;
    } else {
      plainRun.lastIndex = at;
      if (!plainRun.test(text)) continue;
      cut(at, plainRun.lastIndex);
      at = plainRun.lastIndex - 1;
    }
  }
  return result + text.slice(from);
}

function closing(text: string, from: number, quote: number): number {
  if (quote === singleQuote) {
    const end = text.indexOf("'", from);
    return end < 0 ? text.length : end;
  }
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === doubleQuote) break;
  }
  return Math.min(at, text.length);
}
