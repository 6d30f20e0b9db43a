// Agents as they are saved: the schema of what is read back after a restart.
import { z } from "zod";
import { riskLevels } from "../../shared/domain/verdict.ts";
import type { StoredAgent } from "./agent.ts";

const ownerSchema = z.looseObject({
  uid: z.number().exactOptional(),
  bootId: z.string().exactOptional(),
  program: z.string().exactOptional(),
  lineage: z.array(z.looseObject({ pid: z.number(), startedAt: z.number(), program: z.string() })),
});

const schema: z.ZodType<StoredAgent> = z.looseObject({
  agentDid: z.string().min(1),
  name: z.string(),
  version: z.string().exactOptional(),
  runtime: z.string().exactOptional(),
  registered: z.boolean(),
  publicKey: z.string().exactOptional(),
  proposedKey: z.string().exactOptional(),
  owner: ownerSchema.exactOptional(),
  pairing: z.enum(["accepted", "pending", "refused"]),
  halted: z.boolean(),
  capabilitiesRequested: z.array(z.string()).exactOptional(),
  extensions: z.array(z.string()).exactOptional(),
  capabilitiesRevoked: z.union([z.literal("*"), z.array(z.string())]),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  intents: z.number(),
  denied: z.number(),
  highestLevel: z.enum(riskLevels).exactOptional(),
  permissionMode: z.string().exactOptional(),
  subagents: z
    .array(
      z.looseObject({ id: z.string(), type: z.string().exactOptional(), lastSeenAt: z.number(), calls: z.number() }),
    )
    .exactOptional(),
});

/** Undefined for a value that is no saved agent of this version or an earlier one. */
export function decodeAgent(value: unknown): StoredAgent | undefined {
  return schema.safeParse(value).data;
}
