// Option notation: "-o, --output <write>" as a manual page has it, turned into a table the parser can look options up in.
import type { Kind, Syntax } from "./definition.ts";

export interface OptionRule {
  /** The name facts use, whichever spelling was given. */
  readonly name: string;
  readonly value: Kind | undefined;
  /** Its value must be joined to it: `--color=always`. */
  readonly joined: boolean;
  /** It takes a second value, which is this. */
  readonly second: OptionRule | undefined;
}

export interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionRule>;
  /** Long names in order, for abbreviations. */
  readonly long: readonly string[];
}

const notation = /^(-{1,2}[^\s,[<]+(?:,\s*-{1,2}[^\s,[<]+)*|[(!),])(?:\s*(\[?=?)<(\w+)>\]?(?: <(\w+)>)?)?$/u;

const kinds: Readonly<Record<string, Kind>> = {
  read: "read",
  write: "write",
  delete: "delete",
  execute: "execute",
  metadata: "metadata",
  path: "path",
  output: "output",
  url: "url",
  host: "host",
  shell: "shell",
  command: "command",
  text: "text",
};

export function compileOptions(syntax: Syntax): OptionTable {
  const byName = new Map<string, OptionRule>();
  for (const line of syntax.options ?? []) {
    const match = notation.exec(line);
    const [, spelled, joint, first, second] = match ?? [];
    const kind = first === undefined ? undefined : kinds[first];
    const secondKind = second === undefined ? undefined : kinds[second];
    if (
      spelled === undefined ||
      (first !== undefined && kind === undefined) ||
      (second === undefined) !== (secondKind === undefined)
    )
      throw new Error(`Option notation not understood: "${line}". Write it like "-o, --output <write>".`);
    const names = spelled.length === 1 ? [spelled] : spelled.split(/,\s*/u);
    const name = names.at(-1) ?? "";
    const rule: OptionRule = {
      name,
      value: kind,
      joined: joint?.startsWith("[") === true,
      second: secondKind === undefined ? undefined : { name, value: secondKind, joined: false, second: undefined },
    };
    for (const name of names) byName.set(name, rule);
  }
  return { byName, long: [...byName.keys()].filter((name) => name.startsWith("--")).toSorted() };
}
