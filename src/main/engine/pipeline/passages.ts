// Passages: finds the sentences that make a text risky and takes them out, so that the rest of it can still be used.
import type { Json } from "../../../shared/lib/json.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { mapStrings } from "../lib/json-strings.ts";
import { scoreOf } from "../risk/combine.ts";
import { assessText } from "../risk/text.ts";

/** What is left must score below this: under the line at which a warning begins. */
const cleanBelow = 0.5;
/** Stands where a passage was. */
export const cutMark = "[removed by Gatehouse]";

/** Which findings matter for this text. */
export type Relevant = (finding: Finding) => boolean;

/** The findings that matter, the worst first. However long the text is, every place of interest in it is looked at. */
export function findingsIn(text: string, relevant: Relevant): readonly Finding[] {
  return assessText(readable(text)).findings.filter(relevant);
}

/** How much text one step may have looked at while passages are cut out of it: a text made to be slow is not cut at all. */
export interface CutBudget {
  characters: number;
}

export function newCutBudget(): CutBudget {
  return { characters: 4_000_000 };
}

/** The text without its risky passages; undefined when nothing readable would be left. JSON stays JSON. */
export function cutPassages(text: string, relevant: Relevant, budget = newCutBudget()): string | undefined {
  const isClean = (part: string): boolean => {
    budget.characters -= part.length;
    return budget.characters > 0 && scoreOf(findingsIn(part, relevant)) < cleanBelow;
  };
  if (isClean(text)) return text;
  const document = jsonIn(text);
  if (document !== undefined) {
    const cut = JSON.stringify(mapStrings(document, (each) => cutPassages(each, relevant, budget) ?? cutMark));
    return isClean(cut) && readable(cut).replaceAll(cutMark, "").trim() !== "" ? cut : undefined;
  }
  const starts = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)].map(
    ({ index }) => index,
  );
  const partAt = (first: number, end: number): string => text.slice(starts[first], starts[end]);
  const risky = riskyParts(0, starts.length, {
    isClean: (first, end) => isClean(partAt(first, end)),
    isExhausted: () => budget.characters <= 0,
  });
  if (budget.characters <= 0) return undefined;
  const rest = starts
    .map((_, index) => {
      const sentence = partAt(index, index + 1);
      if (!risky.has(index)) return sentence;
      // One mark for passages in a row; the blanks around it stay.
      return risky.has(index - 1) ? "" : `${cutMark}${/\s*$/u.exec(sentence)?.[0] ?? ""}`;
    })
    .join("");
  return /[\p{L}\p{N}]/u.test(rest.replaceAll(cutMark, "")) && isClean(rest) ? rest : undefined;
}

/** Checks the sentences from one to another. */
interface SentenceCheck {
  readonly isClean: (first: number, end: number) => boolean;
  readonly isExhausted: () => boolean;
}

/** The sentences to take out. Halves are looked at first, so that a long honest text costs little. */
function riskyParts(first: number, end: number, check: SentenceCheck): ReadonlySet<number> {
  if (check.isExhausted() || check.isClean(first, end)) return new Set();
  if (end - first === 1) return new Set([first]);
  const middle = Math.ceil((first + end) / 2);
  const found = new Set([...riskyParts(first, middle, check), ...riskyParts(middle, end, check)]);
  return found.size > 0 ? found : smallestRange(first, end, check);
}

/** Both halves are harmless, together they are not: a small stretch over the middle that is still risky. */
function smallestRange(first: number, end: number, check: SentenceCheck): ReadonlySet<number> {
  let start = first;
  let stop = end;
  for (let step = (end - first) >> 1; step > 0; step >>= 1) {
    if (start + step < stop && !check.isExhausted() && !check.isClean(start + step, stop)) start += step;
    if (stop - step > start && !check.isExhausted() && !check.isClean(start, stop - step)) stop -= step;
  }
  return new Set(Array.from({ length: stop - start }, (_, index) => start + index));
}

const speakingName =
  /"[\w-]{0,20}(?:assistant|agent|llm|model|ai)[ _-](?:directive|instruction|note|command)s?"\s{0,4}:\s{0,4}"[^"]{1,400}/giu;

/** A text that is a JSON document is read by its strings, as whoever parses it would. */
function readable(text: string): string {
  const document = jsonIn(text);
  if (document === undefined) return text;
  const strings: string[] = [];
  mapStrings(document, (each) => {
    strings.push(each);
    return each;
  });
  // Names say to whom a text speaks: { "assistant_directive": "…" }.
  for (const [name] of text.matchAll(speakingName)) strings.push(name);
  return strings.join("\n");
}

function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
