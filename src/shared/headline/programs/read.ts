// How the acts of programs are read from a parsed command.
import type { CommandFact, Facts } from "../../domain/facts.ts";
import type { Act } from "../act.ts";

/** What a command does, by its program; undefined where the program's name alone says nothing. */
export type Reader = (command: CommandFact, facts: Facts) => Act | undefined;

export function has({ options }: CommandFact, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

export function value({ options }: CommandFact, ...names: readonly string[]): string | undefined {
  return options.find(({ name, value: given }) => names.includes(name) && given !== undefined)?.value;
}

/** Subcommand and operands: some programs list their subcommands, of others the first operand is one. */
export function wordsOf({ subcommand, operands }: CommandFact): readonly string[] {
  return subcommand === "" ? operands : [...subcommand.split(" "), ...operands];
}

/** It only says what it would do. */
export function isRehearsal({ options, arguments: given }: CommandFact): boolean {
  if (given.length === 1 && given[0] === "-h") return true;
  return options.some(
    ({ name, value: mode }) =>
      /^--?(?:dry-?run|help|version|what-?if|simulate|no-act|list-only)$/iu.test(name) &&
      mode !== "none" &&
      mode !== "false",
  );
}

/** "git push": the program with its subcommand, for sentences that have nothing better. */
export function commandName({ program, subcommand, operands }: CommandFact): string {
  const word = subcommand === "" ? operands.find((operand) => /^[a-z][a-z0-9:_-]*$/iu.test(operand)) : subcommand;
  return word === undefined || word === "" ? program : `${program} ${word}`;
}

/** The same reader for several programs. */
export function readers(names: string, reader: Reader): readonly (readonly [string, Reader])[] {
  return names.split(" ").map((name) => [name, reader] as const);
}
