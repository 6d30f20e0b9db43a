// Long runs of unchanged lines folded away: what a change is about is what it changes. Nothing that changes is ever folded.
import type { DiffLine } from "./diff.ts";

export type Block =
  | { readonly kind: "lines"; readonly from: number; readonly lines: readonly DiffLine[] }
  | { readonly kind: "folded"; readonly from: number; readonly lines: readonly DiffLine[] };

const context = 3;
const shortestFold = 8;

export function foldUnchanged(lines: readonly DiffLine[]): readonly Block[] {
  const blocks: Block[] = [];
  let shown = 0;
  let at = 0;
  const show = (end: number): void => {
    if (end > shown) blocks.push({ kind: "lines", from: shown, lines: lines.slice(shown, end) });
  };
  while (at < lines.length) {
    if (lines[at]?.kind !== "same") {
      at += 1;
      continue;
    }
    let end = at;
    while (lines[end]?.kind === "same") end += 1;
    const first = at === 0 ? 0 : at + context;
    const last = end === lines.length ? end : end - context;
    if (last - first >= shortestFold) {
      show(first);
      blocks.push({ kind: "folded", from: first, lines: lines.slice(first, last) });
      shown = last;
    }
    at = end;
  }
  show(lines.length);
  return blocks;
}
