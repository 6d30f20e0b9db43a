// The overview of all commands, and of those of one group, as the table has them.
import { helpText } from "./arguments.ts";
import { type CommandGroup, commandGroups, firstWords, membersOf } from "./table/index.ts";
import { table } from "./text.ts";

export function overview(): string {
  return [
    "Usage: gatehouse COMMAND [OPTION]...",
    "",
    table(firstWords().map(([word, summary]) => [`  ${word}`, summary])),
    "",
    "Every command: --json for machines, --data-dir DIR (or GATEHOUSE_HOME) for another engine, --help for its options.",
  ].join("\n");
}

export function groupHelp(group: CommandGroup): string {
  const members = membersOf(group);
  return helpText({
    usage: members.map(([, { usage }]) => usage).join("\n"),
    summary: commandGroups[group],
    details: table(members.map(([word, { summary }]) => [`  ${word}`, summary])),
  });
}
