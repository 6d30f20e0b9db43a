// Listing: the folders whose content a command prints, so that `ls ~ | xargs rm` is known to reach them.
import { parseOptions } from "./options.ts";
import { fdRoots, findRoots } from "./wrappers.ts";

/** `before` is what the command is fed. Undefined when it prints no names. */
export function listedBy(
  program: string,
  words: readonly string[],
  before: readonly string[] | undefined,
): readonly string[] | undefined {
  switch (program) {
    case "ls":
    case "dir":
    case "exa":
    case "eza":
      return orHere(parseOptions(words, { short: "IwT" }).operands);
    case "find":
    case "gfind":
      return findRoots(words);
    case "fd":
    case "fdfind":
      return fdRoots(words);
    case "git":
      return words[0] === "ls-files" ? orHere(parseOptions(words.slice(1), { short: "xX" }).operands) : undefined;
    case "cat":
    case "sort":
    case "uniq":
    case "tac":
    case "tr":
    case "tee":
      return before;
    default:
      return undefined;
  }
}

function orHere(folders: readonly string[]): readonly string[] {
  return folders.length === 0 ? ["."] : folders.slice(0, 64);
}
