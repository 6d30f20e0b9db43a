// What every adapter does with a call of a tool: governed, and a denial becomes an answer that the model can read.
import type { JsonObject } from "../../../../src/shared/lib/json.ts";
import { isJsonObject } from "../../../../src/shared/lib/json.ts";
import { DeniedError } from "../errors.ts";
import type { Governed, Permit } from "../governed.ts";
import type { IntentContext } from "../intents.ts";

/** The part of a GovernanceClient that adapters need. */
export interface Governor {
  readonly governed: Governed;
}

/** Everything but a denial is thrown, as the framework expects of a tool that fails. */
export async function answered<Value>(
  governor: Governor,
  tool: string,
  input: unknown,
  run: (input: JsonObject, permit: Permit) => Promise<Value> | Value,
  context: IntentContext = {},
): Promise<Value | { readonly denied: string }> {
  try {
    return await governor.governed(tool, run)(isJsonObject(input) ? input : {}, context);
  } catch (error) {
    if (error instanceof DeniedError) return { denied: `Denied: ${error.message}` };
    throw error;
  }
}

export function isDenied(value: unknown): value is { readonly denied: string } {
  return typeof value === "object" && value !== null && "denied" in value && typeof value.denied === "string";
}
