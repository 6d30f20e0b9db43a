// Scrolling through more rows than a browser can lay out: the page has a bounded height, and a shift says where in the whole it is.

/** Browsers stop at some 16 million pixels on a sharp screen; this is well below. */
const tallest = 6_000_000;

export interface Geometry {
  readonly count: number;
  readonly rowHeight: number;
  /** The visible height. */
  readonly viewport: number;
}

/** The height the page is given. */
export function pageHeight({ count, rowHeight }: Geometry): number {
  return Math.min(count * rowHeight, tallest);
}

/** How far a page that is scrolled can be from the same place in the whole. */
function excess(geometry: Geometry): number {
  return geometry.count * geometry.rowHeight - pageHeight(geometry);
}

/**
 * The shift after a scroll. Small steps keep it, so that rows move as the wheel does; a leap, as with the scrollbar,
 * goes to the same share of the whole.
 */
export function shiftAfter(geometry: Geometry, scrollTop: number, before: number, shift: number): number {
  const more = excess(geometry);
  if (more <= 0) return 0;
  const way = pageHeight(geometry) - geometry.viewport;
  const leap = Math.abs(scrollTop - before) > 3 * geometry.viewport || scrollTop <= 0 || scrollTop >= way;
  return leap ? Math.round((more * Math.min(Math.max(scrollTop, 0), way)) / way) : shift;
}

/** The scroll position at which the scrollbar matches a position in the whole list. */
export function settle(geometry: Geometry, top: number): { readonly scrollTop: number; readonly shift: number } {
  const more = excess(geometry);
  if (more <= 0) return { scrollTop: top, shift: 0 };
  const whole = geometry.count * geometry.rowHeight - geometry.viewport;
  const bounded = Math.min(Math.max(top, 0), whole);
  const scrollTop = Math.round((bounded / whole) * (pageHeight(geometry) - geometry.viewport));
  return { scrollTop, shift: bounded - scrollTop };
}

/** The rows that are seen, both included; none when the second is smaller. */
export function visibleRows(geometry: Geometry, top: number): { readonly first: number; readonly last: number } {
  const { count, rowHeight, viewport } = geometry;
  return {
    first: Math.max(0, Math.floor(top / rowHeight)),
    last: Math.min(count - 1, Math.ceil((top + viewport) / rowHeight) - 1),
  };
}
