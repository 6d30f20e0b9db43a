// Literal search: which of many literals a text may contain, found in one pass over its groups of three letters.

/** Two groups that share a place in the table only cost a look into the map. */
const tableSize = 65_536;
/** Shorter literals are found too often to be worth it. */
export const shortestLiteral = 3;

export interface LiteralSearch {
  /** Calls back with the places of every literal that the text may contain; a place can come more than once. */
  readonly search: (text: string, found: (places: readonly number[]) => void) => void;
}

/** Each literal, at least three letters long, with the places that want to know of it. */
export function createLiteralSearch(literals: ReadonlyMap<string, readonly number[]>): LiteralSearch {
  const table = new Uint8Array(tableSize);
  const byGroup = new Map<number, { readonly literal: string; readonly places: readonly number[] }[]>();
  for (const [literal, places] of literals) {
    const group = rarestGroup(literal);
    table[group % tableSize] = 1;
    const known = byGroup.get(group);
    if (known === undefined) byGroup.set(group, [{ literal, places }]);
    else known.push({ literal, places });
  }
  return {
    search: (text, found) => {
      let second = text.charCodeAt(0);
      let third = text.charCodeAt(1);
      for (let at = 2; at < text.length; at += 1) {
        const first = second;
        second = third;
        third = text.charCodeAt(at);
        const group = groupOf(first, second, third);
        if (table[group % tableSize] === 0) continue;
        for (const { literal, places } of byGroup.get(group) ?? [])
          if (literal.length === 3 || text.includes(literal)) found(places);
      }
    },
  };
}

function groupOf(first: number, second: number, third: number): number {
  return first * 5_281 + second * 97 + third;
}

/** Letters and signs that stand in nearly every command line. */
const common = new Set("etaoinsrl /.-");

function rarestGroup(literal: string): number {
  let best = groupAt(literal, 0);
  let fewest = Infinity;
  for (let at = 0; at + 3 <= literal.length; at += 1) {
    let frequent = 0;
    for (let letter = at; letter < at + 3; letter += 1) if (common.has(literal.charAt(letter))) frequent += 1;
    if (frequent < fewest) {
      fewest = frequent;
      best = groupAt(literal, at);
    }
  }
  return best;
}

function groupAt(text: string, at: number): number {
  return groupOf(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2));
}
