// Which rows of a scrolling list are in sight, from heights that are known: the list is never asked for its layout, which would cost a frame.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { rowsInSight, scrollToReveal } from "../text/row-window.ts";

export interface RowWindow {
  /** The rows to draw, both included; none when the second is smaller. */
  readonly first: number;
  readonly last: number;
  /** How far the list was scrolled when it last said so. */
  readonly offset: RefObject<number>;
  /** Scrolls as little as is needed to see a row. */
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
