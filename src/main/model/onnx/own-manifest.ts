// The manifest of a user's own ONNX model: which files there are, what goes in, what comes out, and their hashes.
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";

const name = z.string().min(1).max(200);

const fileSchema = z.strictObject({
  /** A file beside the manifest. */
  file: z
    .string()
    .max(255)
    .regex(/^[^/\\]+\.onnx$/, "Name an .onnx file in the manifest's own folder."),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "The SHA-256 of the file, 64 hex digits in lower case."),
  /**
   * gatehouse: the numbers of the features the built-in model reads, 0 is padding.
   * bytes: UTF-8 bytes plus one, 0 is padding; of what is too long the beginning and the end.
   */
  features: z.enum(["gatehouse", "bytes"]),
  input: z
    .strictObject({
      name: name.default("ids"),
      type: z.enum(["int32", "int64"]).default("int32"),
      /** Numbers in a row. Without it a row is as long as it needs to be. */
      width: z.number().int().min(1).max(65_536).optional(),
      /** A second input with 1 for each number and 0 for padding. */
      mask: name.optional(),
    })
    .prefault({}),
  output: z
    .strictObject({
      name: name.default("score"),
      /** score: 0 to 1 for each row. logit: one number a row. two-logits: honest, risky. */
      kind: z.enum(["score", "logit", "two-logits"]).default("score"),
    })
    .prefault({}),
});
export type OwnFile = z.output<typeof fileSchema>;

const manifestSchema = z
  .strictObject({
    name,
    version: name.default("1"),
    /** For tool calls. */
    calls: fileSchema.optional(),
    /** For texts an agent reads. */
    texts: fileSchema.optional(),
  })
  .refine(({ calls, texts }) => calls !== undefined || texts !== undefined, "Describe calls, texts or both.");
export type OwnManifest = z.output<typeof manifestSchema>;

export interface ReadManifest {
  readonly manifest: OwnManifest;
  readonly folder: string;
}

export async function readManifest(path: string): Promise<Result<ReadManifest, string>> {
  const absolute = resolve(path);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(absolute, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(`The manifest ${path} cannot be read: ${why}`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return fail(`The manifest ${path} is not valid.\n${z.prettifyError(parsed.error)}`);
  return ok({ manifest: parsed.data, folder: dirname(absolute) });
}

export function pathOf({ folder }: ReadManifest, { file }: OwnFile): string {
  return join(folder, file);
}
