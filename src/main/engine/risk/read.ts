// Read: how heuristics look at the arguments of a command.
import { BoundedMap } from "../../../shared/bounded-map.ts";
import type { CommandFact, PathFact } from "../../../shared/facts.ts";
import type { View } from "./heuristic.ts";

/** Whether a short letter (alone or in a cluster such as `-rf`) or a long option is given, before any `--`. */
export function given(command: CommandFact, letters: string, ...longNames: readonly string[]): boolean {
  for (const argument of command.arguments) {
    if (argument === "--") return false;
    if (argument.startsWith("--")) {
      const name = argument.slice(2).split("=", 1)[0] ?? "";
      if (longNames.includes(name)) return true;
    } else if (letters !== "" && /^-[a-z0-9]+$/iu.test(argument)) {
      for (const letter of letters) if (argument.includes(letter)) return true;
    }
  }
  return false;
}

/** The value of an option written `--name value`, `--name=value`, `-n value` or `-nvalue`. */
export function valueOf(command: CommandFact, ...names: readonly string[]): string | undefined {
  const list = command.arguments;
  for (const [index, argument] of list.entries()) {
    for (const name of names) {
      if (argument === name) return list[index + 1];
      if (name.startsWith("--") ? argument.startsWith(`${name}=`) : argument.length > 2 && argument.startsWith(name)) {
        return argument.slice(name.startsWith("--") ? name.length + 1 : name.length);
      }
    }
  }
  return undefined;
}

/** Arguments that are not options. Values of options are among them: which take one is each program's own affair. */
export function operands(command: CommandFact): readonly string[] {
  return command.arguments.filter((argument) => !argument.startsWith("-") && argument !== "");
}

/** The first operands in lower case: `aws s3 rm` gives ["s3", "rm"]. */
export function verbs(command: CommandFact, count = 3): readonly string[] {
  const found: string[] = [];
  for (const argument of command.arguments) {
    if (found.length >= count) break;
    if (!argument.startsWith("-")) found.push(argument.toLowerCase());
  }
  return found;
}

/** Asking for help or for a rehearsal changes nothing. */
export function harmless(command: CommandFact): boolean {
  if (command.arguments.length === 1 && command.arguments[0] === "-h") return true;
  return command.arguments.some((argument) =>
    /^(?:-\?|--help|--version|--dry-?run(?:=(?!none$|false$).*)?|--what-?if|--simulate|--no-act|--list-only)$/iu.test(
      argument,
    ),
  );
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
  const fd = view.byProgram.get("fd")?.find((command) => command.arguments.includes(path.given));
  if (fd !== undefined) return given(fd, "e", "extension") || !/^(?:\.?|\.?[*+])$/u.test(operands(fd)[0] ?? "");
  const finder = view.byProgram.get("find")?.find((command) => command.arguments.includes(path.given));
  return (
    finder?.arguments.some(
      (argument, at, list) =>
        (findTest.test(argument) && !choosesAll(argument, list[at + 1] ?? "")) ||
        (argument === "-type" && list[at + 1] === "l") ||
        (/^-(?:exec|ok)$/u.test(argument) && /^(?:grep|test|\[)$/u.test(list[at + 1] ?? "")),
    ) ?? false
  );
}

/** `-name '*'` and `-mtime +0` fit nearly everything. */
export function choosesAll(test: string, value: string): boolean {
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

/** Those of the call at hand, and perhaps of some before it. No WeakMap: they make every collection of garbage slow. */
const lines = new BoundedMap<CommandFact, string>(64);
/** Expressions run over it, so it is bounded; what a program is told stands at its beginning. */
const longestLine = 16_384;

/** The arguments as one line. Many heuristics ask for it, so it is made once. */
export function joined(command: CommandFact): string {
  let line = lines.get(command);
  if (line === undefined) {
    line = command.arguments.join(" ").slice(0, longestLine);
    lines.set(command, line);
  }
  return line;
}

/** Whether an interpreter runs what it is fed: with a script, a module or code of its own it only reads it. */
export function runsInput(command: CommandFact): boolean {
  return (
    command.arguments.every(
      (argument) => argument.startsWith("-") && !/^-(?:m|c|e|p|n|pe|ne|le)$|^--(?:eval|print)/u.test(argument),
    ) ||
    command.arguments.includes("-s") ||
    command.arguments[0] === "-" ||
    command.arguments[0] === "/dev/stdin"
  );
}
