// Wrapped lines are indented a little further than their beginning: at the left edge they would look like a new key.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const more = 2;
const decorations = new Map<number, Decoration>();

function decorationFor(columns: number): Decoration {
  const known = decorations.get(columns);
  if (known !== undefined) return known;
  const style = `padding-inline-start: calc(8px + ${columns}ch); text-indent: -${columns}ch`;
  const made = Decoration.line({ attributes: { style } });
  decorations.set(columns, made);
  return made;
}

/** Only for what is in sight, which is all that is drawn. */
function hang({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const blanks = /^ */.exec(line.text)?.[0].length ?? 0;
      builder.add(line.from, line.from, decorationFor(blanks + more));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingIndent = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = hang(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = hang(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
