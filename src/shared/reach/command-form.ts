// The form of a command: what stays the same when a decision is to cover its like. The engine decides by it, and cards say it.
import type { CommandFact, Facts } from "../domain/facts.ts";

/** More than one plain command: a wildcard over it could smuggle anything in, and so could a variable set for it. */
export function isCompound({ commands, code }: Facts): boolean {
  const plain = ({ dynamic, program, redirects, wrappers, assignments }: CommandFact) =>
    !dynamic &&
    program !== "" &&
    redirects.length === 0 &&
    wrappers.length === 0 &&
    Object.keys(assignments).length === 0;
  return commands.length > 1 || code.length > 0 || !commands.every(plain);
}

/** The program, its sub-command and its options. Other words may change. */
function formOf({ program, arguments: given }: CommandFact): readonly string[] {
  const options = given.filter((argument) => argument.startsWith("-"));
  const word = given.find((argument) => !argument.startsWith("-"));
  const plain = word !== undefined && /^[a-z][a-z0-9:_-]*$/i.test(word) ? [word] : [];
  return [program, ...plain, ...options.toSorted()];
}

/** The form of a single plain command; undefined for anything a wildcard could smuggle more into. */
export function commandForm(facts: Facts): readonly string[] | undefined {
  const [command] = facts.commands;
  if (command === undefined || isCompound(facts)) return undefined;
  if (facts.uninspected.length > 0 || facts.hosts.length > 0) return undefined;
  return formOf(command);
}

/** The form in words. A file that it runs belongs to it: with another file it would be another program. */
export function formTitle({ commands: [command], paths }: Facts): string {
  if (command === undefined) return "this command form";
  const [program = "", ...rest] = formOf(command);
  const run = paths.find((fact) => fact.access === "execute")?.given;
  const named = run === undefined ? [program] : run.endsWith(program) ? [run] : [program, run];
  return [...named, ...rest.filter((word) => word !== run), "…"].join(" ");
}
