// Shows a text of any size: only the lines in sight are drawn, long lines are wrapped, and nothing in it stays invisible.
import { EditorState, type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Finding } from "../../shared/domain/verdict.ts";
import type { DiffLine } from "../lib/diff.ts";
import { type Segments, segmentsOf } from "../lib/segments.ts";
import { type Mark, marksOf } from "../lib/spans.ts";
import { asItIs } from "./as-it-is.ts";
import { type Fold, folding, signs } from "./diff-lines.ts";
import { largeTextLook } from "./large-text-look.ts";
import { openEditor } from "./shadow.ts";

export interface LargeTextOptions {
  readonly label: string;
  readonly findings: readonly Finding[];
}

export interface LargeTextView {
  readonly view: EditorView;
  readonly segments: Segments;
}

/** A text shown unchanged: a command, arguments, words. */
export function openText(host: HTMLElement, text: string, options: LargeTextOptions): LargeTextView {
  const segments = segmentsOf(text.split("\n"));
  const { findings } = options;
  const marks = marksByLine(segments.lines, marksOf(text, findings));
  const marksIn = (line: number): readonly Mark[] => marks.get(line) ?? [];
  return open(host, segments, options, [asItIs({ segments, windowsLines: true, findings, marksIn }), signs(segments)]);
}

/** The lines of a comparison, each with its sign; long runs of unchanged ones folded. */
export function openDiff(
  host: HTMLElement,
  lines: readonly DiffLine[],
  folds: readonly Fold[],
  options: LargeTextOptions,
): LargeTextView {
  const segments = segmentsOf(lines.map(({ text }) => text));
  const { findings } = options;
  const marksIn = (line: number): readonly Mark[] =>
    lines[line]?.kind === "added" ? marksOf(lines[line].text, findings) : [];
  const characters = asItIs({ segments, windowsLines: false, findings, marksIn });
  return open(host, segments, options, [characters, signs(segments, lines), folding(folds, segments)]);
}

function open(host: HTMLElement, segments: Segments, { label }: LargeTextOptions, more: Extension): LargeTextView {
  const view = openEditor(host, Text.of(segments.texts.length === 0 ? [""] : [...segments.texts]), [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
    EditorView.clipboardOutputFilter.of((_text, state) => copied(state, segments)),
    largeTextLook,
    more,
  ]);
  return { view, segments };
}

/** What is copied is the text itself, without the breaks between the segments of a long line. */
function copied({ doc, selection: { main } }: EditorState, segments: Segments): string {
  let text = "";
  for (let at = main.from; at <= main.to;) {
    const line = doc.lineAt(at);
    text += doc.sliceString(at, Math.min(line.to, main.to));
    if (line.to < main.to && segments.startOf(line.number) === 0) text += "\n";
    at = line.to + 1;
  }
  return text;
}

/** Positions in the text as positions in its lines. */
function marksByLine(lines: readonly string[], marks: readonly Mark[]): ReadonlyMap<number, readonly Mark[]> {
  const byLine = new Map<number, Mark[]>();
  if (marks.length === 0) return byLine;
  let from = 0;
  for (const [index, { length }] of lines.entries()) {
    const to = from + length;
    for (const { start, end, finding } of marks) {
      if (start >= to || end <= from) continue;
      const here = { start: Math.max(0, start - from), end: Math.min(length, end - from), finding };
      byLine.set(index, [...(byLine.get(index) ?? []), here]);
    }
    from = to + 1;
  }
  return byLine;
}
