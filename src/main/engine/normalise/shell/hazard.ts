// Keeps the shell parser away from texts that would take it too long: dense ones, and those on which it is quadratic.

/** Steps the parser may waste on braces that do not close; a million cost it about 10 ms. */
const allowedSteps = 300_000;
/** Parsing costs about a microsecond for ten of these. */
const allowedWeight = 96 * 1024;
const mostHereDocuments = 400;
const mostSubstitutions = 400;
const mostBackticks = 1_000;
const mostRedirects = 500;

const backslash = 92;
const doubleQuote = 34;
const singleQuote = 39;
const openBrace = 123;
const closeBrace = 125;
const lineFeed = 10;
const lessThan = 60;

/** True when parsing the text would take too long for a decision. */
export function isHazardous(text: string): boolean {
  if (text.length < 256) return false;
  return (
    count(text, "<<", mostHereDocuments) ||
    count(text, "$(", mostSubstitutions) ||
    count(text, "<(", mostSubstitutions) ||
    count(text, ">(", mostSubstitutions) ||
    count(text, "`", mostBackticks) ||
    count(text, "}>", mostRedirects) ||
    count(text, "}<", mostRedirects) ||
    hasUnclosed(text) ||
    weigh(text) > allowedWeight
  );
}

function count(text: string, part: string, most: number): boolean {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    found += 1;
    if (found > most) return true;
  }
  return false;
}

/** The parser looks for the end of `{` and `$[` from each of them on, so we add up how far it would have to look. */
function hasUnclosed(text: string): boolean {
  let steps = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    steps += braceReach(text, at + 1);
    if (steps > allowedSteps) return true;
  }
  for (let at = text.indexOf("$["); at >= 0; at = text.indexOf("$[", at + 2)) {
    steps += 2 * (text.length - at);
    if (steps > allowedSteps) return true;
  }
  return false;
}

function braceReach(text: string, start: number): number {
  let at = start;
  let depth = 1;
  for (; at < text.length && at - start <= allowedSteps; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32) break;
    if (code === openBrace) depth += 1;
    else if (code === closeBrace && --depth === 0) break;
    else if (code === backslash) at += 1;
    else if (code === singleQuote || code === doubleQuote) {
      const close = text.indexOf(code === singleQuote ? "'" : '"', at + 1);
      at = close < 0 ? text.length : close;
    }
  }
  return at - start;
}

const special = new Uint8Array(128).fill(1);
for (const letter of ";|&<>()$`{}[]!") special[letter.charCodeAt(0)] = 8;
for (const letter of " \t\n\r") special[letter.charCodeAt(0)] = 3;

/** The start of a here-document, with its delimiter in one of three groups. */
export const hereDocument = /<<-?[ \t]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([\w.-]{1,80}))/y;

/** Syntax costs more than text; the body of a here-document costs least. */
function weigh(text: string): number {
  let weight = 0;
  let delimiter: string | undefined;
  let quote = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    weight += code < 128 ? (special[code] ?? 1) : 1;
    if (weight > allowedWeight) return weight;
    if (code === backslash && quote !== singleQuote) at += 1;
    else if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === singleQuote || code === doubleQuote) quote = code;
    else if (code === lessThan && text.charCodeAt(at + 1) === lessThan && delimiter === undefined) {
      hereDocument.lastIndex = at;
      const match = hereDocument.exec(text);
      delimiter = match?.[1] ?? match?.[2] ?? match?.[3];
      if (match !== null) at += match[0].length - 1;
      else at += 2;
    } else if (code === lineFeed && delimiter !== undefined) {
      const end = bodyEnd(text, at, delimiter);
      weight += (end - at) / 4;
      at = end;
      delimiter = undefined;
    }
  }
  return weight;
}

/** The last letter of the line that ends a here-document, or the end of the text. */
export function bodyEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at >= 0; at = text.indexOf(`\n`, at + 1)) {
    const start = text.charCodeAt(at + 1) === 9 ? at + 2 : at + 1;
    if (text.startsWith(delimiter, start)) {
      const next = text.charCodeAt(start + delimiter.length);
      if (Number.isNaN(next) || next === lineFeed || next === 13) return start + delimiter.length - 1;
    }
  }
  return text.length;
}
