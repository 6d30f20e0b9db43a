// Literals of a regular expression: texts of which every match contains one. Looking for them is far cheaper than a search.
import { assertNever } from "../../../../shared/lib/result.ts";
import type { Node } from "./syntax.ts";

/** Where each is looked for by itself, more of them cost as much as they save. */
const fewLiterals = 16;

/** Empty when nothing can be said, or only more than `most`. */
export function literalsIn(tree: Node, most = fewLiterals): readonly string[] {
  switch (tree.kind) {
    case "character":
      return tree.literal === undefined ? [] : [tree.literal];
    case "sequence":
      return inSequence(tree.items, most);
    case "choice": {
      const each = tree.items.map((item) => literalsIn(item, most));
      const all = each.flat();
      return each.every((literals) => literals.length > 0) && all.length <= most ? all : [];
    }
    case "repeat":
      return tree.least > 0 ? literalsIn(tree.item, most) : [];
    case "empty":
    case "assertion":
      return [];
    default:
      return assertNever(tree);
  }
}

function inSequence(items: readonly Node[], most: number): readonly string[] {
  let best: readonly string[] = [];
  let run = "";
  for (const item of items) {
    run = item.kind === "character" && item.literal !== undefined ? run + item.literal : "";
    const found = run === "" ? literalsIn(item, most) : [run];
    if (worth(found, most) > worth(best, most)) best = found;
  }
  return best;
}

/** Long and few is best: the shortest decides how often it is found by chance. */
function worth(literals: readonly string[], most: number): number {
  if (literals.length === 0) return 0;
  return Math.min(...literals.map(({ length }) => length)) - (literals.length - 1) / most;
}
