// What a gateway sends about one MCP server: calls before they are made, definitions, results, and what else happened.
import { z } from "zod";
import { jsonObjectSchema } from "../common/json-schema.ts";

const name = z.string().min(1).max(256);

const originSchema = {
  /** The server's name in the client's settings, and a digest of how it is started or reached: never the words themselves. */
  server: z.object({ name, key: z.string().regex(/^[0-9a-f]{64}$/), version: z.string().max(256).optional() }),
  /** The settings it stands in ("cursor"), and what the client says it is called. */
  client: z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/), name: z.string().max(256).optional() }),
  session_id: z.string().min(1).max(256),
  working_directory: z.string().max(4096),
};

/** A tool as the server lists it; members of later revisions are kept. */
export const toolSchema = z.looseObject({
  name,
  description: z.string().optional(),
  inputSchema: jsonObjectSchema.optional(),
  outputSchema: jsonObjectSchema.optional(),
  annotations: jsonObjectSchema.optional(),
});
export type McpTool = z.infer<typeof toolSchema>;

export const eventSchema = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("call"),
    ...originSchema,
    tool: name,
    arguments: jsonObjectSchema,
    /** Absent where the server does not list the tool. */
    definition: toolSchema.optional(),
    /** Milliseconds the client still waits for an answer. */
    wait_ms: z.number().min(0).max(600_000),
  }),
  z.object({ event: z.literal("tools"), ...originSchema, tools: z.array(toolSchema).max(10_000) }),
  z.object({
    event: z.literal("result"),
    ...originSchema,
    /** What brought it: "tools/call", "resources/read" … and the tool's or the resource's name. */
    method: name,
    subject: z.string().max(4096),
    /** The call it answers, where that was judged. */
    intent_id: z.string().max(128).optional(),
    failed: z.boolean(),
    duration_ms: z.number().min(0),
    /** By their place in the message. */
    texts: z.record(z.string().max(4096), z.string()),
    wait_ms: z.number().min(0).max(600_000),
  }),
  z.object({ event: z.literal("notice"), ...originSchema, name, detail: jsonObjectSchema }),
]);

export type McpEvent = z.infer<typeof eventSchema>;
export type McpOrigin = Pick<McpEvent, "server" | "client" | "session_id" | "working_directory">;
export type McpCall = Extract<McpEvent, { readonly event: "call" }>;
export type McpResult = Extract<McpEvent, { readonly event: "result" }>;
