// Shows a text of any size: only the lines in sight are drawn, long lines are wrapped, and nothing in it stays invisible.
import { EditorState, type Extension, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Finding } from "../../shared/verdict.ts";
import type { DiffLine } from "../text/diff.ts";
import { marksOf } from "../text/spans.ts";
import { asItIs } from "./as-it-is.ts";
import { type Fold, folding, signs } from "./diff-lines.ts";
import { largeTextLook } from "./large-text-look.ts";
import { openEditor } from "./shadow.ts";

export interface LargeTextOptions {
  readonly label: string;
  readonly findings: readonly Finding[];
}

/** A text as it is: a command, arguments, words. */
export function openText(host: HTMLElement, text: string, { label, findings }: LargeTextOptions): EditorView {
  const marks = marksOf(text, findings);
  const marksBetween = (from: number, to: number) => marks.filter((mark) => mark.start < to && mark.end > from);
  return open(host, Text.of(text.split("\n")), label, asItIs({ windowsLines: true, findings, marksBetween }));
}

/** The lines of a comparison, each with its sign; long runs of unchanged ones folded. */
export function openDiff(
  host: HTMLElement,
  lines: readonly DiffLine[],
  folds: readonly Fold[],
  { label, findings }: LargeTextOptions,
): EditorView {
  const doc = Text.of(lines.length === 0 ? [""] : lines.map(({ text }) => text));
  const marksBetween = (from: number, _to: number, text: string) =>
    lines[doc.lineAt(from).number - 1]?.kind === "added"
      ? marksOf(text, findings).map((mark) => ({ ...mark, start: mark.start + from, end: mark.end + from }))
      : [];
  const characters = asItIs({ windowsLines: false, findings, marksBetween });
  return open(host, doc, label, [characters, signs(lines), folding(folds)]);
}

function open(host: HTMLElement, doc: Text, label: string, extensions: Extension): EditorView {
  return openEditor(host, doc, [
    // Only this ends a line: a carriage return that stands alone is shown as what it is.
    EditorState.lineSeparator.of("\n"),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
    largeTextLook,
    extensions,
  ]);
}
