// The position of the cursor in a YAML file, found by indentation alone because a file that is being typed does not parse.

export interface YamlPlace {
  /** Names of members from the top; "[]" is an element of a list. */
  readonly path: readonly string[];
  /** "key": a member's name is being typed; "value": the part after the colon; "text": inside a block of text. */
  readonly at: "key" | "value" | "text";
  /** What has been typed of it so far. */
  readonly word: string;
}

interface Token {
  readonly column: number;
  readonly name: string;
  /** The text after the colon. */
  readonly value: string;
}

const item = "[]";

export function yamlPlaceAt(before: string): YamlPlace {
  const lines = before.split("\n");
  const current = lines.pop() ?? "";
  const { tokens, rest, column } = readLine(current);
  const above = ancestorsOf(lines, tokens[0]?.column ?? column, tokens[0]?.name === item);
  if (above.block) return { path: above.path, at: "text", word: current.trimStart() };
  const own = tokens.map((token) => token.name);
  const last = tokens.at(-1);
  if (last !== undefined && last.name !== item) return valuePlace([...above.path, ...own], last.value);
  return valuePlace([...above.path, ...own], rest, "key");
}

/** A value may itself open a list or a map on the same line. */
function valuePlace(path: readonly string[], value: string, at: "key" | "value" = "value"): YamlPlace {
  const opened = /^\s*([[{])/.exec(value)?.[1];
  if (opened === undefined) return { path, at, word: value.trimStart() };
  const inside = value.slice(value.indexOf(opened) + 1);
  const start = lastBorder(inside);
  const part = inside.slice(start).trimStart();
  if (opened === "[") return valuePlace([...path, item], part);
  const member = /^["']?([\w.*-]+)["']?:\s(.*)$/s.exec(part);
  if (member !== null) return valuePlace([...path, member[1] ?? ""], member[2] ?? "");
  return { path, at: "key", word: part };
}

/** After the last comma that separates members of this level. */
function lastBorder(text: string): number {
  let depth = 0;
  let border = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === "," && depth === 0) border = index + 1;
  }
  return border;
}

function readLine(line: string): { readonly tokens: readonly Token[]; readonly rest: string; readonly column: number } {
  const tokens: Token[] = [];
  let column = line.length - line.trimStart().length;
  let rest = line.slice(column);
  while (/^-(?:\s|$)/.test(rest)) {
    tokens.push({ column, name: item, value: "" });
    const width = /^-\s*/.exec(rest)?.[0].length ?? 1;
    column += width;
    rest = rest.slice(width);
  }
  const key = /^["']?([\w.*/-]+|[^"'{[#&]*?)["']?:(?:\s(.*))?$/s.exec(rest);
  if (key !== null && (key[1] ?? "") !== "") {
    tokens.push({ column, name: key[1] ?? "", value: key[2] ?? "" });
    rest = "";
  }
  return { tokens, rest, column };
}

function ancestorsOf(
  lines: readonly string[],
  from: number,
  startsWithItem: boolean,
): { readonly path: readonly string[]; readonly block: boolean } {
  const path: string[] = [];
  let column = from;
  let dash = startsWithItem;
  let block = false;
  for (const line of lines.toReversed()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    for (const token of readLine(line).tokens.toReversed()) {
      // The elements of a list may start in the same column as the list's own name.
      const above = token.column < column || (dash && token.name !== item && token.column === column);
      if (!above) continue;
      if (path.length === 0 && /^[>|][+-]?\d*\s*$/.test(token.value.trim())) block = true;
      path.unshift(token.name);
      column = token.column;
      dash = token.name === item;
    }
    if (column === 0 && !dash) break;
  }
  return { path, block };
}
