// A2G on the wire: what agents send, checked; every fault names its member.
import { z } from "zod";
import { reportStatuses } from "../../../shared/domain/report.ts";
import { intentIdSchema, intentSchema, waitMsSchema } from "../common/intent-message.ts";
import { jsonObjectSchema, jsonSchema } from "../common/json-schema.ts";

export const reportSchema = z.object({
  agent_did: z.string(),
  intent_id: intentIdSchema,
  status: z.enum(reportStatuses),
  result: jsonSchema.optional(),
  metrics: jsonObjectSchema.nullish(),
});

export const heartbeatSchema = z.object({
  agent_did: z.string(),
  timestamp: z.union([z.string().max(64), z.number()]).nullish(),
  status: z.string().max(64).nullish(),
  load: z.number().nullish(),
});

export const awaitSchema = z.object({
  agent_did: z.string().optional(),
  intent_id: intentIdSchema,
  timeout_ms: waitMsSchema.default(60_000),
});

/** Members as of an intent, with a question in the place of tool and arguments. */
export const escalateSchema = intentSchema.omit({ tool: true, arguments: true }).extend({
  question: z.string().trim().min(1).max(4000),
  options: z.array(z.string().min(1).max(200)).max(10).nullish(),
});
