// How much of a request has been in view, for one text or several.
import { createDwell, type Dwell, nextUnseen, type Span, unseenOf, wholeLines, withSpan } from "./seen-ranges.ts";

/** What is in view for less is not seen. */
export const dwellMs = 100;

/** The part of the screen in which the texts can be read, in pixels from its top. */
export interface Frame {
  readonly top: number;
  readonly bottom: number;
}

export interface ReadingPart {
  readonly unit: "lines" | "characters";
  /** What must be seen, in lines from 0. */
  readonly required: readonly Span[];
  /** In the unit. */
  readonly count: (spans: readonly Span[]) => number;
  /** The part within the frame now. */
  readonly inView: (frame: Frame) => Span | undefined;
  /** Brings a place into the frame, near its top. */
  readonly reveal: (position: number) => void;
  /** Turns a page in a box of its own; false where it has none, or is at its end. */
  readonly turnPage?: (step: 1 | -1) => boolean;
  /** Changes when the layout of the text changes. */
  readonly layout: () => number;
}

export interface Progress {
  readonly unit: ReadingPart["unit"];
  readonly total: number;
  /** Neither seen nor in view at this moment. */
  readonly unseen: number;
  /** Everything has been in view for long enough. */
  readonly complete: boolean;
}

export interface Reading {
  /** Returns how to take it out again. */
  readonly add: (part: ReadingPart) => () => void;
  /** A text that is still on its way: nothing is complete without it. Returns how to say that it has come. */
  readonly expect: () => () => void;
  readonly look: (frame: Frame | undefined, now: number) => void;
  /** Whether something in view has not been there for long enough. */
  readonly waiting: () => boolean;
  /** Goes to the next place that has not been seen. */
  readonly next: () => void;
  /** Turns a page within what is in view; false where there is nothing to turn. */
  readonly turnPage: (step: 1 | -1) => boolean;
  readonly progress: () => Progress;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Tracked {
  readonly part: ReadingPart;
  readonly dwell: Dwell;
  readonly total: number;
  seen: readonly Span[];
  view: Span | undefined;
  layout: number;
}

const nothing: Progress = { unit: "lines", total: 0, unseen: 0, complete: false };

export function createReading(): Reading {
  const parts: Tracked[] = [];
  const listeners = new Set<() => void>();
  let expected = 0;
  let progress = nothing;

  const unseenNow = ({ part, seen, view }: Tracked): readonly Span[] =>
    unseenOf(part.required, view === undefined ? seen : withSpan(seen, view));

  const measure = (): void => {
    const unit = parts.some(({ part }) => part.unit === "lines") || parts.length === 0 ? "lines" : "characters";
    const measured: Progress = {
      unit,
      total: parts.reduce((sum, { total }) => sum + total, 0),
      unseen: parts.reduce((sum, each) => sum + each.part.count(unseenNow(each)), 0),
      complete:
        expected === 0 &&
        parts.length > 0 &&
        parts.every(({ part, seen }) => unseenOf(part.required, seen).length === 0),
    };
    const keys = ["unit", "total", "unseen", "complete"] as const;
    if (keys.every((key) => measured[key] === progress[key])) return;
    progress = measured;
    for (const listener of listeners) listener();
  };

  return {
    add(part) {
      const tracked: Tracked = {
        part,
        dwell: createDwell(dwellMs),
        total: part.count(part.required),
        seen: [],
        view: undefined,
        layout: part.layout(),
      };
      parts.push(tracked);
      measure();
      return () => {
        parts.splice(parts.indexOf(tracked), 1);
        measure();
      };
    },
    expect() {
      expected += 1;
      measure();
      return () => {
        expected -= 1;
        measure();
      };
    },
    look(frame, now) {
      for (const tracked of parts) {
        const { part, dwell } = tracked;
        const layout = part.layout();
        if (layout !== tracked.layout) {
          tracked.layout = layout;
          tracked.seen = wholeLines(tracked.seen);
          dwell.look(undefined, now);
        }
        tracked.view = frame === undefined ? undefined : part.inView(frame);
        for (const span of dwell.look(tracked.view, now)) tracked.seen = withSpan(tracked.seen, span);
      }
      measure();
    },
    waiting: () =>
      parts.some(
        ({ part, seen, view }) =>
          view !== undefined && unseenOf(part.required, seen).some(({ from, to }) => from < view.to && to > view.from),
      ),
    next() {
      const current = parts.findIndex(({ view }) => view !== undefined);
      const order = current === -1 ? parts : [...parts.slice(current), ...parts.slice(0, current)];
      const ahead = order.find((each) => unseenNow(each).length > 0);
      if (ahead === undefined) return;
      const place = nextUnseen(unseenNow(ahead), ahead.view?.from ?? 0);
      if (place !== undefined) ahead.part.reveal(place.from);
    },
    turnPage: (step) => parts.some(({ part, view }) => view !== undefined && part.turnPage?.(step) === true),
    progress: () => progress,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
