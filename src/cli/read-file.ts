// A file named on the command line, or why it cannot be read.
import { readFileSync } from "node:fs";
import { fail, ok, type Result } from "../shared/lib/result.ts";
import type { CommandFailure } from "./failure.ts";
import { visible } from "./text.ts";

export function readNamedFile(file: string): Result<string, CommandFailure> {
  try {
    return ok(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail({ code: "not_found", message: `${visible(file)} cannot be read: ${why}` });
  }
}
