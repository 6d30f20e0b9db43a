// Features of a text. It is cut into passages, because an order hides in one sentence of many, and looked at in windows and as a
// whole, because a false character is built up over many sentences.
import { Bag } from "./bag.ts";
import { firstWords, moodOf, mostly, shapeOf } from "./shape.ts";

const inspectedLength = 24_000;
const mostPassages = 48;
const mostWindows = 15;
const mostWords = 80;
const windowLength = 900;
const windowWords = 180;
const wholeWords = 800;
const partLimit = 320;

/** The names of the features, part by part. Each part begins with its kind, so that the model can weigh kinds against each other. */
export function textFeatures(text: string): readonly (readonly string[])[] {
  const half = inspectedLength / 2;
  const shown = text.length <= inspectedLength ? text : `${text.slice(0, half)}\n${text.slice(-half)}`;
  const folded = shown.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  const passages = passagesOf(folded);
  const windows = passages.length < 3 ? [] : windowsOf(passages);
  const looked = spread(passages, mostPassages);
  const shapes = looked.map(shapeOf);
  const around = mostly(shapes);
  return [
    ...looked.map((passage, at) =>
      namesOfPassage(passage, [around, shapes[at] ?? "prose", shapes[at - 1] ?? "start", shapes[at + 1] ?? "end"]),
    ),
    ...spread(windows, mostWindows).map((window) => namesOfWords("near", window, windowWords)),
    namesOfWords("whole", folded, wholeWords),
  ].filter((names) => names.length > 1);
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

function windowsOf(passages: readonly string[]): readonly string[] {
  const windows: string[] = [];
  let open = "";
  for (const passage of passages) {
    open = `${open} ${passage}`;
    if (open.length < windowLength) continue;
    windows.push(open);
    open = "";
  }
  if (open !== "") windows.push(open);
  return windows;
}

/** Of very many, those spread evenly from the first to the last. */
function spread(all: readonly string[], most: number): readonly string[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)] ?? "");
}

function wordsOf(text: string, most: number): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)?|\d+/gu) ?? [])
    .slice(0, most)
    .map((word) => (/^\d/u.test(word) ? "0" : word.length > 24 ? "*" : word.replace("’", "'")));
}

/** Where a passage stands: in a text that is mostly …, itself …, after …, before …. */
type Place = readonly [around: string, own: string, previous: string, next: string];

function namesOfPassage(passage: string, [around, own, previous, next]: Place): readonly string[] {
  const bag = new Bag(partLimit);
  bag.add("part passage");
  const opening = firstWords(passage);
  const mood = moodOf(passage, opening);
  const [first = "", second = "", third = ""] = opening;
  bag.add(`shape ${own} in ${around}`);
  bag.add(`mood ${mood}`);
  bag.add(`mood ${mood} in ${around}`);
  bag.add(`mood ${mood}, ${own} between ${previous} and ${next}`);
  if (mood !== "statement") {
    bag.add(`${mood} ${first}`);
    bag.add(`${mood} ${first} in ${around}`);
    bag.add(`${mood} ${first} ${second}`);
    bag.add(`${mood} ${first} ${second} ${third}`);
  }
  const words = wordsOf(passage, mostWords);
  for (const [index, word] of words.entries()) {
    bag.add(`text ${word}`);
    const after = words[index + 1];
    if (after === undefined) continue;
    bag.add(`text ${word} ${after}`);
    const last = words[index + 2];
    if (last !== undefined) bag.add(`text ${word} ${after} ${last}`);
  }
  return bag.names();
}

function namesOfWords(kind: "near" | "whole", text: string, most: number): readonly string[] {
  const bag = new Bag(partLimit);
  bag.add(`part ${kind}`);
  for (const word of wordsOf(text, most)) bag.add(`${kind} ${word}`);
  return bag.names();
}
