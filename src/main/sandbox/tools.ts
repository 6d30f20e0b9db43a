// The tools Gatehouse runs itself: their names, what they take, and where a path given to them leads.
import { isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { ToolDescription } from "../../shared/domain/execution.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { World } from "../engine/ports.ts";

/** A path is taken as it stands. What a shell or a browser would read in another way is refused, or two would disagree. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const plainPath = /^(?![$%`])(?!~[^/])(?![a-z][a-z0-9+.-]*:\/\/)[^\u0000-\u001f\u007f]+$/iu;
const path = z
  .string()
  .min(1)
  .max(4096)
  .regex(plainPath, "Write the path in full: no variables, no address, no control characters.");

/** Strict, because phase 1 reads members by many names: what it has judged and what runs must be the same. */
export const fileTools = {
  write_file: {
    description: "Write text to a file. The file is replaced as a whole, and missing folders are made.",
    schema: z.strictObject({ path, content: z.string() }),
  },
  read_file: { description: "Read a text file.", schema: z.strictObject({ path }) },
} as const;

export const commandTool = {
  description: "Run a shell command in a sandbox that sees the system, its scope and nothing else.",
  schema: z.strictObject({ command: z.string().min(1).max(65_536), cwd: path.optional() }),
} as const;

const builtIn = { ...fileTools, execute_command: commandTool } as const;
type BuiltInTool = keyof typeof builtIn;

export const builtInTools: readonly ToolDescription[] = Object.entries(builtIn).map(
  ([name, { description, schema }]) => ({
    name,
    description,
    inputSchema: jsonObjectOf(z.toJSONSchema(schema)),
  }),
);

export function isBuiltIn(name: string): name is BuiltInTool {
  return Object.hasOwn(builtIn, name);
}

/** The arguments, or what is wrong with them and where. */
export function readArguments<Schema extends z.ZodType>(
  schema: Schema,
  given: JsonObject,
): Result<z.output<Schema>, string> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${["arguments", ...(issue?.path ?? [])].join(".")}: ${issue?.message ?? "not valid"}`);
}

export function checkBuiltIn(name: BuiltInTool, given: JsonObject): Result<unknown, string> {
  return readArguments<z.ZodType>(builtIn[name].schema, given);
}

export type PathWorld = Pick<World, "home" | "resolveLinks">;

/** Where a path leads, with every link followed; relative ones start from `base`. */
export function locate(given: string, base: string | undefined, world: PathWorld): Result<string, string> {
  const absolute = given === "~" || given.startsWith("~/") ? join(world.home, given.slice(1)) : given;
  if (isAbsolute(absolute)) return ok(world.resolveLinks(resolve(absolute)));
  if (base === undefined) {
    return fail(`${given} is relative. Give the whole path, or context.working_directory.`);
  }
  return ok(world.resolveLinks(resolve(base, absolute)));
}

function jsonObjectOf(schema: object): JsonObject {
  const value = parseJson(JSON.stringify(schema));
  return isJsonObject(value) ? value : {};
}
