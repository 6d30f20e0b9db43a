// A tool's definition as the inventory keeps it: one member for everything that could change behind the user's back.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import type { McpTool } from "./messages.ts";

/** How the inventory names the parts of a tool; the rest of the server's words stand beside them. */
export interface PinnedTool {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description?: string | undefined;
  readonly arguments: PinnedArgument[] | null;
  readonly outputs: PinnedOutput[] | null;
}

export interface PinnedOutput {
  readonly [member: string]: unknown;
  readonly name: string;
  readonly description?: string | undefined;
  readonly type?: "string" | "number" | "boolean" | "object" | "array" | "null" | undefined;
}

export interface PinnedArgument extends PinnedOutput {
  readonly required: boolean;
}

/** Metadata may hold times and counters; icons are for people. */
const ignored = new Set(["name", "description", "inputSchema", "outputSchema", "_meta", "icons"]);

export function pinnedTool(tool: McpTool): PinnedTool {
  const { name, description, inputSchema = {}, outputSchema = {} } = tool;
  const others = Object.entries(tool).filter(([member]) => !ignored.has(member));
  return {
    ...Object.fromEntries(others),
    id: name,
    name,
    type: "mcp",
    ...(description === undefined ? {} : { description }),
    ...aside("input", inputSchema),
    ...aside("output", outputSchema),
    arguments: members(inputSchema).map((member) => ({
      ...member,
      required: isJsonArray(inputSchema["required"]) && inputSchema["required"].includes(member.name),
    })),
    outputs: members(outputSchema),
  };
}

/** What of a schema is not about a single member: definitions, whether others are allowed. */
function aside(which: string, schema: JsonObject): JsonObject {
  const { type: _type, properties: _properties, required: _required, $schema: _dialect, ...rest } = schema;
  return Object.keys(rest).length === 0 ? {} : { [`${which}Schema`]: rest };
}

function members({ properties }: JsonObject): PinnedOutput[] {
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, schema]) => {
    if (!isJsonObject(schema)) return { name, schema };
    const { description, type, ...rest } = schema;
    const known = typeOf(type);
    return {
      name,
      ...(typeof description === "string" ? { description } : {}),
      ...(known === undefined ? {} : { type: known }),
      // Also what the few known types cannot say, such as "integer" or several types.
      ...(known === type && Object.keys(rest).length === 0 ? {} : { schema: { ...rest, type: type ?? null } }),
    };
  });
}

function typeOf(type: Json | undefined): PinnedOutput["type"] {
  if (type === "integer") return "number";
  const types = ["string", "number", "boolean", "object", "array", "null"] as const;
  return types.find((each) => each === type);
}

const hints = {
  readOnlyHint: "read_only",
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "open_world",
} as const;

/** What the server says outright: what a client would assume without a word is no claim. */
export function annotationsOf({ annotations = {} }: McpTool): readonly string[] {
  return Object.entries(hints).flatMap(([member, claim]) => {
    const value = annotations[member];
    return typeof value === "boolean" ? [value ? claim : `not_${claim}`] : [];
  });
}
