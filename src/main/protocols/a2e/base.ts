// The types of A2E every session knows: handshake, ping, shutdown, and what the other side only tells.
import { z } from "zod";
import { jsonObjectSchema } from "../common/json-schema.ts";
import { tellingType } from "./registry.ts";

const name = z.string().min(1).max(256);

export const handshakeSchema = z.object({
  agent_id: name,
  agent_caps: z.array(name).max(64),
  auth_token: z.string().max(4096).nullish(),
});

const longestDrain = 600;

export const shutdownSchema = z.object({
  /** Seconds. */
  timeout: z.number().min(0).max(longestDrain).nullish(),
  reason: z.string().max(4096).nullish(),
});

/** Checked like any other, because a fault in them is a fault of the agent's; nothing follows from them. */
export const toldTypes = [
  tellingType("pong", z.object({ req_id: z.string().nullish() })),
  tellingType(
    "handshake/resp",
    z.object({
      req_id: z.string(),
      session_id: z.string(),
      accepted_caps: z.array(
        z.object({ capability: z.string(), enabled: z.boolean(), metadata: jsonObjectSchema.nullish() }),
      ),
      max_parallel: z.number().int(),
      ok: z.boolean(),
      reason: z.string().nullish(),
    }),
  ),
  tellingType(
    "error",
    z.object({
      req_id: z.string().nullish(),
      code: z.string(),
      message: z.string(),
      detail: jsonObjectSchema.nullish(),
      retryable: z.boolean().nullish(),
      capability_name: z.string().nullish(),
    }),
  ),
  tellingType(
    "invoke/event",
    z.object({
      req_id: z.string(),
      seq: z.number().int().min(0),
      kind: z.string().nullish(),
      data: jsonObjectSchema.nullish(),
    }),
  ),
];
