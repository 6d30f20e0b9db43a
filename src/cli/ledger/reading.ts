// Opens the ledger for a command, and turns what the store throws into words.
import { createReader, type LedgerReader } from "../../main/store/read/index.ts";
import { fail, type Result } from "../../shared/lib/result.ts";
import type { CommandFailure } from "../failure.ts";

/** Runs with a reader that is closed afterwards; a ledger that cannot be read is an answer, not a crash. */
export function withReader<Value>(
  directory: string,
  use: (reader: LedgerReader) => Result<Value, CommandFailure>,
): Result<Value, CommandFailure> {
  const reader = createReader(directory);
  try {
    return use(reader);
  } catch (error) {
    return fail(failureOf(error));
  } finally {
    reader.close();
  }
}

export function failureOf(error: unknown): CommandFailure {
  return { code: "unavailable", message: error instanceof Error ? error.message : String(error) };
}

export function notFound(id: string): CommandFailure {
  return { code: "not_found", message: `The ledger has no entry and no intent ${JSON.stringify(id)}.` };
}
