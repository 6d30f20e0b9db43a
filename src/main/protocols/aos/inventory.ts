// Inventory: what each agent has said it is made of. Tools whose definition changes behind the user's back are found here.
import type { Sha256 } from "../../engine/ports.ts";
import { definitionDiff, definitionText } from "./definition-diff.ts";
import type { Agent, McpServer, Model, ToolDefinition } from "./objects.ts";

export interface KnownTool {
  readonly definition: ToolDefinition;
  readonly digest: string;
  /** The session it was last accepted in. */
  readonly sessionId: string;
  /** False once the agent lists its tools without it; it is still remembered, so that it cannot come back changed. */
  readonly declared: boolean;
}

export interface AgentInventory {
  readonly agentDid: string;
  readonly agent: Pick<Agent, "id" | "name" | "version" | "description" | "provider" | "organization">;
  readonly model?: Model;
  readonly tools: readonly KnownTool[];
  readonly mcpServers: readonly McpServer[];
  /** Without their contents. */
  readonly resources: readonly { readonly id: string; readonly name: string; readonly mimeType?: string }[];
  readonly firstSeenAt: number;
  readonly changedAt: number;
}

/** Where inventories outlive a restart. */
export interface InventoryStore {
  readonly load: () => readonly AgentInventory[];
  readonly save: (inventory: AgentInventory) => void;
  readonly remove: (agentDid: string) => void;
}

export interface ChangedTool {
  readonly before: KnownTool;
  readonly after: ToolDefinition;
  readonly diff: readonly string[];
}

/** What an agent says about itself that was not known. */
export interface InventoryNews {
  readonly added: readonly ToolDefinition[];
  readonly changed: readonly ChangedTool[];
  /** Everything else, in sentences: another model, another version of a server. */
  readonly notes: readonly string[];
}

export interface Inventory {
  /** Undefined when there is nothing new. */
  readonly compare: (agentDid: string, agent: Agent) => InventoryNews | undefined;
  /** What the agent says is from now on what is known of it. */
  readonly accept: (agentDid: string, agent: Agent, sessionId: string, now: number) => void;
  readonly tool: (agentDid: string, toolId: string) => ToolDefinition | undefined;
  readonly get: (agentDid: string) => AgentInventory | undefined;
  readonly list: () => readonly AgentInventory[];
}

const mostAgents = 2000;
const mostTools = 2000;

export function createInventory(store: InventoryStore, sha256: Sha256): Inventory {
  const known = new Map(store.load().map((inventory) => [inventory.agentDid, inventory]));
  const digestOf = (definition: ToolDefinition) => sha256(definitionText(definition));

  function compare(agentDid: string, agent: Agent): InventoryNews | undefined {
    const before = known.get(agentDid);
    const added: ToolDefinition[] = [];
    const changed: ChangedTool[] = [];
    for (const after of agent.tools ?? []) {
      const [tool, ...others] = before?.tools.filter(({ definition }) => definition.id === after.id) ?? [];
      const digest = digestOf(after);
      if (tool === undefined) added.push(after);
      else if (![tool, ...others].some((same) => same.digest === digest)) {
        changed.push({ before: tool, after, diff: definitionDiff(tool.definition, after) });
      }
    }
    const notes = notesOn(before, agent);
    return added.length + changed.length + notes.length === 0 ? undefined : { added, changed, notes };
  }

  function accept(agentDid: string, agent: Agent, sessionId: string, now: number): void {
    const before = known.get(agentDid);
    const { id, name, version, description, provider, organization } = agent;
    const model = agent.model ?? before?.model;
    const inventory: AgentInventory = {
      agentDid,
      agent: {
        id,
        name,
        version,
        provider,
        ...(description === undefined ? {} : { description }),
        ...(organization === undefined ? {} : { organization }),
      },
      ...(model === undefined ? {} : { model }),
      tools: agent.tools === undefined ? (before?.tools ?? []) : merged(before?.tools ?? [], agent.tools, sessionId),
      mcpServers: agent.mcpServers ?? before?.mcpServers ?? [],
      resources:
        agent.resources?.map((resource) => ({
          id: resource.id,
          name: resource.name,
          ...(resource.mimeType === undefined ? {} : { mimeType: resource.mimeType }),
        })) ??
        before?.resources ??
        [],
      firstSeenAt: before?.firstSeenAt ?? now,
      changedAt: now,
    };
    known.delete(agentDid);
    known.set(agentDid, inventory);
    store.save(inventory);
    const [oldest] = known.keys();
    if (known.size > mostAgents && oldest !== undefined) {
      known.delete(oldest);
      store.remove(oldest);
    }
  }

  function merged(
    before: readonly KnownTool[],
    declared: readonly ToolDefinition[],
    sessionId: string,
  ): readonly KnownTool[] {
    const tools = declared.map((definition) => ({
      definition,
      digest: digestOf(definition),
      sessionId,
      declared: true,
    }));
    const absent = before
      .filter((tool) => !declared.some(({ id }) => id === tool.definition.id))
      .map((tool) => ({ ...tool, declared: false }));
    return [...tools, ...absent].slice(0, mostTools);
  }

  return {
    compare,
    accept,
    tool: (agentDid, toolId) =>
      known.get(agentDid)?.tools.find(({ definition }) => definition.id === toolId)?.definition,
    get: (agentDid) => known.get(agentDid),
    list: () => [...known.values()],
  };
}

function notesOn(before: AgentInventory | undefined, agent: Agent): readonly string[] {
  const notes: string[] = [];
  if (before === undefined) notes.push(`${agent.name} ${agent.version} of ${agent.provider.name}`);
  else if (before.agent.version !== agent.version) {
    notes.push(`version ${before.agent.version} → ${agent.version}`);
  }
  const { model } = agent;
  if (model !== undefined && before?.model?.id !== model.id) {
    const old = before?.model === undefined ? "" : `${before.model.id} → `;
    notes.push(`model ${old}${model.id} of ${model.provider.name}`);
  }
  for (const { name, version } of agent.mcpServers ?? []) {
    const server = before?.mcpServers.find((known) => known.name === name);
    if (server?.version !== version) {
      notes.push(`MCP server ${name} ${server === undefined ? "" : `${server.version} → `}${version}`);
    }
  }
  return notes;
}
