// Brace expansion on the text of one word, as the shell does it before anything else: `{rm,-rf,/}`, `{1..3}`.
import { limits } from "../limits.ts";

/** The words it stands for, still quoted; undefined when there are too many. */
export function expandBraces(word: string): readonly string[] | undefined {
  const budget = { words: limits.fields, characters: limits.expandedCharacters };
  const words = expand(word, budget, 0);
  return budget.words < 0 || budget.characters < 0 ? undefined : words;
}

interface Spending {
  words: number;
  characters: number;
}

function expand(word: string, budget: Spending, depth: number): readonly string[] {
  budget.characters -= word.length;
  if (budget.characters < 0 || depth > 16) return [word];
  for (let at = 0; at < word.length; at += 1) {
    at = skipQuoted(word, at);
    if (word.charAt(at) !== "{" || word.charAt(at - 1) === "$") continue;
    const group = readGroup(word, at);
    if (group === undefined) continue;
    const before = word.slice(0, at);
    const tails = expand(word.slice(group.end), budget, depth + 1);
    const words: string[] = [];
    for (const item of group.items) {
      for (const middle of group.sequence ? [item] : expand(item, budget, depth + 1)) {
        for (const tail of tails) {
          budget.words -= 1;
          if (budget.words < 0) return words;
          words.push(before + middle + tail);
        }
      }
    }
    return words;
  }
  return [word];
}

/** The last index of a quoted part that starts here, or the index itself. */
function skipQuoted(word: string, at: number): number {
  const letter = word.charAt(at);
  if (letter === "\\") return at + 1;
  if (letter === "'") {
    const close = word.indexOf("'", at + 1);
    return close < 0 ? word.length : close;
  }
  if (letter === '"') {
    let close = at + 1;
    while (close < word.length && word.charAt(close) !== '"') close += word.charAt(close) === "\\" ? 2 : 1;
    return close;
  }
  if (letter === "$" && (word.charAt(at + 1) === "{" || word.charAt(at + 1) === "(")) return skipNested(word, at + 1);
  return at;
}

function skipNested(word: string, open: number): number {
  const opening = word.charAt(open);
  const closing = opening === "{" ? "}" : ")";
  let depth = 0;
  for (let at = open; at < word.length; at += 1) {
    if (word.charAt(at) === opening) depth += 1;
    else if (word.charAt(at) === closing && --depth === 0) return at;
  }
  return word.length;
}

interface Group {
  readonly items: readonly string[];
  readonly sequence: boolean;
  readonly end: number;
}

function readGroup(word: string, open: number): Group | undefined {
  const items: string[] = [];
  let depth = 1;
  let start = open + 1;
  for (let at = start; at < word.length; at += 1) {
    const skipped = skipQuoted(word, at);
    if (skipped !== at) {
      at = skipped;
      continue;
    }
    const letter = word.charAt(at);
    if (letter === "{") depth += 1;
    else if (letter === "," && depth === 1) {
      items.push(word.slice(start, at));
      start = at + 1;
    } else if (letter === "}" && --depth === 0) {
      const last = word.slice(start, at);
      if (items.length > 0) return { items: [...items, last], sequence: false, end: at + 1 };
      const sequence = readSequence(last);
      return sequence === undefined ? undefined : { items: sequence, sequence: true, end: at + 1 };
    }
  }
  return undefined;
}

function readSequence(text: string): readonly string[] | undefined {
  const match = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,6}))?$/.exec(text);
  const [, first, last, increment] = match ?? [];
  if (first === undefined || last === undefined) return undefined;
  const letters = /[a-zA-Z]/.test(first);
  if (letters !== /[a-zA-Z]/.test(last)) return undefined;
  const from = letters ? first.charCodeAt(0) : Number(first);
  const to = letters ? last.charCodeAt(0) : Number(last);
  const step = Math.abs(Number(increment ?? 1)) || 1;
  if (Math.abs(to - from) / step > limits.fields) return undefined;
  const width = !letters && (/^-?0\d/.test(first) || /^-?0\d/.test(last)) ? Math.max(first.length, last.length) : 0;
  const values: string[] = [];
  for (let value = from; from <= to ? value <= to : value >= to; value += from <= to ? step : -step) {
    values.push(letters ? String.fromCharCode(value) : String(value).padStart(width, "0"));
  }
  return values;
}
