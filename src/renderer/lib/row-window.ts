// Rows of known heights in a scrolling list: which are visible, and how far to scroll to show one.

/** The top of every row and, last, the height of all. */
export function edgesOf(heights: readonly number[]): readonly number[] {
  const edges = [0];
  for (const height of heights) edges.push((edges.at(-1) ?? 0) + height);
  return edges;
}

/** The first and the last visible row, and `spare` more on each side; the last is smaller where there is none. */
export function rowsInSight(
  edges: readonly number[],
  top: number,
  viewport: number,
  spare: number,
): { readonly first: number; readonly last: number } {
  const count = edges.length - 1;
  const first = rowAt(edges, top);
  const last = rowAt(edges, top + viewport);
  return { first: Math.max(0, first - spare), last: Math.min(count - 1, last + spare) };
}

/** Where to scroll so that a whole row is visible; undefined where it already is, or where there is no such row. */
export function scrollToReveal(
  edges: readonly number[],
  index: number,
  offset: number,
  viewport: number,
): number | undefined {
  const [top, bottom] = [edges[index], edges[index + 1]];
  if (top === undefined || bottom === undefined) return undefined;
  if (top < offset) return top;
  return bottom > offset + viewport ? bottom - viewport : undefined;
}

/** The row at a height, by binary search; the last row beyond the end. */
function rowAt(edges: readonly number[], height: number): number {
  let [low, high] = [0, Math.max(0, edges.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((edges[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
