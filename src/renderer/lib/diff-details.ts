// What a comparison shows beside its lines: their numbers on both sides, the words that differ, and where changes begin.
import { presentableDiff } from "@codemirror/merge";
import type { DiffLine } from "./diff.ts";
import type { Span } from "./seen-ranges.ts";

export interface LineNumbers {
  readonly before?: number;
  readonly after?: number;
}

/** The number of a line in the text it stands in: both for an unchanged one. Counted once, in numbers alone: there may be 100,000. */
export function lineNumbersOf(lines: readonly DiffLine[]): (index: number) => LineNumbers {
  const before = new Uint32Array(lines.length);
  const after = new Uint32Array(lines.length);
  let old = 0;
  let fresh = 0;
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== "added") old += 1;
    if (kind !== "removed") fresh += 1;
    before[index] = kind === "added" ? 0 : old;
    after[index] = kind === "removed" ? 0 : fresh;
  }
  return (index) => ({
    ...(before[index] === 0 ? {} : { before: before[index] ?? 0 }),
    ...(after[index] === 0 ? {} : { after: after[index] ?? 0 }),
  });
}

/** The first line of each change. */
export function changeStarts(lines: readonly DiffLine[]): readonly number[] {
  const starts: number[] = [];
  let inside = false;
  for (const [index, { kind }] of lines.entries()) {
    const changed = kind !== "same";
    if (changed && !inside) starts.push(index);
    inside = changed;
  }
  return starts;
}

/** Longer lines, and longer runs of changed lines, are rewritten rather than edited: their words say nothing. */
const longestLine = 1_000;
const longestRun = 200;

/** Which characters of a changed line differ from the line it replaces; none where it replaces no line or nothing is left of it. */
export function changedWords(lines: readonly DiffLine[], index: number): readonly Span[] {
  const line = lines[index];
  const other = line === undefined ? undefined : counterpart(lines, index, line.kind);
  if (line === undefined || other === undefined) return [];
  if (line.text.length > longestLine || other.text.length > longestLine) return [];
  const [before, after] = line.kind === "removed" ? [line.text, other.text] : [other.text, line.text];
  const spans = presentableDiff(before, after).map(({ fromA, toA, fromB, toB }) =>
    line.kind === "removed" ? { from: fromA, to: toA } : { from: fromB, to: toB },
  );
  const changed = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  // A line of which little is left is another line.
  return changed * 10 > line.text.length * 7 ? [] : spans.filter(({ from, to }) => to > from);
}

/** Of a run of removed lines and the added ones behind it, the first replaces the first, the second the second. */
function counterpart(lines: readonly DiffLine[], index: number, kind: DiffLine["kind"]): DiffLine | undefined {
  if (kind === "same") return undefined;
  const runStart = (at: number): number => {
    let start = at;
    while (lines[start - 1]?.kind === lines[at]?.kind && at - start < longestRun) start -= 1;
    return start;
  };
  const start = runStart(index);
  if (index - start >= longestRun) return undefined;
  if (kind === "added") {
    const removedStart = lines[start - 1]?.kind === "removed" ? runStart(start - 1) : start;
    const other = removedStart + (index - start);
    return other < start ? lines[other] : undefined;
  }
  let added = index;
  while (lines[added]?.kind === "removed" && added - index < longestRun) added += 1;
  const other = lines[added + (index - start)];
  return lines[added]?.kind === "added" && other?.kind === "added" ? other : undefined;
}
