// Invocation: how rules and definitions read a command that was parsed.
import type { CommandFact } from "../../../../shared/domain/facts.ts";

type Parsed = Pick<CommandFact, "options">;

/** Whether one of these options is given, by the name its definition uses. */
export function has({ options }: Parsed, ...names: readonly string[]): boolean {
  return names.length > 0 && options.some(({ name }) => names.includes(name));
}

/** The value of the first of these options. */
export function value({ options }: Parsed, ...names: readonly string[]): string | undefined {
  return options.find((option) => names.includes(option.name) && option.value !== undefined)?.value;
}

/** The values of all of these options. */
export function values({ options }: Parsed, ...names: readonly string[]): readonly string[] {
  return options.flatMap((option) => (names.includes(option.name) && option.value !== undefined ? option.value : []));
}

/**
 * Values of options and operands alike. For rules about programs of one family of which some have no definition: there a value
 * is among the operands.
 */
export function settingsOf({ options, operands }: Pick<CommandFact, "options" | "operands">): readonly string[] {
  return [...options.flatMap(({ value: given }) => given ?? []), ...operands];
}

/** Subcommand and operands, for programs of one family of which some have no definition: `aws s3 cp` and `mc cp`. */
export function wordsOf({ subcommand, operands }: Pick<CommandFact, "subcommand" | "operands">): readonly string[] {
  return subcommand === "" ? operands : [...subcommand.split(" "), ...operands];
}

/** Asking for help or for a rehearsal changes nothing. */
export function isDryRun(command: CommandFact): boolean {
  if (command.arguments.length === 1 && command.arguments[0] === "-h") return true;
  return command.arguments.some((argument) =>
    /^(?:-\?|--help|--version|--dry-?run(?:=(?!none$|false$).*)?|--what-?if|--simulate|--no-act|--list-only)$/iu.test(
      argument,
    ),
  );
}

/** Expressions run over it, so it is bounded. Options that matter come first. */
const longestLine = 16_384;

/** The arguments as one line. Computed each time, which is quicker than a cache; so long ones are cut before they are joined. */
export function lineOf({ arguments: words }: CommandFact): string {
  let length = words.length;
  for (const word of words) length += word.length;
  if (length <= longestLine) return words.join(" ");
  const parts: string[] = [];
  for (let index = 0, left = longestLine; left > 0 && index < words.length; index += 1) {
    const part = (words[index] ?? "").slice(0, left);
    parts.push(part);
    left -= part.length + 1;
  }
  return parts.join(" ").slice(0, longestLine);
}
