// Compares what the same benchmark printed in two work trees, figure by figure.

/** One figure of a line, in seconds, megabytes or pieces per second; what is measured is the line without its numbers. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** The figure as it was printed. */
  readonly text: string;
  /** Rates are better when they are higher, everything else when it is lower. */
  readonly isRate: boolean;
}

const figure = /(?<![\w.])(\d[\d,]*(?:\.\d+)?) ?(µs|ms|s|MB|\/s| entries\/s)(?![\w/])/gu;
const seconds: Readonly<Record<string, number>> = { µs: 1e-6, ms: 1e-3, s: 1 };

/** Targets in brackets are no measurements. */
export function figuresIn(line: string): readonly Figure[] {
  const measured = line.replaceAll(/\((?:bar|the)[^)]*\)/gu, "").trim();
  const words = measured.replaceAll(figure, "#").replaceAll(/\d[\d,.]*/gu, "#");
  return [...measured.matchAll(figure)].map(([text, digits = "", unit = ""], index) => ({
    what: `${words} [${index + 1}]`,
    value: Number(digits.replaceAll(",", "")) * (seconds[unit] ?? 1),
    text,
    isRate: unit.endsWith("/s"),
  }));
}

export interface Comparison {
  readonly what: string;
  readonly before: string;
  readonly now: string;
  /** Above 1: slower, or larger, than before. */
  readonly ratio: number;
}

/** The best of several rounds on each side: what disturbs a round only ever makes it slower. */
export function compare(before: readonly string[], now: readonly string[]): readonly Comparison[] {
  const earlier = bestOf(before);
  return [...bestOf(now)].flatMap(([what, mine]) => {
    const theirs = earlier.get(what);
    if (theirs === undefined || theirs.value === 0 || mine.value === 0) return [];
    const ratio = mine.isRate ? theirs.value / mine.value : mine.value / theirs.value;
    return [{ what, before: theirs.text, now: mine.text, ratio }];
  });
}

function bestOf(lines: readonly string[]): ReadonlyMap<string, Figure> {
  const best = new Map<string, Figure>();
  for (const figure of lines.flatMap(figuresIn)) {
    const known = best.get(figure.what);
    const isBetter = known === undefined || (figure.isRate ? figure.value > known.value : figure.value < known.value);
    if (isBetter) best.set(figure.what, figure);
  }
  return best;
}
