// Keeps the shell parser away from texts on which it would take quadratic time.

/** Steps the parser may waste; 1,000,000 cost it about 10 ms. */
const allowedSteps = 400_000;
const allowedHereDocuments = 400;

const backslash = 92;
const doubleQuote = 34;
const singleQuote = 39;
const openBrace = 123;
const closeBrace = 125;

/**
 * True when the text holds so many unclosed `{`, `$[` or `<<` that parsing it takes too long. The parser looks for the end
 * of a brace from each brace on, so we add up how far it would have to look.
 */
export function isHazardous(text: string): boolean {
  let steps = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    steps += braceReach(text, at + 1);
    if (steps > allowedSteps) return true;
  }
  for (let at = text.indexOf("$["); at >= 0; at = text.indexOf("$[", at + 2)) {
    steps += 2 * (text.length - at);
    if (steps > allowedSteps) return true;
  }
  let hereDocuments = 0;
  for (let at = text.indexOf("<<"); at >= 0; at = text.indexOf("<<", at + 2)) {
    hereDocuments += 1;
    if (hereDocuments > allowedHereDocuments) return true;
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
