// What the launcher asks for when it opens a run, and the answer in the flat form it can read.
import { z } from "zod";
import { profileNames } from "../../shared/containment/index.ts";

const text = z.string().max(65_536);

export const runRequestSchema = z.strictObject({
  command: z.array(z.string().max(1_000_000)).min(1).max(10_000),
  directory: text.startsWith("/"),
  profile: z
    .enum(profileNames, { error: `There is no such profile. There are: ${profileNames.join(", ")}.` })
    .optional(),
  intent: text.optional(),
  terminal: z.boolean(),
  variables: z.array(text).max(10_000),
  given: z.record(text, text),
});
export type RunRequest = Readonly<z.output<typeof runRequestSchema>>;

/** What the launcher is to do, in order. */
export type Instruction =
  | readonly ["error" | "note" | "program" | "argument" | "unset" | "seccomp", string]
  | readonly ["set" | "limit", string, string]
  | readonly ["way", port: string, kind: string, socket: string];

/** One array of texts: the launcher has no parser for more. */
export function flat(instructions: readonly Instruction[]): readonly string[] {
  return instructions.flat();
}
