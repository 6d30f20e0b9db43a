// "Did you mean …": the known word nearest to a wrong one.

/** A sentence to append, or nothing when no known word is near. */
export function suggestion(wrong: string, known: Iterable<string>): string {
  const allowed = Math.max(1, Math.floor(wrong.length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const word of known) {
    const distance = editDistance(wrong.toLowerCase(), word.toLowerCase());
    if (distance < bestDistance) {
      best = word;
      bestDistance = distance;
    }
  }
  return best === undefined ? "" : ` Did you mean "${best}"?`;
}

function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 20) return Infinity;
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : Infinity;
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? Infinity;
}
