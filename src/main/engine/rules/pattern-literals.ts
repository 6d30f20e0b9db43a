// The literals of a regular expression: texts of which every match contains at least one.
import { literalsIn } from "./regular/literals.ts";
import { parseRegular } from "./regular/syntax.ts";
import { shortestLiteral } from "./literal-search.ts";

/** More of them than `matches()` looks for one by one: here one pass finds them all. */
const mostLiterals = 500;

/** Undefined when there are none, or none that are long enough. */
export function literalsOf(source: string): readonly string[] | undefined {
  try {
    const literals = literalsIn(parseRegular(withoutLooks(source)), mostLiterals);
    return literals.length > 0 && literals.every(({ length }) => length >= shortestLiteral) ? literals : undefined;
  } catch {
    // It uses what our own matcher does not know.
    return undefined;
  }
}

/** Looking ahead or behind only narrows what matches, so that the literals of the rest are still needed. */
function withoutLooks(source: string): string {
  let rest = source;
  for (let at = rest.search(look); at !== -1; at = rest.search(look)) {
    const end = endOfGroup(rest, at);
    if (end === undefined) return source;
    rest = rest.slice(0, at) + rest.slice(end);
  }
  return rest;
}

const look = /(?<!\\)\(\?<?[=!]/u;

/** Where the group that begins here has ended. */
function endOfGroup(source: string, start: number): number | undefined {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === "\\") at += 1;
    else if (inClass) inClass = letter !== "]";
    else if (letter === "[") inClass = true;
    else if (letter === "(") depth += 1;
    else if (letter === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
