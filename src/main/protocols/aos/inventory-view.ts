// An agent's inventory as people see it.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { InventoryChange, InventoryView } from "../../../shared/contract/inventory.ts";
import type { DeclaredAgent, Proposal, StoredInventory } from "./inventory.ts";

export function inventoryView({ agentDid, inventory, proposal }: StoredInventory): InventoryView | undefined {
  const agent = inventory?.agent ?? proposal?.agent;
  if (agent === undefined) return undefined;
  const model = inventory?.model;
  return {
    agentDid,
    name: agent.name,
    version: agent.version,
    provider: agent.provider.name,
    models: model === undefined ? [] : [{ id: model.id, name: model.name, provider: model.provider.name }],
    tools: (inventory?.tools ?? []).map(({ definition, digest, declared }) => ({
      id: definition.id,
      name: definition.name,
      type: definition.type,
      ...(definition.description === undefined ? {} : { description: definition.description }),
      arguments: (definition.arguments ?? []).map(({ name }) => name),
      digest,
      declared,
    })),
    mcpServers: (inventory?.mcpServers ?? []).map(({ name, version }) => ({ name, version })),
    sources: inventory?.resources ?? [],
    ...(inventory === undefined ? {} : { acceptedAt: inventory.changedAt }),
    ...(proposal === undefined ? {} : { change: changeView(proposal) }),
  };
}

function changeView({ digest, at, sessionId, refused, news }: Proposal): InventoryChange {
  return {
    digest,
    at,
    sessionId,
    refused,
    changed: news.changed.map(({ after, diff }) => ({ id: after.id, name: after.name, diff })),
    added: news.added.map((tool) => ({ id: tool.id, name: tool.name, definition: JSON.stringify(tool, null, 2) })),
    notes: news.notes,
  };
}

/** What a human answers about: the same declaration again is the same question. */
export function declarationText(agent: DeclaredAgent): string {
  const { tools, mcpServers, model, version } = agent;
  return canonicalJson({ tools: tools ?? null, mcpServers: mcpServers ?? null, model: model ?? null, version });
}
