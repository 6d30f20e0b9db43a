// The data objects of AOS 0.1.0, one schema each. They are loose: members of later versions are kept as they came.
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/json.ts";

// Whatever arrives was JSON text, so that it is JSON all the way down need not be checked again.
const anyValue = z.custom<Json>((value) => value !== undefined, "A value is needed");
export const jsonObjectSchema = z.custom<JsonObject>(isJsonObject, "Expected an object");
const metadata = jsonObjectSchema.nullish();
/** ISO 8601 with or without a zone: the document recommends UTC and does not demand it. */
const timestamp = z.iso.datetime({ offset: true, local: true });
const mimeType = z.string().nullish();
const valueType = z.enum(["string", "number", "boolean", "object", "array", "null"]);

export const organizationSchema = z.looseObject({ id: z.string(), name: z.string().optional(), metadata });

export const agentProviderSchema = z.looseObject({ name: z.string(), url: z.string(), metadata });

export const llmProviderSchema = z.looseObject({ name: z.string(), metadata });

export const modelSchema = z.looseObject({
  name: z.string(),
  id: z.string(),
  provider: llmProviderSchema,
  type: z.string().optional(),
  maxTokens: z.int().optional(),
  contextWindow: z.int().optional(),
  stopSequences: z.array(z.string()).optional(),
  defaultParams: jsonObjectSchema.optional(),
  metadata,
});
export type Model = z.output<typeof modelSchema>;

export const mcpServerSchema = z.looseObject({ name: z.string(), version: z.string() });
export type McpServer = z.output<typeof mcpServerSchema>;

export const resourceSchema = z.looseObject({
  name: z.string(),
  id: z.string(),
  description: z.string().optional(),
  content: z.string(),
  mimeType: z.string().optional(),
  metadata,
});

export const toolArgumentDefinitionSchema = z.looseObject({
  name: z.string(),
  id: z.string().optional(),
  description: z.string().optional(),
  type: valueType.optional(),
  mimeType,
  required: z.boolean(),
});
export type ToolArgumentDefinition = z.output<typeof toolArgumentDefinitionSchema>;

export const toolOutputDefinitionSchema = z.looseObject({
  name: z.string(),
  id: z.string().optional(),
  description: z.string().optional(),
  type: valueType.optional(),
  mimeType,
});

export const toolDefinitionSchema = z.looseObject({
  name: z.string(),
  id: z.string(),
  description: z.string().optional(),
  type: z.string(),
  arguments: z.array(toolArgumentDefinitionSchema).nullable(),
  outputs: z.array(toolOutputDefinitionSchema).nullable(),
  metadata,
});
export type ToolDefinition = z.output<typeof toolDefinitionSchema>;

export const agentSchema = z.looseObject({
  name: z.string(),
  id: z.string().min(1),
  description: z.string().optional(),
  instructions: z.string(),
  version: z.string(),
  provider: agentProviderSchema,
  model: modelSchema.optional(),
  tools: z.array(toolDefinitionSchema).optional(),
  mcpServers: z.array(mcpServerSchema).optional(),
  resources: z.array(resourceSchema).optional(),
  organization: organizationSchema.optional(),
  metadata,
});
export type Agent = z.output<typeof agentSchema>;

export const sessionSchema = z.looseObject({ id: z.string(), metadata });

export const userSchema = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  organization: organizationSchema,
  metadata,
});

export const stepContextSchema = z.looseObject({
  agent: agentSchema,
  session: sessionSchema,
  turnId: z.string(),
  stepId: z.string(),
  timestamp,
  user: userSchema.optional(),
});
export type StepContext = z.output<typeof stepContextSchema>;

/** FileWithBytes or FileWithUri: told apart by the member that is there. */
export const fileSchema = z
  .looseObject({
    name: z.string().optional(),
    mimeType: z.string().optional(),
    bytes: z.string().optional(),
    uri: z.string().optional(),
  })
  .refine(({ bytes, uri }) => bytes !== undefined || uri !== undefined, "A file needs bytes or uri");

export const textPartSchema = z.looseObject({ kind: z.literal("text"), text: z.string(), metadata });
export const filePartSchema = z.looseObject({ kind: z.literal("file"), file: fileSchema, metadata });
export const dataPartSchema = z.looseObject({
  kind: z.literal("data"),
  data: z.custom<JsonObject | readonly Json[]>(
    (value) => typeof value === "object" && value !== null,
    "Expected an object or an array",
  ),
  metadata,
});
export const partSchema = z.discriminatedUnion("kind", [textPartSchema, filePartSchema, dataPartSchema]);

const content = z.array(partSchema).min(1);

export const messageSchema = z.looseObject({
  id: z.string(),
  role: z.enum(["user", "agent", "system"]),
  content,
  metadata,
});

export const agentTriggerSchema = z.looseObject({
  type: z.literal("autonomous"),
  event: z.looseObject({ type: z.string(), id: z.string() }),
  content,
  metadata,
});

export const fileSourceSchema = z.looseObject({
  kind: z.literal("file"),
  id: z.string(),
  name: z.string(),
  url: z.string().optional(),
});
export const siteSourceSchema = z.looseObject({ kind: z.literal("site"), url: z.string() });
export const sourceSchema = z.discriminatedUnion("kind", [fileSourceSchema, siteSourceSchema]);
export type Source = z.output<typeof sourceSchema>;

export const knowledgeRetrievalStepParamsSchema = z.looseObject({
  query: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  results: z.array(z.looseObject({ id: z.string(), content: z.string(), mimeType: z.string().optional(), metadata })),
});

export const toolArgumentValueSchema = z.looseObject({
  name: z.string(),
  id: z.string().optional(),
  value: anyValue,
});
export type ToolArgumentValue = z.output<typeof toolArgumentValueSchema>;

export const toolCallRequestSchema = z.looseObject({
  executionId: z.string(),
  toolId: z.string(),
  inputs: z.array(toolArgumentValueSchema),
});

export const toolCallResultSchema = z.looseObject({ outputs: z.array(textPartSchema), isError: z.boolean() });

export const pingSchema = z.looseObject({ timestamp, timeout: z.int().optional(), metadata });
