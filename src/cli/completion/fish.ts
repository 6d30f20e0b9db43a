// The completion script for fish: one line for each word, with the condition under which it is offered.
import type { ValueKind } from "../table/entry.ts";
import { commandGroups, firstWords, isGroup, membersOf } from "../table/index.ts";
import { type Completed, completedCommands } from "./words.ts";

export function fishScript(): string {
  const groups = Object.keys(commandGroups).filter(isGroup);
  return `# fish completion for gatehouse, made by: gatehouse completion fish
function __gatehouse_operands
    # Words that are no options, after the command; values of options are counted too, which only offers less.
    set -l tokens (commandline -opc)
    set -e tokens[1]
    for token in $tokens
        string match -q -- '-*' $token; or echo $token
    end
end
function __gatehouse_at -a depth
    test (count (__gatehouse_operands)) -eq $depth
end
function __gatehouse_in
    set -l given (__gatehouse_operands)
    set -l wanted (string split ' ' -- $argv[1])
    test (count $given) -ge (count $wanted); and test "$given[1..$(count $wanted)]" = "$argv[1]"
end
function __gatehouse_operand -a name depth
    __gatehouse_in $name; and __gatehouse_at $depth
end
complete -c gatehouse -f
${[["help", "Show all commands"] as const, ...firstWords()].map(([word, summary]) => offered("__gatehouse_at 0", word, summary)).join("\n")}
${groups.flatMap((group) => membersOf(group).map(([word, { summary }]) => offered(`__gatehouse_operand ${group} 1`, word, summary))).join("\n")}
${completedCommands().flatMap(linesOf).join("\n")}
`;
}

function offered(condition: string, word: string, summary: string): string {
  return `complete -c gatehouse -n ${fishQuoted(condition)} -a ${fishQuoted(word)} -d ${fishQuoted(summary)}`;
}

function linesOf({ name, options, operands }: Completed): readonly string[] {
  const inside = fishQuoted(`__gatehouse_in ${fishQuoted(name)}`);
  const depth = name.split(" ").length;
  return [
    ...options.map((option) => {
      const value =
        option.value === undefined ? "" : ` ${option.value === "file" ? "-r" : "-x"}${values(option.value)}`;
      return `complete -c gatehouse -n ${inside} -l ${option.name.slice(2)}${value}`;
    }),
    ...operands.flatMap((kind, index) => {
      if (kind === "text") return [];
      const here = fishQuoted(`__gatehouse_operand ${fishQuoted(name)} ${depth + index}`);
      return [`complete -c gatehouse -n ${here}${values(kind)}`];
    }),
  ];
}

function values(kind: ValueKind): string {
  if (kind === "text") return "";
  if (kind === "file") return " -F";
  return kind === "directory" ? ` -a '(__fish_complete_directories)'` : ` -a ${fishQuoted(kind.join(" "))}`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
