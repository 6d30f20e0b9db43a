// In a large text, makes visible what it hides and marks what the findings point at, for what is in sight only.
import type { Extension, Range, Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { type Finding, riskLevelOf } from "../../shared/verdict.ts";
import { visiblePieces } from "../../shared/visible.ts";
import type { Mark } from "../text/spans.ts";

class Hidden extends WidgetType {
  readonly label: string;

  constructor(label: string) {
    super();
    this.label = label;
  }

  override eq(other: Hidden): boolean {
    return other.label === this.label;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-hidden-character";
    element.textContent = this.label;
    return element;
  }
}

/** A line is looked at in stretches of this size: one of a megabyte is never looked at as a whole. */
const stretch = 4_096;
/** A stretch begins and ends between words where it can: what a letter passes for depends on the word around it. */
const longestWord = 512;

export interface AsItIs {
  /** A carriage return at the end of a line is a Windows line end, not a character like any other. */
  readonly windowsLines: boolean;
  readonly findings: readonly Finding[];
  /** What the findings point at between two positions of the document. */
  readonly marksBetween: (from: number, to: number, text: string) => readonly Mark[];
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
  const { doc } = state;
  const decorations: Range<Decoration>[] = [];
  let done = 0;
  for (const range of visibleRanges) {
    for (let at = Math.max(range.from, done); at <= range.to;) {
      const line = doc.lineAt(at);
      const from = Math.max(done, wordStart(doc, at, line.from));
      const to = wordEnd(doc, Math.min(line.to, range.to, at + stretch), line.to);
      const text = doc.sliceString(from, to);
      const lineEnd = options.windowsLines && to === line.to && to < doc.length ? "\n" : "";
      for (const { start, end, hidden } of visiblePieces(text + lineEnd)) {
        if (hidden !== undefined && start < text.length)
          decorations.push(Decoration.replace({ widget: new Hidden(hidden.label) }).range(from + start, from + end));
      }
      for (const mark of options.marksBetween(from, to, text)) {
        const finding = options.findings[mark.finding];
        if (finding !== undefined && mark.end > mark.start)
          decorations.push(markOf(finding).range(Math.max(from, mark.start), Math.min(to, mark.end)));
      }
      done = to;
      at = to === line.to ? line.to + 1 : to;
    }
  }
  return Decoration.set(decorations, true);
}

function markOf({ score, threat }: Finding): Decoration {
  const level = riskLevelOf(score).toLowerCase();
  return Decoration.mark({ class: `cm-finding cm-finding-${level}`, attributes: { title: threat } });
}

function wordStart(doc: Text, at: number, least: number): number {
  const before = doc.sliceString(Math.max(least, at - longestWord), at);
  const word = /\S*$/.exec(before)?.[0].length ?? 0;
  return word < longestWord ? at - word : at - (/[\ud800-\udbff]$/.test(before) ? 1 : 0);
}

function wordEnd(doc: Text, at: number, most: number): number {
  const after = doc.sliceString(at, Math.min(most, at + longestWord));
  const word = /^\S*/.exec(after)?.[0].length ?? 0;
  // A surrogate pair is never parted.
  return word < longestWord ? at + word : at + (/^[\udc00-\udfff]/.test(after) ? 1 : 0);
}
