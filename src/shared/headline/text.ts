// Text: names, paths and commands shortened until they fit into a headline.
import type { PathFact } from "../domain/facts.ts";

const longestName = 48;

/** The start of it, for names and commands. */
export function cutEnd(text: string, longest = longestName): string {
  // Commands of a megabyte are named too, and only their beginning is shown.
  const line = text
    .slice(0, longest * 4)
    .replaceAll(/\s+/gu, " ")
    .trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
}

/** The end of it: of a path, the last parts say most. */
export function cutStart(text: string, longest = longestName): string {
  return text.length <= longest ? text : `…${text.slice(text.length - longest + 1)}`;
}

/** As the agent wrote it, without the project's folder; long ones keep their last parts. */
export function pathName(workspace: string | undefined): (fact: Pick<PathFact, "given" | "path">) => string {
  return ({ given, path }) => {
    const name = given === "" ? path : given;
    const inside = workspace !== undefined && name.startsWith(`${workspace}/`);
    return cutStart((inside ? name.slice(workspace.length + 1) : name).replaceAll(/\s+/gu, " "));
  };
}

export const quoted = (text: string, longest?: number): string => `\`${cutEnd(text, longest)}\``;

/** "a, b and 3 more" */
export function few(names: readonly string[], most = 2): string {
  const distinct = [...new Set(names)];
  const shown = distinct.slice(0, most).map((name) => cutStart(name, most === 1 ? longestName : longestName / 2 + 8));
  const rest = distinct.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}

export function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
