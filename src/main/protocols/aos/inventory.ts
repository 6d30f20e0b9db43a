// Inventory: what each agent has said it is made of. Tools whose definition changes behind the user's back are found here.
import { BoundedMap } from "../../../shared/lib/bounded-map.ts";
import type { Sha256 } from "../../engine/ports.ts";
import type { InventoryView } from "../../../shared/contract/inventory.ts";
import { definitionDiff, definitionText } from "./definition-diff.ts";
import { declarationText, inventoryView } from "./inventory-view.ts";
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

/** What of an agent's own words makes its inventory. */
export type DeclaredAgent = Pick<
  Agent,
  | "id"
  | "name"
  | "version"
  | "description"
  | "provider"
  | "organization"
  | "model"
  | "tools"
  | "mcpServers"
  | "resources"
>;

/** A declaration nobody has accepted. */
export interface Proposal {
  readonly agent: DeclaredAgent;
  readonly digest: string;
  readonly news: InventoryNews;
  readonly sessionId: string;
  readonly at: number;
  readonly refused: boolean;
}

export interface StoredInventory {
  readonly agentDid: string;
  /** Absent when nothing of this agent was ever accepted. */
  readonly inventory?: AgentInventory;
  readonly proposal?: Proposal;
}

/** Where inventories outlive a restart. */
export interface InventoryStore {
  readonly load: () => readonly StoredInventory[];
  readonly save: (stored: StoredInventory) => void;
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
  readonly accept: (agentDid: string, agent: DeclaredAgent, sessionId: string, now: number) => void;
  /** Nobody accepted it: it is kept, so that a human can look at it and answer later. */
  readonly propose: (agentDid: string, agent: Agent, news: InventoryNews, sessionId: string, now: number) => void;
  /** A human has said no to exactly this declaration. */
  readonly isRefused: (agentDid: string, agent: Agent) => boolean;
  /** The same, for one definition in it. */
  readonly refusesTool: (agentDid: string, tool: ToolDefinition) => boolean;
  /** A human's word on what was proposed; false when it is no longer that. */
  readonly decide: (agentDid: string, digest: string, accept: boolean, now: number) => boolean;
  readonly tool: (agentDid: string, toolId: string) => ToolDefinition | undefined;
  readonly get: (agentDid: string) => AgentInventory | undefined;
  readonly views: () => readonly InventoryView[];
}

type DigestOf = (definition: ToolDefinition) => string;

const mostAgents = 2000;
const mostTools = 2000;
const mostHeard = 200;
const longestHeard = 65_536;

export function createInventory(
  store: InventoryStore,
  sha256: Sha256,
  changed: (view: InventoryView) => void = () => {},
): Inventory {
  const stored = new Map(store.load().map((each) => [each.agentDid, each]));
  const inventoryOf = (agentDid: string) => stored.get(agentDid)?.inventory;
  const digestOf: DigestOf = (definition) => sha256(definitionText(definition));

  /** What each agent last said of itself without any news in it, and what it was compared with. */
  const heard = new BoundedMap<
    string,
    { readonly declaration: string; readonly inventory: AgentInventory | undefined }
  >(mostHeard);

  /** Agents say the same in every step, and it is long. */
  function compare(agentDid: string, agent: Agent): InventoryNews | undefined {
    const inventory = inventoryOf(agentDid);
    const { name, version, provider, model, tools, mcpServers } = agent;
    const declaration = JSON.stringify([name, version, provider, model, tools, mcpServers]);
    const last = heard.get(agentDid);
    if (last?.declaration === declaration && last.inventory === inventory) return undefined;
    const news = newsOf(inventory, agent, digestOf);
    if (news === undefined && declaration.length <= longestHeard) heard.set(agentDid, { declaration, inventory });
    return news;
  }

  function accept(agentDid: string, agent: DeclaredAgent, sessionId: string, now: number): void {
    keep({ agentDid, inventory: inventoryFrom(agentDid, inventoryOf(agentDid), agent, { sessionId, now, digestOf }) });
  }

  function keep(next: StoredInventory): void {
    stored.delete(next.agentDid);
    stored.set(next.agentDid, next);
    store.save(next);
    const view = inventoryView(next);
    if (view !== undefined) changed(view);
    const [oldest] = stored.keys();
    if (stored.size > mostAgents && oldest !== undefined) {
      stored.delete(oldest);
      store.remove(oldest);
    }
  }

  const digestOfAgent = (agent: DeclaredAgent): string => sha256(declarationText(agent));

  function propose(agentDid: string, agent: Agent, news: InventoryNews, sessionId: string, now: number): void {
    const digest = digestOfAgent(agent);
    const before = stored.get(agentDid);
    if (before?.proposal?.digest === digest) return;
    const { instructions: _instructions, metadata: _metadata, ...declared } = agent;
    const resources = agent.resources?.map((resource) => ({ ...resource, content: "" }));
    const kept: DeclaredAgent = { ...declared, ...(resources === undefined ? {} : { resources }) };
    const proposal = { agent: kept, digest, news, sessionId, at: now, refused: false };
    keep({ ...before, agentDid, proposal });
  }

  function decide(agentDid: string, digest: string, isAccepted: boolean, now: number): boolean {
    const before = stored.get(agentDid);
    const proposal = before?.proposal;
    if (before === undefined || proposal?.digest !== digest) return false;
    if (isAccepted) accept(agentDid, proposal.agent, proposal.sessionId, now);
    else keep({ ...before, proposal: { ...proposal, refused: true } });
    return true;
  }

  return {
    compare,
    accept,
    propose,
    isRefused: (agentDid, agent) => {
      const proposal = stored.get(agentDid)?.proposal;
      return proposal?.refused === true && proposal.digest === digestOfAgent(agent);
    },
    refusesTool: (agentDid, tool) => {
      const proposal = stored.get(agentDid)?.proposal;
      const digest = digestOf(tool);
      return proposal?.refused === true && (proposal.agent.tools ?? []).some((each) => digestOf(each) === digest);
    },
    decide,
    tool: (agentDid, toolId) =>
      inventoryOf(agentDid)?.tools.find(({ definition }) => definition.id === toolId)?.definition,
    get: inventoryOf,
    views: () => [...stored.values()].flatMap((each) => inventoryView(each) ?? []),
  };
}

/** Undefined when there is nothing new. */
function newsOf(before: AgentInventory | undefined, agent: Agent, digestOf: DigestOf): InventoryNews | undefined {
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

/** What is known of an agent once its declaration is accepted; what it leaves out stays as it was. */
function inventoryFrom(
  agentDid: string,
  before: AgentInventory | undefined,
  agent: DeclaredAgent,
  { sessionId, now, digestOf }: { readonly sessionId: string; readonly now: number; readonly digestOf: DigestOf },
): AgentInventory {
  const { id, name, version, description, provider, organization } = agent;
  const model = agent.model ?? before?.model;
  return {
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
    tools:
      agent.tools === undefined ? (before?.tools ?? []) : merged(before?.tools ?? [], agent.tools, sessionId, digestOf),
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
}

function merged(
  before: readonly KnownTool[],
  declared: readonly ToolDefinition[],
  sessionId: string,
  digestOf: DigestOf,
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
