// Very long lines in shorter segments: a viewer draws whole lines, and one of a megabyte would take seconds.

/** Some rows on the screen. */
const longest = 1_000;

export interface Segments {
  /** One for each segment: the text in order, nothing left out. */
  readonly texts: readonly string[];
  /** Which line a segment belongs to. */
  readonly lineOf: (segment: number) => number;
  /** Where in its line it begins; 0 for the first. */
  readonly startOf: (segment: number) => number;
  /** The first segment of a line; after the last line, the number of segments. */
  readonly firstOf: (line: number) => number;
  readonly lines: readonly string[];
}

export function segmentsOf(lines: readonly string[]): Segments {
  if (lines.every(({ length }) => length <= longest)) {
    return { texts: lines, lines, lineOf: (segment) => segment, startOf: () => 0, firstOf: (line) => line };
  }
  const texts: string[] = [];
  const lineOf: number[] = [];
  const startOf: number[] = [];
  const firstOf: number[] = [];
  for (const [index, line] of lines.entries()) {
    firstOf.push(texts.length);
    let start = 0;
    do {
      const end = endAfter(line, start);
      texts.push(line.slice(start, end));
      lineOf.push(index);
      startOf.push(start);
      start = end;
    } while (start < line.length);
  }
  return {
    texts,
    lines,
    lineOf: (segment) => lineOf[segment] ?? lines.length,
    startOf: (segment) => startOf[segment] ?? 0,
    firstOf: (line) => firstOf[line] ?? texts.length,
  };
}

/** A surrogate pair is never parted. */
function endAfter(line: string, start: number): number {
  const end = start + longest;
  if (end >= line.length) return line.length;
  return /[\udc00-\udfff]/.test(line.charAt(end)) && /[\ud800-\udbff]/.test(line.charAt(end - 1)) ? end + 1 : end;
}
