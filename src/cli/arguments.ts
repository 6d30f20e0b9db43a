// The words after a command: its options and operands, and what --help says about them.
import { parseArgs } from "node:util";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import { type CommandFailure, usage } from "./failure.ts";
import { dataDirectory } from "./place.ts";
import type { CommandEntry } from "./table/entry.ts";

export interface Given<Option extends string> {
  readonly options: Partial<Readonly<Record<Option, string>>>;
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly dataDirectory: string;
}

export function readArguments<Option extends string>(
  { options: kinds, flags: flagNames = [], operands: [least, most], usage: how }: CommandEntry<Option>,
  argv: readonly string[],
): Result<Given<Option>, CommandFailure> {
  const names = namesOf(kinds);
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
        ...Object.fromEntries(flagNames.map((name) => [name, { type: "boolean" as const }])),
        "data-dir": { type: "string" },
        json: { type: "boolean" },
      },
    });
    if (positionals.length < least || positionals.length > most) return fail(usage(`Usage: ${synopsis(how)}`));
    const given = new Map<string, unknown>(Object.entries(values));
    const options: Partial<Record<Option, string>> = {};
    for (const name of names) {
      const value = given.get(name);
      if (typeof value === "string") options[name] = value;
    }
    const flags = new Set(flagNames.filter((name) => given.get(name) === true));
    return ok({ options, flags, operands: positionals, dataDirectory: dataDirectory(values["data-dir"]) });
  } catch (error) {
    return fail(usage(`${error instanceof Error ? error.message : String(error)}\nUsage: ${synopsis(how)}`));
  }
}

/** What stands after -- is no option, whatever it looks like. */
export function hasOption(argv: readonly string[], ...names: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end === -1 ? argv.length : end).some((word) => names.includes(word));
}

export function asksForHelp(argv: readonly string[]): boolean {
  return hasOption(argv, "--help", "-h");
}

export function helpText({
  usage: how,
  summary,
  details,
}: Pick<CommandEntry, "usage" | "summary" | "details">): string {
  const parts = [summary, `Usage: ${synopsis(how)}`, details, "Also: --data-dir DIR, --json, --help"];
  return parts.filter((part) => part !== undefined).join("\n\n");
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
}

function synopsis(how: string): string {
  return how
    .split("\n")
    .map((line) => `gatehouse ${line}`)
    .join("\n       ");
}
