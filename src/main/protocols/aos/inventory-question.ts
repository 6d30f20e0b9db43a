// The question a changed inventory asks: what is new about an agent, in words for the engine and for people.
import { severity } from "../../engine/risk/bands.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import type { InventoryNews } from "./inventory.ts";
import type { Agent } from "./objects.ts";

/** Definitions are texts an agent's model reads, and other people wrote them. They cannot be changed for the agent. */
export function inventoryQuestion(
  agent: Agent,
  news: InventoryNews,
  refused: boolean,
): Pick<Intent, "tool" | "arguments" | "text" | "findings"> {
  return {
    tool: "agent/inventory",
    arguments: inventoryTexts(news),
    text: { title: inventoryTitle(agent, news), origin: "foreign", changeable: false },
    findings: [...news.changed.map((tool) => changedDefinition(tool)), ...(refused ? [refusedInventory] : [])],
  };
}

/** A human was asked about exactly this before. */
const refusedInventory: Finding = {
  id: "refused-definitions",
  score: severity.deny,
  threat: "Changed tool definition",
  reason: "A human has refused what the agent comes with",
};

/** What a step is denied for while that question is open. */
export const unacceptedInventory: Finding = {
  id: "unaccepted-definitions",
  score: severity.deny,
  threat: "Changed tool definition",
  reason: "The agent comes with tool definitions that nobody has accepted",
};

/** Every new definition in full, every changed one as its difference: what a person must read. */
function inventoryTexts({ added, changed, notes }: InventoryNews): Record<string, string> {
  const texts: readonly (readonly [name: string, text: string])[] = [
    ...notes.map((note, index) => [`agent.${index}`, note] as const),
    ...added.map((tool) => [`tools.${tool.id} (new)`, JSON.stringify(tool)] as const),
    ...changed.map(({ after, diff }) => [`tools.${after.id} (changed)`, diff.join("\n")] as const),
  ];
  return Object.fromEntries(texts);
}

function inventoryTitle(agent: Agent, { added, changed, notes }: InventoryNews): string {
  const counts = [
    changed.length === 0 ? "" : `changed tools: ${changed.map(({ after }) => after.name).join(", ")}`,
    added.length === 0 ? "" : `new tools: ${added.map(({ name }) => name).join(", ")}`,
    ...notes,
  ].filter((text) => text !== "");
  return `What ${agent.name} is made of: ${counts.join("; ")}`;
}

function changedDefinition({ before, after, diff }: InventoryNews["changed"][number]): Finding {
  return {
    id: "changed-definition",
    score: severity.ask,
    threat: "Changed tool definition",
    reason: `The definition of the tool ${after.name} is not the one of session ${before.sessionId}: ${diff.join("; ").slice(0, 1500)}`,
    evidence: diff.join("\n").slice(0, 4000),
  };
}
