// What completion offers after each command, taken from the table in one form for all shells.
import type { CommandEntry, ValueKind } from "../table/entry.ts";
import { commandNames, commandTable } from "../table/index.ts";

export interface Completed {
  /** "ledger search" */
  readonly name: string;
  readonly summary: string;
  /** With the dashes; those with a value have its kind. */
  readonly options: readonly { readonly name: string; readonly value?: ValueKind }[];
  readonly operands: readonly ValueKind[];
}

const always = [{ name: "--data-dir", value: "directory" }, { name: "--json" }, { name: "--help" }] as const;

export function completedCommands(): readonly Completed[] {
  return commandNames.map((name) => {
    const { summary, options, flags = [], operandKinds = [] }: CommandEntry = commandTable[name];
    const valued = Object.entries(options).map(([option, value]) => ({ name: `--${option}`, value }));
    return {
      name,
      summary,
      options: [...valued, ...flags.map((flag) => ({ name: `--${flag}` })), ...always],
      operands: operandKinds,
    };
  });
}

/** For descriptions between single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
