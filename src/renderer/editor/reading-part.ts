// What of a large text is in view, for the count of what has been seen.
import { EditorView } from "@codemirror/view";
import type { Frame, ReadingPart } from "../lib/reading.ts";
import { linesIn, type Span } from "../lib/seen-ranges.ts";
import type { LargeTextView } from "./large-text.ts";

/** With lines longer than this on average, lines say little about how much there is to read. */
const longLines = 1_000;

/** Positions are counted in segments; `required` is given in lines. */
export function readingPart(
  { view, segments }: LargeTextView,
  required: readonly Span[],
  bringIntoFrame: (top: number, bottom: number) => void,
): ReadingPart {
  const unit = view.state.doc.length / segments.lines.length > longLines ? "characters" : "lines";
  const charactersBefore = (position: number): number => offsetOf(view, position) - Math.floor(position);
  const charactersIn = (spans: readonly Span[]): number =>
    Math.max(
      spans.length,
      spans.reduce((sum, { from, to }) => sum + charactersBefore(to) - charactersBefore(from), 0),
    );
  const inLines = ({ from, to }: Span): Span => ({
    from: segments.lineOf(Math.floor(from)),
    to: segments.lineOf(Math.ceil(to) - 1) + 1,
  });
  return {
    unit,
    required: required.map(({ from, to }) => ({ from: segments.firstOf(from), to: segments.firstOf(to) })),
    count: unit === "lines" ? (spans) => linesIn(spans.map(inLines)) : charactersIn,
    inView: (frame) => inView(view, frame),
    // Places within a line are counted by its characters, wherever they are wrapped.
    layout: () => 0,
    turnPage(step) {
      const { scrollDOM } = view;
      const before = scrollDOM.scrollTop;
      scrollDOM.scrollTop +=
        step * Math.max(view.defaultLineHeight, scrollDOM.clientHeight - 2 * view.defaultLineHeight);
      if (scrollDOM.scrollTop === before) return false;
      const box = scrollDOM.getBoundingClientRect();
      bringIntoFrame(box.top, box.bottom);
      return true;
    },
    reveal(position) {
      const at = offsetOf(view, position);
      const box = view.scrollDOM.getBoundingClientRect();
      bringIntoFrame(box.top, box.bottom);
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "start", yMargin: view.defaultLineHeight }) });
      // At the end of the text the place stays further down in the box, perhaps below the frame.
      view.requestMeasure({
        read: () => view.coordsAtPos(at),
        write: (place) => {
          if (place !== null) bringIntoFrame(place.top, place.bottom + view.defaultLineHeight);
        },
      });
    },
  };
}

/** From the first row that is wholly in the frame to before the first that is not any more. */
function inView(view: EditorView, frame: Frame): Span | undefined {
  const box = view.scrollDOM.getBoundingClientRect();
  const top = Math.max(box.top, frame.top);
  const bottom = Math.min(box.bottom, frame.bottom);
  if (bottom - top < view.defaultLineHeight) return undefined;
  const first = view.lineBlockAtHeight(top - view.documentTop);
  const last = view.lineBlockAtHeight(bottom - view.documentTop);
  const left = view.contentDOM.getBoundingClientRect().left + 2;
  const whole = 1;
  const from =
    view.documentTop + first.top >= top - whole
      ? lineOf(view, first.from)
      : positionAt(view, left, top + view.defaultLineHeight - whole, first.to);
  const to =
    view.documentTop + last.bottom <= bottom + whole
      ? lineOf(view, last.to) + 1
      : positionAt(view, left, bottom - whole, last.from);
  return to > from ? { from, to } : undefined;
}

/** The place where the row at a height begins, in lines and fractions of them. */
function positionAt(view: EditorView, x: number, y: number, otherwise: number): number {
  const at = view.posAtCoords({ x, y }) ?? otherwise;
  const line = view.state.doc.lineAt(at);
  return line.number - 1 + (line.length === 0 ? 0 : (at - line.from) / line.length);
}

function lineOf(view: EditorView, offset: number): number {
  return view.state.doc.lineAt(offset).number - 1;
}

function offsetOf({ state: { doc } }: EditorView, position: number): number {
  if (position >= doc.lines) return doc.length;
  const line = doc.line(Math.floor(position) + 1);
  return line.from + Math.round((position % 1) * line.length);
}
