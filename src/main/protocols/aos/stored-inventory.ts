// Inventories as they are saved: the check of what is read back after a restart.
import { z } from "zod";
import type { StoredInventory } from "./inventory.ts";
import { agentSchema, mcpServerSchema, modelSchema, toolDefinitionSchema } from "./objects.ts";

const knownToolSchema = z.looseObject({
  definition: toolDefinitionSchema,
  digest: z.string(),
  sessionId: z.string(),
  declared: z.boolean(),
});

const inventorySchema = z.looseObject({
  agentDid: z.string(),
  agent: agentSchema.pick({ id: true, name: true, version: true }),
  model: modelSchema.optional(),
  tools: z.array(knownToolSchema),
  mcpServers: z.array(mcpServerSchema),
  resources: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  firstSeenAt: z.number(),
  changedAt: z.number(),
});

const proposalSchema = z.looseObject({
  agent: agentSchema.pick({ id: true, name: true, version: true }),
  digest: z.string(),
  news: z.looseObject({
    added: z.array(toolDefinitionSchema),
    changed: z.array(z.looseObject({})),
    notes: z.array(z.string()),
  }),
  sessionId: z.string(),
  at: z.number(),
  refused: z.boolean(),
});

const storedSchema = z.looseObject({
  agentDid: z.string(),
  inventory: inventorySchema.optional(),
  proposal: proposalSchema.optional(),
});

/** The value itself is used, not a copy: digests are made of definitions as they were written. */
export function isStoredInventory(value: unknown): value is StoredInventory {
  return storedSchema.safeParse(value).success;
}
