// In a large text, makes visible what it hides and marks what the findings point at, for what is in sight only.
import type { Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { type Finding, riskLevelOf } from "../../shared/domain/verdict.ts";
import { visiblePieces } from "../../shared/lib/visible.ts";
import type { Segments } from "../lib/segments.ts";
import type { Mark } from "../lib/spans.ts";
import { TextWidget } from "./text-widget.ts";

/** One for each label: a text may be full of them, and the same object is compared fastest. */
const hidden = new Map<string, Decoration>();

function hiddenAs(label: string): Decoration {
  const known = hidden.get(label);
  if (known !== undefined) return known;
  const made = Decoration.replace({ widget: new TextWidget("cm-hidden-character", label) });
  hidden.set(label, made);
  return made;
}

/** What a letter passes for depends on the word around it, also where a segment ends in its middle. */
const around = 256;

export interface AsItIs {
  readonly segments: Segments;
  /** A carriage return at the end of a line is a Windows line end, not a character like any other. */
  readonly windowsLines: boolean;
  readonly findings: readonly Finding[];
  /** What the findings point at in a line, as positions in the line. */
  readonly marksIn: (line: number) => readonly Mark[];
}

export function asItIs(options: AsItIs): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = decorate(view, options);
      }

      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = decorate(view, options);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

function decorate({ state, visibleRanges }: EditorView, options: AsItIs): DecorationSet {
  const decorations: Range<Decoration>[] = [];
  let done = -1;
  for (const { from, to } of visibleRanges) {
    for (let at = Math.max(from, done + 1); at <= to;) {
      const shown = state.doc.lineAt(at);
      decorations.push(...decorationsOf(shown.number - 1, shown.from, options));
      done = shown.to;
      at = shown.to + 1;
    }
  }
  return Decoration.set(decorations, true);
}

/** Of one segment, which begins at a position of the document. */
function decorationsOf(segment: number, at: number, options: AsItIs): readonly Range<Decoration>[] {
  const { segments, windowsLines, findings, marksIn } = options;
  const number = segments.lineOf(segment);
  const line = segments.lines[number] ?? "";
  const start = segments.startOf(segment);
  const end = start + (segments.texts[segment] ?? "").length;
  const before = Math.max(0, start - around);
  const lineEnd = windowsLines && number < segments.lines.length - 1 ? "\n" : "";
  const pieces = visiblePieces(line.slice(before, end + around) + (end + around >= line.length ? lineEnd : ""));
  const shown = pieces
    .filter((piece) => piece.hidden !== undefined && before + piece.start >= start && before + piece.end <= end)
    .map((piece) => {
      const from = at + before + piece.start - start;
      return hiddenAs(piece.hidden?.label ?? "").range(from, from + piece.end - piece.start);
    });
  const marked = marksIn(number).flatMap((mark) => {
    const finding = findings[mark.finding];
    const from = Math.max(start, mark.start);
    const to = Math.min(end, mark.end);
    return finding === undefined || to <= from ? [] : [markOf(finding).range(at + from - start, at + to - start)];
  });
  return [...shown, ...marked];
}

function markOf({ score, threat }: Finding): Decoration {
  const level = riskLevelOf(score).toLowerCase();
  return Decoration.mark({ class: `cm-finding cm-finding-${level}`, attributes: { title: threat } });
}
