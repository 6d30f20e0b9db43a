// A line diff for what a write would change.

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond this many pairs of lines the two texts are shown one after the other: exact, only longer. */
const comparisonLimit = 4_000_000;

export function diffLines(before: string, after: string): readonly DiffLine[] {
  // A last line that both end is no empty line more; where only one ends it, the difference shows.
  const whole = endsOrIsEmpty(before) && endsOrIsEmpty(after);
  const left = linesOf(before, whole);
  const right = linesOf(after, whole);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [
    ...left.slice(0, start).map(line("same")),
    ...compare(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...left.slice(left.length - end).map(line("same")),
  ];
}

function endsOrIsEmpty(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

function linesOf(text: string, whole: boolean): readonly string[] {
  return text === "" ? [] : (whole ? text.slice(0, -1) : text).split("\n");
}

function line(kind: DiffLine["kind"]): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

/** The longest common subsequence, by the table of its lengths from each pair of positions to the ends. */
function compare(left: readonly string[], right: readonly string[]): readonly DiffLine[] {
  if (left.length * right.length > comparisonLimit) return [...left.map(line("removed")), ...right.map(line("added"))];
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const leftLine = left[row];
    const rightLine = right[column];
    if (leftLine !== undefined && leftLine === rightLine) {
      lines.push({ kind: "same", text: leftLine });
      row += 1;
      column += 1;
    } else if (
      leftLine !== undefined &&
      (rightLine === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      lines.push({ kind: "removed", text: leftLine });
      row += 1;
    } else if (rightLine !== undefined) {
      lines.push({ kind: "added", text: rightLine });
      column += 1;
    }
  }
  return lines;
}
