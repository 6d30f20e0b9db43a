// Counts what has been seen of a text that is drawn as a whole, by its elements with `data-line`.
import { type RefObject, useLayoutEffect } from "react";
import type { Frame, ReadingPart } from "../../../../lib/reading.ts";
import { linesIn, type Span } from "../../../../lib/seen-ranges.ts";
import { useReadingDesk } from "./reading.tsx";

/** `required` must be the same object as long as the text is the same. */
export function usePlainReading(container: RefObject<HTMLElement | null>, required: readonly Span[]): void {
  const desk = useReadingDesk();
  useLayoutEffect(() => {
    const element = container.current;
    if (desk === undefined || element === null) return undefined;
    const part: ReadingPart = {
      unit: "lines",
      required,
      count: (spans) => (element.dataset["line"] === undefined ? linesIn(spans) : rowsIn(element, spans)),
      inView: (frame) => inView(element, frame),
      layout: () => element.clientWidth,
      reveal(position) {
        const [line] = linesOf(element).filter((each) => each.number >= Math.floor(position));
        if (line === undefined) return;
        const { top, height } = line.element.getBoundingClientRect();
        const place = top + (position % 1) * height;
        // As much as fits below it comes with it.
        desk.bringIntoFrame(place - 20, place + 100_000);
      },
    };
    return desk.add(part);
  }, [desk, container, required]);
}

interface Line {
  readonly number: number;
  readonly element: HTMLElement;
}

function linesOf(container: HTMLElement): readonly Line[] {
  const elements =
    container.dataset["line"] === undefined ? container.querySelectorAll<HTMLElement>("[data-line]") : [container];
  return Array.from(elements, (element) => ({ number: Number(element.dataset["line"]), element }));
}

function inView(container: HTMLElement, { top, bottom }: Frame): Span | undefined {
  let from: number | undefined;
  let to: number | undefined;
  for (const { number, element } of linesOf(container)) {
    const rect = element.getBoundingClientRect();
    if (rect.bottom <= top || rect.top >= bottom || rect.height === 0) continue;
    // Less than a pixel is rounding.
    const start = rect.top >= top - 1 ? 0 : (top - rect.top) / rect.height;
    const end = rect.bottom <= bottom + 1 ? 1 : (bottom - rect.top) / rect.height;
    from ??= number + start;
    to = number + end;
  }
  return from === undefined || to === undefined || to <= from ? undefined : { from, to };
}

/** A text in one element is counted by the rows it takes. */
function rowsIn(element: HTMLElement, spans: readonly Span[]): number {
  const rows = Math.max(
    1,
    Math.round(element.clientHeight / (Number.parseFloat(getComputedStyle(element).lineHeight) || 20)),
  );
  return Math.ceil(spans.reduce((sum, { from, to }) => sum + to - from, 0) * rows - 1e-6);
}
