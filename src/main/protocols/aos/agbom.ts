// AgBOM: an agent's inventory as a bill of materials in CycloneDX 1.6.
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { AgentInventory } from "./inventory.ts";

export interface BillOfMaterialsOptions {
  /** A UUID: each document has its own. */
  readonly serial: string;
  readonly at: number;
  readonly gatehouseVersion: string;
}

/** What the format takes for one. */
const mediaType = /^[-+a-z0-9.]+\/[-+a-z0-9.]+$/u;
const longestVersion = 1024;

/** The agent is what the bill is about; model, tools and resources are its components, MCP servers its services. */
export function agbom(inventory: AgentInventory, options: BillOfMaterialsOptions): JsonObject {
  const { agent, model } = inventory;
  const agentRef = `agent:${agent.id}`;
  const models = model === undefined ? [] : [modelComponent(model)];
  const declared = inventory.tools.filter((tool) => tool.declared);
  const tools = unique(declared, ({ definition }) => definition.id).map(toolComponent);
  const resources = unique(inventory.resources, ({ id }) => id).map(({ id, name, mimeType }) => ({
    type: "data",
    "bom-ref": `resource:${id}`,
    name,
    ...(mimeType === undefined || !mediaType.test(mimeType) ? {} : { "mime-type": mimeType }),
    properties: [property("aos:resource:id", id)],
  }));
  const services = unique(inventory.mcpServers, ({ name, version }) => `${name}@${version}`).map(
    ({ name, version }) => ({
      "bom-ref": `mcp:${name}@${version}`,
      group: "mcp",
      name,
      version: version.slice(0, longestVersion),
    }),
  );
  const components = [...models, ...tools, ...resources];
  const parts = [...components, ...services].map((part) => part["bom-ref"]);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${options.serial}`,
    version: 1,
    metadata: {
      timestamp: new Date(options.at).toISOString(),
      tools: { components: [{ type: "application", name: "Gatehouse", version: options.gatehouseVersion }] },
      component: {
        type: "application",
        "bom-ref": agentRef,
        name: agent.name,
        version: agent.version.slice(0, longestVersion),
        ...(agent.description === undefined ? {} : { description: agent.description }),
        supplier: supplier(agent.provider.name, agent.provider.url),
        properties: [
          property("aos:agent:id", agent.id),
          property("gatehouse:agent:did", inventory.agentDid),
          ...(agent.organization === undefined ? [] : [property("aos:organization:id", agent.organization.id)]),
        ],
      },
    },
    components,
    services,
    dependencies: [{ ref: agentRef, dependsOn: parts }, ...parts.map((ref) => ({ ref, dependsOn: [] }))],
  };
}

function modelComponent(model: NonNullable<AgentInventory["model"]>) {
  const { id, name, provider, contextWindow, maxTokens } = model;
  return {
    type: "machine-learning-model",
    "bom-ref": `model:${id}`,
    name,
    supplier: supplier(provider.name),
    properties: [
      property("aos:model:id", id),
      ...(contextWindow === undefined ? [] : [property("aos:model:contextWindow", String(contextWindow))]),
      ...(maxTokens === undefined ? [] : [property("aos:model:maxTokens", String(maxTokens))]),
    ],
  };
}

function toolComponent({ definition, digest }: AgentInventory["tools"][number]) {
  const { id, name, description, type } = definition;
  return {
    type: "application",
    "bom-ref": `tool:${id}`,
    name,
    ...(description === undefined ? {} : { description }),
    hashes: [{ alg: "SHA-256", content: digest }],
    properties: [
      property("aos:tool:id", id),
      property("aos:tool:type", type),
      ...(definition.arguments ?? []).map((argument) =>
        property(
          `aos:tool:argument:${argument.name}`,
          `${argument.type ?? "any"}${argument.required ? ", required" : ""}`,
        ),
      ),
    ],
  };
}

/** An address is left out when it is none: the format demands one it can resolve. */
function supplier(name: string, url?: string) {
  return { name, ...(url !== undefined && URL.canParse(url) ? { url: [url] } : {}) };
}

function property(name: string, value: string) {
  return { name, value };
}

function unique<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
