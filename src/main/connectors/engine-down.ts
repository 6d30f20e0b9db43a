// What the launcher answers while no engine runs: one word in a file of the data directory, which it can read on its own.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { readText } from "./files.ts";
import type { EngineDown } from "./types.ts";

/** Beside the launcher. */
export function engineDownFile(launcher: string): string {
  return join(dirname(launcher), "engine-down");
}

/** A file that is missing, or says anything else than "ask", means no. */
export function writeEngineDown(launcher: string, engineDown: EngineDown): Result<undefined, string> {
  const file = engineDownFile(launcher);
  const text = `${engineDown}\n`;
  try {
    if (readText(file) === text) return ok(undefined);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return ok(undefined);
  } catch (error) {
    return fail(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
