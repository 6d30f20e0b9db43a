// The lines of a comparison in a large text: their signs, and long runs of unchanged ones folded away.
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { DiffLine } from "../lib/diff.ts";
import { changedWords, lineNumbersOf } from "../lib/diff-details.ts";
import { wholeNumber } from "../labels/format.ts";
import type { Segments } from "../lib/segments.ts";
import { diffLines as labels } from "../labels/policy.ts";
import { TextWidget } from "./text-widget.ts";

/** Lines that are folded away, from the first to before the last. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

const kindNames = { added: labels.added, removed: labels.removed } as const;

const kindLooks = { same: "cm-same", added: "cm-added", removed: "cm-removed" } as const;
const changedWord = Decoration.mark({ class: "cm-changed-word" });
const kindWords = {
  added: Decoration.widget({ widget: new TextWidget("cm-kind-name", kindNames.added), side: -1 }),
  removed: Decoration.widget({ widget: new TextWidget("cm-kind-name", kindNames.removed), side: -1 }),
} as const;

const continued = Decoration.line({ class: "cm-continued" });

/** Added or removed, for the eye by colour and sign and for a screen reader in words; and where a long line goes on. */
export function signs(segments: Segments, lines?: readonly DiffLine[]): Extension {
  const numbersOf = lines === undefined ? undefined : lineNumbersOf(lines);
  const look = (line: number, kind: DiffLine["kind"]): Decoration => {
    const { before, after } = numbersOf?.(line) ?? {};
    return Decoration.line({ class: kindLooks[kind], attributes: { "data-number": `${after ?? before ?? ""}` } });
  };
  const sign = ({ state, viewport }: EditorView): DecorationSet => {
    const decorations = [];
    for (let at = viewport.from; at <= viewport.to;) {
      const line = state.doc.lineAt(at);
      const first = segments.startOf(line.number - 1) === 0;
      if (!first) decorations.push(continued.range(line.from));
      const place = segments.lineOf(line.number - 1);
      const kind = lines?.[place]?.kind;
      if (kind !== undefined) decorations.push(look(place, kind).range(line.from));
      // A line in several segments is too long for its words to be compared.
      if (lines !== undefined && first && kind !== "same")
        for (const { from, to } of changedWords(lines, place))
          if (line.from + to <= line.to) decorations.push(changedWord.range(line.from + from, line.from + to));
      if (first && (kind === "added" || kind === "removed")) decorations.push(kindWords[kind].range(line.from));
      at = line.to + 1;
    }
    return Decoration.set(decorations, true);
  };
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = sign(view);
      }

      update({ viewportChanged, view }: ViewUpdate): void {
        if (viewportChanged) this.decorations = sign(view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

const unfold = StateEffect.define<number>();

class Folded extends WidgetType {
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }

  override eq(other: Folded): boolean {
    return other.count === this.count;
  }

  override toDOM(view: EditorView): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "cm-folded";
    button.textContent = labels.unchangedLines(wholeNumber(this.count));
    button.addEventListener("click", () => view.dispatch({ effects: unfold.of(view.posAtDOM(button)) }));
    return button;
  }
}

export function folding(folds: readonly Fold[], segments: Segments): Extension {
  return StateField.define<DecorationSet>({
    create: ({ doc }) =>
      Decoration.set(
        folds.map(({ from, to }) =>
          Decoration.replace({ widget: new Folded(to - from), block: true }).range(
            doc.line(segments.firstOf(from) + 1).from,
            doc.line(segments.firstOf(to)).to,
          ),
        ),
      ),
    update: (decorations, { effects }) =>
      effects.reduce(
        (set, effect) => (effect.is(unfold) ? set.update({ filter: (from) => from !== effect.value }) : set),
        decorations,
      ),
    provide: (field) => EditorView.decorations.from(field),
  });
}
