// Tools a person adds: a manifest and a WebAssembly file each, in the folder "tools" of the data directory.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ToolDescription } from "../../../shared/domain/execution.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { isBuiltIn } from "../tools.ts";

export interface UserTool extends ToolDescription {
  /** The module, as a whole path. */
  readonly file: string;
}

const manifestSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, "A name has up to 64 letters, digits, dots, dashes and underscores.")
    .refine((name) => !isBuiltIn(name), "Gatehouse has a tool of this name itself."),
  description: z.string().min(1).max(1000),
  file: z.string().regex(/^[^/\\]+\.wasm$/, "The file is a name in the same folder that ends in .wasm."),
  input_schema: z.record(z.string(), z.json()).optional(),
});

const anything: JsonObject = { type: "object" };

/** Read anew each time: a tool is there as soon as its files are. */
export function readUserTools(folder: string, onProblem: (message: string) => void): readonly UserTool[] {
  return manifestsIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const parsed = manifestSchema.safeParse(readJson(path));
    if (!parsed.success) {
      onProblem(`The tool in ${path} cannot be used: ${z.prettifyError(parsed.error).replace(/\s+/g, " ")}`);
      return [];
    }
    const { file, input_schema: inputSchema, ...tool } = parsed.data;
    return [{ ...tool, file: join(folder, file), inputSchema: inputSchema ?? anything }];
  });
}

function manifestsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch {
    // Nobody has added a tool.
    return [];
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
