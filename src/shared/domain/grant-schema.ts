// Grants as they are saved: the schema of what is read back after a restart.
import { z } from "zod";
import type { Grant } from "./approval.ts";
import { durations, scopes } from "./directive.ts";
import { effects } from "./facts.ts";
import { riskLevels } from "./verdict.ts";

const texts = z.array(z.string());

const schema: z.ZodType<Grant> = z.looseObject({
  grantId: z.string().min(1),
  effect: z.enum(["allow", "deny"]),
  scope: z.enum(scopes),
  duration: z.enum(durations),
  title: z.string(),
  agentDid: z.string(),
  sessionId: z.string().exactOptional(),
  workspace: z.string().exactOptional(),
  tool: z.string(),
  effects: z.array(z.enum(effects)),
  program: z.string().exactOptional(),
  hosts: texts,
  touches: texts.exactOptional(),
  commandForm: texts.exactOptional(),
  path: z.string().exactOptional(),
  host: z.string().exactOptional(),
  port: z.number().exactOptional(),
  actionDigest: z.string().exactOptional(),
  rule: z.string().exactOptional(),
  issuedBy: z.string(),
  issuedAt: z.number(),
  expiresAt: z.number().exactOptional(),
  lastUsedAt: z.number().exactOptional(),
  uses: z.number(),
  fromIntent: z.string(),
  override: z
    .looseObject({ effect: z.enum(["allow", "ask"]), digest: z.string(), level: z.enum(riskLevels) })
    .exactOptional(),
});

/** Undefined for a value that is no saved grant of this version or an earlier one. */
export function decodeGrant(value: unknown): Grant | undefined {
  return schema.safeParse(value).data;
}
