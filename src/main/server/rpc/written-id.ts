// Written ids: the ids of a message word for word, because a double cannot hold every number that JSON can write.
import { endOfString } from "./json-text.ts";

const number = /\s*(-?[\d.eE+-]+)/y;

/** The number after each request's "id", by its place in the batch. One pass, for text that is known to be JSON. */
export function writtenIds(text: string): readonly (string | undefined)[] {
  const batch = text.trimStart().startsWith("[");
  const level = batch ? 2 : 1;
  const ids: (string | undefined)[] = [];
  let element = 0;
  let depth = 0;
  let name = "";
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (depth === level) name = text.slice(index, end + 1);
      index = end;
    } else if (character === "{" || character === "[") {
      depth += 1;
    } else if (character === "}" || character === "]") {
      depth -= 1;
    } else if (character === ":" && depth === level && isId(name)) {
      number.lastIndex = index + 1;
      ids[element] = number.exec(text)?.[1];
    } else if (character === "," && batch && depth === 1) {
      element += 1;
    }
  }
  return ids;
}

/** A name may be written with escapes: "\u0069d" is an id as well. */
function isId(written: string): boolean {
  return written === '"id"' || (written.includes("\\") && JSON.parse(written) === "id");
}
