// Read: how heuristics look at the arguments of a command.
import type { CommandFact, PathFact } from "../../../shared/domain/facts.ts";
import { has, settingsOf, values, wordsOf } from "../normalise/programs/invocation.ts";
import type { View } from "./heuristic.ts";

export { wordsOf } from "../normalise/programs/invocation.ts";

/**
 * Whether any word of the command line matches. For rules that are about every program, whatever the word means to it: a
 * file's name can be part of an option, a setting or a script.
 */
export function someWord(command: CommandFact, pattern: RegExp): boolean {
  return command.arguments.some((argument) => pattern.test(argument));
}

/** How many words follow the program's name, as typed: a program that is started with nothing waits for a keyboard. */
export function wordCount(command: CommandFact): number {
  return command.arguments.length;
}

/** What `echo` and its like print: their operands with a blank between. */
export function printedBy({ operands: given }: CommandFact): string {
  return given.join(" ");
}

/** Nothing but options, or a name for standard input: an interpreter called like this runs what it is fed. */
export function onlyOptions(command: CommandFact): boolean {
  return settingsOf(command).every((word) => word === "-" || word === "/dev/stdin");
}

/** The first of those words in lower case. */
export function firstWords(command: CommandFact, count: number): readonly string[] {
  return wordsOf(command)
    .slice(0, count)
    .map((word) => word.toLowerCase());
}

export function privileged(command: CommandFact): boolean {
  return command.wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|su|run0|gosu|runuser)\b/u.test(wrapper));
}

/** Where containers and hosted runners keep the project when the caller does not say. */
const customaryProject = /^\/(?:workspaces?|testbed|repo|code|project|app|src|build|github\/workspace)\/./u;

export function projectLike(path: PathFact): boolean {
  return (
    path.zone === "workspace" ||
    path.zone === "temporary" ||
    (path.zone === "other" && customaryProject.test(path.path))
  );
}

/** A part of the operating system. A folder called /system is none of ours, nor Linux's. */
export function systemPlace(path: PathFact): boolean {
  return path.zone === "system" && !/^\/system(?:\/|$)/u.test(path.path);
}

/** Whether `find` chose what is deleted below this path by name, age, size …; then not everything below it goes. */
export function chosenByFind(path: PathFact, view: Pick<View, "byProgram">): boolean {
  const fd = view.byProgram.get("fd")?.find((command) => command.operands.includes(path.given));
  if (fd !== undefined) return has(fd, "--extension") || !/^(?:\.?|\.?[*+])$/u.test(fd.operands[0] ?? "");
  const finder = view.byProgram
    .get("find")
    ?.find(({ operands: folders }) => folders.includes(path.given) || (folders.length === 0 && path.given === "."));
  if (finder === undefined) return false;
  return (
    findSelects(finder) ||
    values(finder, "-type").includes("l") ||
    values(finder, "-exec", "-ok").some((run) => /^(?:grep|test|\[)(?:\s|$)/u.test(run))
  );
}

/** Whether the tests of a `find` leave files out. */
export function findSelects(finder: CommandFact): boolean {
  return finder.options.some(({ name, value: wanted = "" }) => findTest.test(name) && !choosesAll(name, wanted));
}

/** `-name '*'` and `-mtime +0` fit nearly everything. */
function choosesAll(test: string, value: string): boolean {
  if (/^-i?(?:name|path|wholename)$/u.test(test)) return /^(?:\.\/)?\*+$/u.test(value);
  if (/^-i?regex$/u.test(test)) return /^\.[*+]$/u.test(value);
  return /^-[acm](?:time|min)$/u.test(test) && /^(?:-\d{3,}|\+0|\+-1)$/u.test(value);
}

export const findTest =
  /^-(?:i?name|i?path|i?wholename|i?regex|[acm]?newer\w*|[acm](?:time|min)|used|size|empty|user|nouser|group|nogroup|uid|gid|perm|inum|links|samefile|lname|xtype)$/u;

/** The option before it says that the file is used as a key (`ssh -i`, `--cert`), so its content does not come out. */
export function usedAsKey(path: PathFact, commands: readonly CommandFact[]): boolean {
  const users = commands.filter((command) => command.arguments.some((argument) => argument.includes(path.given)));
  return (
    users.length > 0 &&
    users.every((command) => {
      const at = command.arguments.indexOf(path.given);
      const option =
        at < 0 ? command.arguments.find((argument) => argument.includes(path.given)) : command.arguments[at - 1];
      return /^--?(?:i|E|k|key|cert|certificate|cacert|capath|pem|identity(?:-?file)?|(?:\w+-)*(?:key|keyfile|certfile|cert|pkey|key-file|key-path|private-key|secret-key))\b|ssh\b.*\s-i\s/iu.test(
        option ?? "",
      );
    })
  );
}

export function changes(path: PathFact): boolean {
  return path.access === "write" || path.access === "delete";
}

const carriesCode = /^-(?:[cempnE]|pe|ne|le)$|^--(?:eval|print|command)$/u;

/** Words that match, each with the word before it: an option may say what the word is for. */
export function wordsWith(command: CommandFact, pattern: RegExp): readonly (readonly [before: string, word: string])[] {
  return command.arguments.flatMap((word, at) =>
    pattern.test(word) ? [[command.arguments[at - 1] ?? "", word] as const] : [],
  );
}

/** Whether an interpreter runs what it is fed: with a script, a module or code of its own it only reads it. */
export function runsInput(command: CommandFact): boolean {
  const [first] = command.operands;
  return (
    has(command, "-s") ||
    first === "-" ||
    first === "/dev/stdin" ||
    (settingsOf(command).length === 0 && !command.options.some(({ name }) => carriesCode.test(name)))
  );
}
