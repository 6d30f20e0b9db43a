// Features of a text: it is cut into passages, because an order hides in one sentence of many.
import { Bag } from "./bag.ts";

const inspectedLength = 24_000;
const mostPassages = 64;
const mostWords = 80;
const passageLimit = 240;

/** The names of the features of each passage, and the passage itself. */
export interface Passage {
  readonly text: string;
  readonly names: readonly string[];
}

export function textPassages(text: string): readonly Passage[] {
  const half = inspectedLength / 2;
  const shown = text.length <= inspectedLength ? text : `${text.slice(0, half)}\n${text.slice(-half)}`;
  const folded = shown.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  return spread(passagesOf(folded))
    .map((passage) => ({ text: passage, names: namesOf(passage) }))
    .filter(({ names }) => names.length > 0);
}

/** Sentences and lines; short ones join the next, long ones are cut. */
function passagesOf(text: string): readonly string[] {
  const passages: string[] = [];
  let open = "";
  for (const sentence of text.split(/(?<=[.!?。！？])\s+|\n+/u)) {
    const joined = open === "" ? sentence : `${open} ${sentence}`;
    if (joined.length < 40) open = joined;
    else {
      for (let from = 0; from < joined.length; from += 400) passages.push(joined.slice(from, from + 480));
      open = "";
    }
  }
  if (open.trim() !== "") passages.push(open);
  return passages;
}

/** Of very many passages, those spread evenly from the first to the last. */
function spread(passages: readonly string[]): readonly string[] {
  if (passages.length <= mostPassages) return passages;
  const step = (passages.length - 1) / (mostPassages - 1);
  return Array.from({ length: mostPassages }, (_, index) => passages[Math.round(index * step)] ?? "");
}

function namesOf(passage: string): readonly string[] {
  const bag = new Bag(passageLimit);
  const words = (passage.toLowerCase().match(/[\p{L}\p{M}]+(?:'[\p{L}]+)?|\d+|[^\s\p{L}\p{M}\d]/gu) ?? [])
    .slice(0, 2 * mostWords)
    .map((word) => (/^\d/u.test(word) ? "0" : word.length > 24 ? "*" : word));
  const plain = words.filter((word) => /^[\p{L}0]/u.test(word)).slice(0, mostWords);
  for (const [index, word] of plain.entries()) {
    bag.add(`text ${word}`);
    const next = plain[index + 1];
    if (next !== undefined) bag.add(`text ${word} ${next}`);
    const second = plain[index + 2];
    if (next !== undefined && second !== undefined) bag.add(`text ${word} ${next} ${second}`);
  }
  return bag.names();
}
