// Which part of a text has been in view long enough to be read. Positions are lines from 0, with fractions for a part of a line.

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Positions are computed from pixels: smaller gaps than this are rounding. */
const rounding = 1e-6;

/** The spans with one more, in order and merged where they touch. */
export function withSpan(spans: readonly Span[], added: Span): readonly Span[] {
  if (added.to - added.from <= 0) return spans;
  let { from, to } = added;
  const before: Span[] = [];
  const after: Span[] = [];
  for (const span of spans) {
    if (span.to < from - rounding) before.push(span);
    else if (span.from > to + rounding) after.push(span);
    else {
      from = Math.min(from, span.from);
      to = Math.max(to, span.to);
    }
  }
  return [...before, { from, to }, ...after];
}

/** What of the required has not been seen. Both in order, without overlaps. */
export function unseenOf(required: readonly Span[], seen: readonly Span[]): readonly Span[] {
  const unseen: Span[] = [];
  let first = 0;
  for (const { from, to } of required) {
    let at = from;
    while (first < seen.length && (seen[first]?.to ?? 0) <= from) first += 1;
    for (let index = first; index < seen.length; index += 1) {
      const span = seen[index];
      if (span === undefined || span.from >= to) break;
      if (span.from > at + rounding) unseen.push({ from: at, to: span.from });
      at = Math.max(at, span.to);
    }
    if (to > at + rounding) unseen.push({ from: at, to });
  }
  return unseen;
}

/** How many lines the spans touch: a line of which a part is unseen is not seen. Spans in order, without overlaps. */
export function linesIn(spans: readonly Span[]): number {
  let count = 0;
  let counted = -1;
  for (const { from, to } of spans) {
    const first = Math.max(Math.floor(from + rounding), counted + 1);
    const last = Math.ceil(to - rounding) - 1;
    if (last < first) continue;
    count += last - first + 1;
    counted = last;
  }
  return count;
}

/** Only lines that were seen completely: when the text wraps differently, parts of a line move. */
export function wholeLines(spans: readonly Span[]): readonly Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.ceil(from - rounding), to: Math.floor(to + rounding) }))
    .filter(({ from, to }) => to > from);
}

/** The next unseen place at or after a position, else the first. */
export function nextUnseen(unseen: readonly Span[], position: number): Span | undefined {
  const ahead = unseen.find(({ to }) => to > position + rounding);
  return ahead === undefined ? unseen[0] : { from: Math.max(ahead.from, position), to: ahead.to };
}

export interface Dwell {
  /** What is in view at a time in milliseconds; undefined for nothing. Returns what has been in view long enough by then. */
  readonly look: (view: Span | undefined, now: number) => readonly Span[];
  /** Whether something in view has not been there long enough yet. */
  readonly waiting: () => boolean;
}

/** Scrolling past is not seeing: only what stays in view between two looks counts. */
export function createDwell(minimumMs: number): Dwell {
  let candidates: readonly (Span & { readonly since: number })[] = [];
  return {
    look(view, now) {
      if (view === undefined) {
        candidates = [];
        return [];
      }
      const still = candidates
        .map(({ from, to, since }) => ({ from: Math.max(from, view.from), to: Math.min(to, view.to), since }))
        .filter(({ from, to }) => to > from);
      const seen = still.filter(({ since }) => now - since >= minimumMs);
      const younger = still.filter(({ since }) => now - since < minimumMs);
      const isCovered = [...seen, ...younger].some(({ from, to }) => from <= view.from && to >= view.to);
      candidates = isCovered ? younger : [...younger, { from: view.from, to: view.to, since: now }];
      return seen.map(({ from, to }) => ({ from, to }));
    },
    waiting: () => candidates.length > 0,
  };
}
