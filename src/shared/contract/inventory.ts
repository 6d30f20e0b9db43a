// Inventory: what an agent says it is made of, as people see it, and what has changed behind their back.
import { z } from "zod";
import type { JsonObject } from "../lib/json.ts";

export interface InventoryTool {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly arguments: readonly string[];
  /** SHA-256 of the definition. */
  readonly digest: string;
  /** False once the agent lists its tools without it. */
  readonly declared: boolean;
}

/** What the agent came with that nobody has accepted. Until somebody does, its steps are denied. */
export interface InventoryChange {
  /** What an answer is about; another change has another digest. */
  readonly digest: string;
  readonly at: number;
  readonly sessionId: string;
  /** A human said no: it is denied without asking again. */
  readonly refused: boolean;
  readonly changed: readonly { readonly id: string; readonly name: string; readonly diff: readonly string[] }[];
  readonly added: readonly { readonly id: string; readonly name: string; readonly definition: string }[];
  /** Everything else, in sentences. */
  readonly notes: readonly string[];
}

export interface InventoryView {
  readonly agentDid: string;
  readonly name: string;
  readonly version: string;
  readonly provider: string;
  readonly models: readonly { readonly id: string; readonly name: string; readonly provider: string }[];
  readonly tools: readonly InventoryTool[];
  readonly mcpServers: readonly { readonly name: string; readonly version: string }[];
  readonly sources: readonly { readonly id: string; readonly name: string; readonly mimeType?: string }[];
  /** When it was last accepted; undefined when it never was. */
  readonly acceptedAt?: number;
  readonly change?: InventoryChange;
}

const did = z.string().min(1).max(512);

export const inventoryInputs = {
  listInventory: z.strictObject({}),
  decideInventory: z.strictObject({ agentDid: did, digest: z.string().min(1).max(128), accept: z.boolean() }),
  exportAgbom: z.strictObject({ agentDid: did }),
} as const;

export interface InventoryOutputs {
  readonly listInventory: readonly InventoryView[];
  readonly decideInventory: InventoryView;
  /** A bill of materials in CycloneDX. */
  readonly exportAgbom: JsonObject;
}
