// Finds code that was written twice: runs of similar lines, alike but for names, strings and numbers.
import type { SourceFile, Span } from "./source.ts";

export interface Duplicate {
  readonly left: Place;
  readonly right: Place;
  readonly lines: number;
}

interface Place {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

interface Line {
  readonly shape: string;
  readonly number: number;
}

/** A run that stands in more places than this is a form of the language or of a table, not copied logic. */
const commonForm = 4;

const keywords = new Set(
  "async await break case catch class const continue delete do else export extends false finally for function if in instanceof interface let new null of readonly return satisfies static switch this throw true try type typeof undefined void while yield".split(
    " ",
  ),
);

/** Only the longest run of each pair of places is listed. */
export function findDuplicates(files: readonly SourceFile[], least: number): readonly Duplicate[] {
  const lines = files.map(linesOf);
  const places = new Map<string, { readonly file: number; readonly at: number }[]>();
  for (const [file, own] of lines.entries()) {
    for (let at = 0; at + least <= own.length; at += 1) {
      const run = own.slice(at, at + least).map(({ shape }) => shape);
      if (!isLogic(run)) continue;
      const key = run.join("\n");
      const known = places.get(key);
      if (known === undefined) places.set(key, [{ file, at }]);
      else known.push({ file, at });
    }
  }
  const starts = [...places.values()].filter((found) => found.length > 1 && found.length <= commonForm);
  return joinRuns(starts.flatMap(pairs), lines, files, least);
}

interface Pair {
  readonly left: { readonly file: number; readonly at: number };
  readonly right: { readonly file: number; readonly at: number };
}

function pairs(found: readonly Pair["left"][]): readonly Pair[] {
  return found.flatMap((left, index) => found.slice(index + 1).map((right) => ({ left, right })));
}

function joinRuns(
  found: readonly Pair[],
  lines: readonly (readonly Line[])[],
  files: readonly SourceFile[],
  least: number,
): readonly Duplicate[] {
  const key = ({ left, right }: Pair, by: number): string =>
    `${left.file}:${left.at + by}:${right.file}:${right.at + by}`;
  const all = new Set(found.map((pair) => key(pair, 0)));
  const place = ({ file, at }: Pair["left"], length: number): Place => ({
    path: files[file]?.path ?? "",
    from: lines[file]?.[at]?.number ?? 0,
    to: lines[file]?.[at + length - 1]?.number ?? 0,
  });
  return found.flatMap((pair) => {
    if (all.has(key(pair, -1))) return [];
    let length = least;
    while (all.has(key(pair, length - least + 1))) length += 1;
    const overlaps = pair.left.file === pair.right.file && pair.left.at + length > pair.right.at;
    return overlaps ? [] : [{ left: place(pair.left, length), right: place(pair.right, length), lines: length }];
  });
}

/** A list of fields or of cases looks alike everywhere; calls and conditions are logic. */
function isLogic(run: readonly string[]): boolean {
  return new Set(run).size > run.length / 2 && run.filter((shape) => /\(|=>| = |return/.test(shape)).length >= 4;
}

function linesOf(file: SourceFile): readonly Line[] {
  return blank(file.text, file.ignored)
    .split("\n")
    .map((line, index) => ({ shape: shapeOf(line), number: index + 1 }))
    .filter(({ shape }) => /[\w$]/.test(shape));
}

function blank(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + text.slice(Math.max(at, start), end).replace(/[^\n]/g, " ");
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

function shapeOf(line: string): string {
  return line
    .replace(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "S")
    .replace(/\b\d[\d_.]*\b/g, "N")
    .replace(/[A-Za-z_$][\w$]*/g, (word) => (keywords.has(word) || word === "S" || word === "N" ? word : "v"))
    .replace(/\s+/g, " ")
    .trim();
}
