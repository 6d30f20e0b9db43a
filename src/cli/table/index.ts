// The command table: the one source for help, completion, the documentation and the parser.
import { agentRows } from "./agents.ts";
import { decisionRows } from "./decisions.ts";
import { engineRows } from "./engine.ts";
import type { CommandEntry } from "./entry.ts";
import { ledgerRows } from "./ledger.ts";
import { ruleRows } from "./rules.ts";

export const commandTable = { ...engineRows, ...decisionRows, ...agentRows, ...ruleRows, ...ledgerRows } as const;

export type CommandName = keyof typeof commandTable;
export const commandNames = Object.keys(commandTable).filter((name): name is CommandName => name in commandTable);

/** First words that say nothing alone: another has to follow. */
export const commandGroups = {
  policy: "Check, test and compare policy files.",
  ledger: "Verify, search, show, prove and export what was recorded.",
} as const;

export type CommandGroup = keyof typeof commandGroups;

export function isGroup(word: string): word is CommandGroup {
  return Object.hasOwn(commandGroups, word);
}

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandTable, name);
}

/** The commands of a group, by their second word. */
export function membersOf(group: CommandGroup): readonly (readonly [word: string, entry: CommandEntry])[] {
  return commandNames
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => [name.slice(group.length + 1), commandTable[name]]);
}

/** First words in the order of the table, with what they do. */
export function firstWords(): readonly (readonly [word: string, summary: string])[] {
  const seen = new Map<string, string>();
  for (const name of commandNames) {
    const [first = name] = name.split(" ");
    if (!seen.has(first)) seen.set(first, isGroup(first) ? commandGroups[first] : commandTable[name].summary);
  }
  return [...seen];
}
