// The data objects of AOS 0.1.0, one schema each. They are loose: members of later versions are kept as they came.
import { z } from "zod";
import type { Json, JsonObject } from "../../../shared/lib/json.ts";
import { jsonObjectSchema, jsonSchema } from "../common/json-schema.ts";

const metadata = jsonObjectSchema.nullish();
/** ISO 8601 with or without a zone: the document recommends UTC and does not demand it. */
const timestamp = z.iso.datetime({ offset: true, local: true });
const mimeType = z.string().nullish();
const valueType = z.enum(["string", "number", "boolean", "object", "array", "null"]);

const organizationSchema = z.looseObject({ id: z.string(), name: z.string().optional(), metadata });

const agentProviderSchema = z.looseObject({ name: z.string(), url: z.string(), metadata });

const llmProviderSchema = z.looseObject({ name: z.string(), metadata });

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

export const mcpServerSchema = z.looseObject({ name: z.string(), version: z.string() });

const resourceSchema = z.looseObject({
  name: z.string(),
  id: z.string(),
  description: z.string().optional(),
  content: z.string(),
  mimeType: z.string().optional(),
  metadata,
});

const toolOutputDefinitionSchema = z.looseObject({
  name: z.string(),
  id: z.string().optional(),
  description: z.string().optional(),
  type: valueType.optional(),
  mimeType,
});

const toolArgumentDefinitionSchema = toolOutputDefinitionSchema.extend({ required: z.boolean() });

export const toolDefinitionSchema = z.looseObject({
  name: z.string(),
  id: z.string(),
  description: z.string().optional(),
  type: z.string(),
  arguments: z.array(toolArgumentDefinitionSchema).nullable(),
  outputs: z.array(toolOutputDefinitionSchema).nullable(),
  metadata,
});

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

const sessionSchema = z.looseObject({ id: z.string(), metadata });

const userSchema = z.looseObject({
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

/** FileWithBytes or FileWithUri: told apart by the member that is there. */
const fileSchema = z
  .looseObject({
    name: z.string().optional(),
    mimeType: z.string().optional(),
    bytes: z.string().optional(),
    uri: z.string().optional(),
  })
  .refine(({ bytes, uri }) => bytes !== undefined || uri !== undefined, "A file needs bytes or uri");

const textPartSchema = z.looseObject({ kind: z.literal("text"), text: z.string(), metadata });
const filePartSchema = z.looseObject({ kind: z.literal("file"), file: fileSchema, metadata });
const dataPartSchema = z.looseObject({
  kind: z.literal("data"),
  data: z.custom<JsonObject | readonly Json[]>(
    (value) => typeof value === "object" && value !== null,
    "Expected an object or an array",
  ),
  metadata,
});
const partSchema = z.discriminatedUnion("kind", [textPartSchema, filePartSchema, dataPartSchema]);

const content = z.array(partSchema).min(1);

export const messageSchema = z.looseObject({
  id: z.string(),
  role: z.enum(["user", "agent", "system"]),
  content,
  metadata,
});

const agentTriggerEventSchema = z.looseObject({ type: z.string(), id: z.string() });
export const agentTriggerSchema = z.looseObject({
  type: z.literal("autonomous"),
  event: agentTriggerEventSchema,
  content,
  metadata,
});

const fileSourceSchema = z.looseObject({
  kind: z.literal("file"),
  id: z.string(),
  name: z.string(),
  url: z.string().optional(),
});
const siteSourceSchema = z.looseObject({ kind: z.literal("site"), url: z.string() });
export const sourceSchema = z.discriminatedUnion("kind", [fileSourceSchema, siteSourceSchema]);

const knowledgeRetrievalResultSchema = z.looseObject({
  id: z.string(),
  content: z.string(),
  mimeType: z.string().optional(),
  metadata,
});
export const knowledgeRetrievalStepParamsSchema = z.looseObject({
  query: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  results: z.array(knowledgeRetrievalResultSchema),
});

const toolArgumentValueSchema = z.looseObject({
  name: z.string(),
  id: z.string().optional(),
  value: jsonSchema,
});

export const toolCallRequestSchema = z.looseObject({
  executionId: z.string(),
  toolId: z.string(),
  inputs: z.array(toolArgumentValueSchema),
});

export const toolCallResultSchema = z.looseObject({ outputs: z.array(textPartSchema), isError: z.boolean() });

export const pingSchema = z.looseObject({ timestamp, timeout: z.int().optional(), metadata });

/** Every data object by the name the document gives it. */
export const dataObjects = {
  Agent: agentSchema,
  AgentProvider: agentProviderSchema,
  Model: modelSchema,
  LlmProvider: llmProviderSchema,
  MCPServer: mcpServerSchema,
  Resource: resourceSchema,
  ToolDefinition: toolDefinitionSchema,
  ToolArgumentDefinition: toolArgumentDefinitionSchema,
  ToolOutputDefinition: toolOutputDefinitionSchema,
  Message: messageSchema,
  Part: partSchema,
  TextPart: textPartSchema,
  FilePart: filePartSchema,
  DataPart: dataPartSchema,
  File: fileSchema,
  AgentTrigger: agentTriggerSchema,
  AgentTriggerEvent: agentTriggerEventSchema,
  Source: sourceSchema,
  FileSource: fileSourceSchema,
  SiteSource: siteSourceSchema,
  StepContext: stepContextSchema,
  Session: sessionSchema,
  User: userSchema,
  Organization: organizationSchema,
  KnowledgeRetrievalStepParams: knowledgeRetrievalStepParamsSchema,
  KnowledgeRetrievalResult: knowledgeRetrievalResultSchema,
  ToolCallRequest: toolCallRequestSchema,
  ToolArgumentValue: toolArgumentValueSchema,
  ToolCallResult: toolCallResultSchema,
} as const;
export type DataObject<Name extends keyof typeof dataObjects> = z.output<(typeof dataObjects)[Name]>;

export type Agent = DataObject<"Agent">;
export type McpServer = DataObject<"MCPServer">;
export type Model = DataObject<"Model">;
export type Source = DataObject<"Source">;
export type StepContext = DataObject<"StepContext">;
export type ToolArgumentDefinition = DataObject<"ToolArgumentDefinition">;
export type ToolArgumentValue = DataObject<"ToolArgumentValue">;
export type ToolDefinition = DataObject<"ToolDefinition">;
