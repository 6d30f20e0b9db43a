// Secrets: the scanner that finds passwords, tokens and keys before a text is recorded, shown or sent on.
import type { SecretMatch, SecretScanner } from "../engine/ports.ts";
import { isPlaceholder, type SecretPattern, secretPatterns } from "./secret-patterns.ts";
import { findVendorTokens } from "./secret-rules.ts";

/** No vendor's token is shorter than this, and all of them hold a digit. */
const shortestToken = 18;
/** How far before an option its program is looked for. */
const before = 256;

/** A list without overlaps, in order. Where two matches overlap they become one, named after the one that starts first. */
export const findSecrets: SecretScanner = (text) => {
  const matches: SecretMatch[] = holdsToken(text) ? [...findVendorTokens(text)] : [];
  for (const pattern of secretPatterns) findPattern(text, pattern, matches);
  return matches.length < 2 ? matches : apart(matches);
};

function findPattern(text: string, pattern: SecretPattern, matches: SecretMatch[]): void {
  const { expression } = pattern;
  // The expressions are shared and keep their place between calls: matchAll would copy each of them every time.
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const secret = Object.values(match.groups ?? {}).find((value) => value !== undefined);
    if (secret === undefined || (pattern.chosen === true && isPlaceholder(secret))) continue;
    if (pattern.after?.test(text.slice(Math.max(0, match.index - before), match.index)) === false) continue;
    const start = match.index + match[0].lastIndexOf(secret);
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
