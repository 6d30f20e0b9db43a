// One row of the command table: everything that help, completion, the documentation and the parser need to know.

/** What stands for an option's value or an operand: free text, a path, or one of these words. */
export type ValueKind = "text" | "file" | "directory" | readonly string[];

export interface CommandEntry<Option extends string = string> {
  /** After "gatehouse", one way to call it a line. */
  readonly usage: string;
  readonly summary: string;
  /** What --help adds: the words an option takes. */
  readonly details?: string;
  /** A page of docs/ with more about it. */
  readonly page?: string;
  /** Options with a value, besides --data-dir. */
  readonly options: Readonly<Record<Option, ValueKind>>;
  /** Options without a value, besides --json and --help. */
  readonly flags?: readonly string[];
  /** The least and the most operands. */
  readonly operands: readonly [least: number, most: number];
  /** What the first, second … operand is, for completion; free text where nothing is said. */
  readonly operandKinds?: readonly ValueKind[];
}

/** Keeps the names of the options in the type. */
export function rows<const Table extends Readonly<Record<string, CommandEntry>>>(table: Table): Table {
  return table;
}
