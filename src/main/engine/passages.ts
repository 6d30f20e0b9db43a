// Passages: finds the sentences that make a text risky and takes them out, so that the rest of it can still be used.
import type { Json } from "../../shared/json.ts";
import type { Finding } from "../../shared/verdict.ts";
import { mapStrings } from "./json-strings.ts";
import { scoreOf } from "./risk/combine.ts";
import { assessText } from "./risk/text.ts";

/** What is left must score below this: under the line at which a warning begins. */
const cleanBelow = 0.5;
/** The risk of a text looks at the beginning and the end of what it is given; longer texts are given in windows. */
const windowLength = 32_000;
const windowOverlap = 2000;

/** Stands where a passage was. */
export const cutMark = "[removed by Gatehouse]";

/** Which findings matter for this text. */
export type Relevant = (finding: Finding) => boolean;

/** Every finding once, the worst first. The whole text is looked at, however long it is. */
export function findingsIn(text: string, relevant: Relevant): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const part of windowsOf(readable(text))) {
    for (const finding of assessText(part).findings) {
      if (relevant(finding) && !found.has(finding.id)) found.set(finding.id, finding);
    }
  }
  return [...found.values()].toSorted((left, right) => right.score - left.score);
}

/** The text without its risky passages; undefined when nothing readable would be left. JSON stays JSON. */
export function cutPassages(text: string, relevant: Relevant): string | undefined {
  const isClean = (part: string): boolean => scoreOf(findingsIn(part, relevant)) < cleanBelow;
  if (isClean(text)) return text;
  const document = jsonIn(text);
  if (document !== undefined) {
    const cut = JSON.stringify(mapStrings(document, (each) => cutPassages(each, relevant) ?? cutMark));
    return isClean(cut) && readable(cut).replaceAll(cutMark, "").trim() !== "" ? cut : undefined;
  }
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)].map(
    ({ segment }) => segment,
  );
  const risky = new Set(riskyParts(sentences, isClean, 0));
  const kept = sentences.map((sentence, index) => {
    if (!risky.has(index)) return sentence;
    // One mark for passages in a row; the blanks around it stay.
    return risky.has(index - 1) ? "" : `${cutMark}${/\s*$/u.exec(sentence)?.[0] ?? ""}`;
  });
  const rest = kept.join("");
  const readableRest = rest.replaceAll(cutMark, "");
  return /[\p{L}\p{N}]/u.test(readableRest) && isClean(rest) ? rest : undefined;
}

/** The indexes of the parts to take out. Halves are looked at first, so that a long honest text costs little. */
function riskyParts(parts: readonly string[], isClean: (part: string) => boolean, offset: number): readonly number[] {
  if (isClean(parts.join(""))) return [];
  if (parts.length === 1) return [offset];
  const middle = Math.ceil(parts.length / 2);
  const found = [
    ...riskyParts(parts.slice(0, middle), isClean, offset),
    ...riskyParts(parts.slice(middle), isClean, offset + middle),
  ];
  return found.length > 0 ? found : smallestRange(parts, isClean, offset);
}

/** Both halves are harmless, together they are not: the smallest stretch over the middle that is still risky. */
function smallestRange(
  parts: readonly string[],
  isClean: (part: string) => boolean,
  offset: number,
): readonly number[] {
  let start = 0;
  let end = parts.length;
  while (start < end - 1 && !isClean(parts.slice(start + 1, end).join(""))) start += 1;
  while (end > start + 1 && !isClean(parts.slice(start, end - 1).join(""))) end -= 1;
  return Array.from({ length: end - start }, (_, index) => offset + start + index);
}

function windowsOf(text: string): readonly string[] {
  if (text.length <= windowLength) return [text];
  const windows: string[] = [];
  for (let start = 0; start < text.length; start += windowLength - windowOverlap) {
    windows.push(text.slice(start, start + windowLength));
  }
  return windows;
}

/** A text that is a JSON document is read by its strings, as whoever parses it would. */
function readable(text: string): string {
  const document = jsonIn(text);
  if (document === undefined) return text;
  const strings: string[] = [];
  mapStrings(document, (each) => {
    strings.push(each);
    return each;
  });
  return strings.join("\n");
}

function jsonIn(text: string): Json | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
