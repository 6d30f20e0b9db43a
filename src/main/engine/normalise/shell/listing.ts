// Listing: the folders whose content a command prints, so that `ls ~ | xargs rm` is known to reach them.
import { parse } from "../programs/parse.ts";
import { definitionOf, syntaxOf } from "../programs/registry.ts";

const mostFolders = 64;

/** `before` is what the command is fed. Undefined when it prints no names. */
export function listedBy(
  program: string,
  words: readonly string[],
  before: readonly string[] | undefined,
): readonly string[] | undefined {
  const lists = definitionOf(program)?.lists;
  if (lists === undefined) return undefined;
  if (lists === "input") return before;
  const parsed = parse(words, syntaxOf(program));
  const folders = lists === "operands" ? parsed.operands : lists(parsed);
  return folders?.length === 0 ? ["."] : folders?.slice(0, mostFolders);
}
