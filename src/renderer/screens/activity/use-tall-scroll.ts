// A scrolling element over any number of rows of one height.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Geometry, pageHeight, settle, shiftAfter, visibleRows } from "../../lib/tall.ts";

const overscan = 10;
const settleAfterMs = 150;

export interface TallScroll {
  /** The rows to draw, both included. */
  readonly first: number;
  readonly last: number;
  /** The height of the page the rows lie on, and how much higher than on it they would lie without bounds. */
  readonly height: number;
  readonly shift: number;
  readonly atTop: boolean;
  /** Scrolls as little as is needed to see a row. */
  readonly reveal: (index: number) => void;
  readonly toTop: () => void;
  /** Rows that fit on the screen. */
  readonly pageRows: number;
}

/** `covered` is what a header that stays hides of the top. */
export function useTallScroll(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  covered: number,
): TallScroll {
  const [viewport, setViewport] = useState(600);
  const [place, setPlace] = useState({ top: 0, shift: 0 });
  const latest = useRef({ scrollTop: 0, shift: 0 });
  const geometry: Geometry = { count, rowHeight, viewport };
  const current = useRef(geometry);
  useLayoutEffect(() => {
    current.current = geometry;
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setViewport(element.clientHeight - covered));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, covered]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = (): void => {
      const { scrollTop, shift } = latest.current;
      const settled = settle(current.current, scrollTop + shift);
      if (Math.abs(settled.scrollTop - scrollTop) < 1) return;
      latest.current = settled;
      element.scrollTop = settled.scrollTop;
      setPlace({ top: settled.scrollTop + settled.shift, shift: settled.shift });
    };
    const scroll = (): void => {
      const { scrollTop } = element;
      const before = latest.current;
      const shift = shiftAfter(current.current, scrollTop, before.scrollTop, before.shift);
      latest.current = { scrollTop, shift };
      setPlace({ top: scrollTop + shift, shift });
      clearTimeout(timer);
      timer = setTimeout(rest, settleAfterMs);
    };
    element.addEventListener("scroll", scroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", scroll);
    };
  }, [scroller]);

  const go = useCallback(
    (top: number): void => {
      const settled = settle(current.current, Math.max(0, top));
      latest.current = settled;
      scroller.current?.scrollTo({ top: settled.scrollTop });
      setPlace({ top: settled.scrollTop + settled.shift, shift: settled.shift });
    },
    [scroller],
  );
  const toTop = useCallback(() => go(0), [go]);

  const { first, last } = visibleRows(geometry, place.top);
  const drawnFirst = Math.max(0, Math.min(first, count - 1) - overscan);
  return {
    first: drawnFirst,
    last: Math.min(count - 1, last + overscan),
    height: pageHeight(geometry),
    shift: place.shift,
    atTop: place.top < rowHeight,
    reveal: (index) => {
      const top = index * rowHeight;
      if (top < place.top) go(top);
      else if (top + rowHeight > place.top + viewport) go(top + rowHeight - viewport);
    },
    toTop,
    pageRows: Math.max(1, Math.floor(viewport / rowHeight) - 1),
  };
}
