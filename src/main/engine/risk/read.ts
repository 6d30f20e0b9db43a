// Read: how heuristics look at the arguments of a command.
import type { CommandFact, PathFact } from "../../../shared/facts.ts";

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
  return command.arguments.some((argument) =>
    /^(?:-h|-\?|--help|--version|--dry-?run(?:=.*)?|--what-?if|--simulate|--no-act|--list-only)$/iu.test(argument),
  );
}

export function privileged(command: CommandFact): boolean {
  return command.wrappers.some((wrapper) => /^(?:sudo|doas|pkexec|su|run0|gosu|runuser)\b/u.test(wrapper));
}

/** Whether the change reaches beyond the project and the places for scratch files. */
export function outside(path: PathFact): boolean {
  return path.zone !== "workspace" && path.zone !== "temporary";
}

export function changes(path: PathFact): boolean {
  return path.access === "write" || path.access === "delete";
}

export function joined(command: CommandFact): string {
  return command.arguments.join(" ");
}
