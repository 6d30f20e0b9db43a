// Downloads: the files a command line fetches, what it makes of them, and which of its commands run them.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { settingsOf, value } from "../../../normalise/programs/invocation.ts";
import type { View } from "../../heuristic.ts";
import { isDownloader, isInterpreter } from "../../programs.ts";
import { runsInput } from "../../read.ts";

/** The files this command line downloads to. */
function downloadedFiles(commands: readonly CommandFact[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const command of commands) {
    if (!isDownloader(command.program)) continue;
    const named = value(command, "--output", "--output-document", "-o");
    if (named !== undefined) {
      files.add(baseName(named));
      continue;
    }
    for (const redirect of command.redirects) if (redirect.operator.includes(">")) files.add(baseName(redirect.target));
    for (const operand of command.operands) if (/^(?:https?|ftp):\/\//iu.test(operand)) files.add(baseName(operand));
  }
  files.delete("");
  files.delete("-");
  return files;
}

function baseName(path: string): string {
  return (
    path
      .replace(/[?#].*$/u, "")
      .split("/")
      .at(-1) ?? ""
  );
}

const carriers = /^(?:mv|cp|ln|install|dd|tee|cat|ditto|rsync|base64|gzip|gunzip|xz|openssl)$/u;

/** The same files, and what later commands of the line make of them under other names. */
export function carriedFiles(commands: readonly CommandFact[]): ReadonlySet<string> {
  const fetched = downloadedFiles(commands);
  const carried = new Set<string>();
  const feeds = new Set<number>();
  for (const command of commands) {
    if (isDownloader(command.program)) feeds.add(command.pipeline);
    else if (carriers.test(command.program)) {
      const words = settingsOf(command).map((word) => word.replace(/^(?:if|of)=/u, ""));
      const inputs = command.redirects.filter(({ operator }) => operator.includes("<")).map(({ target }) => target);
      const isFed = feeds.has(command.pipeline) && command.position > 0;
      if (!isFed && ![...words, ...inputs].some((word) => fetched.has(baseName(word)) || carried.has(baseName(word))))
        continue;
      const outputs = command.redirects.filter(({ operator }) => operator.includes(">")).map(({ target }) => target);
      for (const word of [...(command.program === "cat" ? [] : words), ...outputs]) carried.add(baseName(word));
    }
  }
  carried.delete("");
  carried.delete("-");
  for (const name of fetched) carried.delete(name);
  return carried;
}

/** `exec 3< <(curl …); bash <&3`: the download is what the interpreter reads, by the number of an open file. */
export function runsOpenDownload({ facts: { commands } }: View): boolean {
  return commands.some((command) => {
    if (!isInterpreter(command.program) || !runsInput(command)) return false;
    const number = command.redirects.find(({ operator }) => operator === "<&" || operator === "0<&")?.target;
    return (
      number !== undefined &&
      commands.some(
        (other) =>
          isDownloader(other.program) &&
          other.wrappers.includes("<()") &&
          other.parent !== undefined &&
          commands[other.parent]?.redirects.some(
            ({ operator, target }) => operator === `${number}<` && target.startsWith("<("),
          ) === true,
      )
    );
  });
}

/** A download that a shell or an interpreter is given as its text. */
export function isSubstituted(command: CommandFact, view: View): boolean {
  if (!isDownloader(command.program) || !command.wrappers.some((wrapper) => wrapper === "$()" || wrapper === "<()"))
    return false;
  const parent = command.parent === undefined ? undefined : view.facts.commands[command.parent];
  if (parent === undefined) return false;
  // A program that cannot be told, reached through `bash -c` or `eval`, is the downloaded text itself.
  return (
    isInterpreter(parent.program) ||
    (parent.program === "" && parent.wrappers.some((wrapper) => isInterpreter(wrapper.split(" ", 1)[0] ?? "")))
  );
}

/** The command that runs a file which another command of the line downloads. */
export function runsDownloaded({ facts }: View): CommandFact | null {
  return runsOneOf(downloadedFiles(facts.commands), facts.commands);
}

export function runsOneOf(files: ReadonlySet<string>, commands: readonly CommandFact[]): CommandFact | null {
  if (files.size === 0) return null;
  for (const command of commands) {
    if (isDownloader(command.program)) continue;
    const script = isInterpreter(command.program) ? command.operands[0] : undefined;
    const name = baseName(script ?? command.text.split(/\s/u)[0] ?? "");
    if (files.has(name) || files.has(command.program)) return command;
  }
  return null;
}
