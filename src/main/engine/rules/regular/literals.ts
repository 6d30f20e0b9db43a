// Literals of a regular expression: texts of which every match contains one. Looking for them is far cheaper than a search.
import { assertNever } from "../../../shared/result.ts";
import type { Node } from "./regular-syntax.ts";

/** More of them cost as much as they save. */
const mostLiterals = 16;

/** Empty when nothing can be said. */
export function literalsIn(tree: Node): readonly string[] {
  switch (tree.kind) {
    case "character":
      return tree.literal === undefined ? [] : [tree.literal];
    case "sequence":
      return inSequence(tree.items);
    case "choice": {
      const each = tree.items.map(literalsIn);
      const all = each.flat();
      return each.every((literals) => literals.length > 0) && all.length <= mostLiterals ? all : [];
    }
    case "repeat":
      return tree.least > 0 ? literalsIn(tree.item) : [];
    case "empty":
    case "assertion":
      return [];
    default:
      return assertNever(tree);
  }
}

function inSequence(items: readonly Node[]): readonly string[] {
  let best: readonly string[] = [];
  let run = "";
  for (const item of items) {
    run = item.kind === "character" && item.literal !== undefined ? run + item.literal : "";
    const found = run === "" ? literalsIn(item) : [run];
    if (worth(found) > worth(best)) best = found;
  }
  return best;
}

/** Long and few is best: the shortest decides how often it is found by chance. */
function worth(literals: readonly string[]): number {
  if (literals.length === 0) return 0;
  return Math.min(...literals.map(({ length }) => length)) - (literals.length - 1) / mostLiterals;
}
