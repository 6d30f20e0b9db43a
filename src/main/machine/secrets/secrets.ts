// Secrets: the scanner that finds passwords, tokens and keys before a text is recorded, shown or sent on.
import type { SecretMatch, SecretScanner } from "../../engine/ports.ts";
import { createFinder, type Stretch } from "../../engine/lib/multi-search.ts";
import { isPlaceholder, type SecretPattern, secretPatterns } from "./patterns.ts";
import { findVendorToken, findVendorTokens, vendorSearches } from "./rules.ts";

/** No vendor's token is shorter than this, and all of them hold a digit. */
const shortestToken = 18;
/** Shorter texts are searched at once: looking for signs first would cost more than it saves. */
const longText = 4_096;
/** A text with more secrets of one kind than this is a list of them: what follows counts as one more. */
const mostOfAKind = 1_000;
/** How far before an option its program is looked for. */
const before = 256;
/** Around a sign: as far as an option's program and the words before a key may stand, and as long as a value may be. */
const context = 512;
const reach = 4_800;

const finder = createFinder(
  [
    ...secretPatterns.map((pattern) => ({ signs: pattern.signs, before: context, reach: pattern.reach ?? reach })),
    ...vendorSearches.map((search) => ({ ...search, before: context })),
  ],
  (text, from, bytes) => void Buffer.from(bytes.buffer).write(text.slice(from, from + bytes.length), "latin1"),
);

/** Every match holds a sign: nearly every short text has none, and one expression finds that out for all patterns. */
const anySign = new RegExp(
  secretPatterns.flatMap(({ signs }) => signs.map((sign) => sign.replaceAll(/[^\w\s]/g, String.raw`\$&`))).join("|"),
  "i",
);

/** A list without overlaps, in order. Where two matches overlap they become one, named after the one that starts first. */
export const findSecrets: SecretScanner = (text) => {
  const matches: SecretMatch[] = [];
  if (text.length > longText) searchStretches(text, matches);
  else {
    if (holdsToken(text)) matches.push(...findVendorTokens(text));
    if (anySign.test(text)) for (const pattern of secretPatterns) findPattern(text, 0, pattern, matches);
  }
  return matches.length < 2 ? matches : apart(matches);
};

/** A long text is only searched where the signs of a secret stand. */
function searchStretches(text: string, matches: SecretMatch[]): void {
  const stretches = finder(text);
  for (const [index, pattern] of secretPatterns.entries())
    for (const [from, to] of stretches[index] ?? []) findPattern(text.slice(from, to), from, pattern, matches);
  for (const [index, { signs }] of vendorSearches.entries()) {
    const whole: Stretch = [0, text.length];
    for (const [from, to] of signs.length === 0 ? [whole] : (stretches[secretPatterns.length + index] ?? []))
      for (const match of findVendorToken(index, text.slice(from, to)))
        matches.push({ ...match, start: match.start + from, end: match.end + from });
  }
}

function findPattern(text: string, offset: number, pattern: SecretPattern, matches: SecretMatch[]): void {
  const { expression } = pattern;
  // The expressions are shared and keep their place between calls: matchAll would copy each of them every time.
  expression.lastIndex = 0;
  let found = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const secret = match[1] ?? match[2] ?? match[3];
    if (secret === undefined || (pattern.chosen === true && isPlaceholder(secret))) continue;
    if (pattern.after?.test(text.slice(Math.max(0, match.index - before), match.index)) === false) continue;
    const start = offset + match.index + match[0].lastIndexOf(secret);
    found += 1;
    if (found > mostOfAKind) {
      matches.push({ kind: pattern.kind, start, end: offset + text.length });
      return;
    }
    matches.push({ kind: pattern.kind, start, end: start + secret.length });
  }
}

/** Whether there is a run of letters and digits long enough to be a token. One pass; nearly every command has none. */
function holdsToken(text: string): boolean {
  let length = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      length += 1;
      digits += 1;
    } else if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 45) {
      length += 1;
    } else {
      length = 0;
      digits = 0;
    }
    if (length >= shortestToken && digits > 0) return true;
  }
  return false;
}

function apart(matches: readonly SecretMatch[]): readonly SecretMatch[] {
  const ordered = matches.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const kept: SecretMatch[] = [];
  for (const match of ordered) {
    const last = kept.at(-1);
    if (last === undefined || match.start >= last.end) kept.push(match);
    else if (match.end > last.end) kept[kept.length - 1] = { ...last, end: match.end };
  }
  return kept;
}
