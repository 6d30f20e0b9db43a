// The command table as the documentation shows it.
import { agentRows } from "./agents.ts";
import { decisionRows } from "./decisions.ts";
import { engineRows } from "./engine.ts";
import type { CommandEntry } from "./entry.ts";
import { ledgerRows } from "./ledger.ts";
import { ruleRows } from "./rules.ts";

const begin = "<!-- commands: made by node scripts/command-docs.ts -->";
const end = "<!-- end of commands -->";

const parts: readonly (readonly [heading: string, rows: Readonly<Record<string, CommandEntry>>])[] = [
  ["The engine", engineRows],
  ["Decisions", decisionRows],
  ["Agents", agentRows],
  ["Rules", ruleRows],
  ["The ledger", ledgerRows],
];

function commandDocs(): string {
  return parts.map(([heading, rows]) => `### ${heading}\n\n${Object.values(rows).map(lineOf).join("\n")}\n`).join("\n");
}

function lineOf({ usage, summary, page }: CommandEntry): string {
  const ways = usage.split("\n").map((way) => `\`${way}\``);
  return `- ${ways.join(", ")}: ${summary}${page === undefined ? "" : ` See [${page}](${page}).`}`;
}

/** The page with the commands as they are now. */
export function withCommandDocs(page: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no place for the commands: ${begin} … ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${commandDocs()}\n${page.slice(to)}`;
}
