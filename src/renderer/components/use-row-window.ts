// Which rows of a scrolling list are visible, from known heights: the list's layout is never read, which would cost a frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { rowsInSight, scrollToReveal } from "../lib/row-window.ts";

export interface RowWindow {
  /** The rows to draw, both included; none when the second is smaller. */
  readonly first: number;
  readonly last: number;
  /** The scroll offset at the last scroll event. */
  readonly offset: RefObject<number>;
  /** Scrolls as little as is needed to show a row. */
  readonly reveal: (index: number) => void;
}

/** `edges` has the top of every row and, last, the height of all. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, edges: readonly number[], spare = 6): RowWindow {
  const [viewport, setViewport] = useState(600);
  const [top, setTop] = useState(0);
  const offset = useRef(0);
  const known = useRef({ edges, viewport });
  useLayoutEffect(() => {
    known.current = { edges, viewport };
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setViewport(entry.contentRect.height);
    });
    const scroll = (): void => {
      offset.current = element.scrollTop;
      setTop(element.scrollTop);
    };
    observer.observe(element);
    element.addEventListener("scroll", scroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", scroll);
    };
  }, [scroller]);
  const reveal = useCallback(
    (index: number): void => {
      const to = scrollToReveal(known.current.edges, index, offset.current, known.current.viewport);
      if (to === undefined) return;
      offset.current = to;
      scroller.current?.scrollTo({ top: to });
    },
    [scroller],
  );
  return { ...rowsInSight(edges, top, viewport, spare), offset, reveal };
}
