// What an action may run with: one meaning of the condition "arguments" for every protocol and for the SDK.
import { isJsonObject, type JsonObject } from "../lib/json.ts";
import type { Condition } from "./verdict.ts";

/** A condition of the kind "arguments" holds all of them, whoever made it. Where there are several, the last one counts. */
export function effectiveArguments(proposed: JsonObject, conditions: readonly Condition[]): JsonObject {
  const changed = conditions.findLast(({ kind }) => kind === "arguments")?.value;
  return isJsonObject(changed) ? changed : proposed;
}

/** A rule names the arguments it changes; here they become all of them, one change on top of the other. */
export function withWholeArguments(conditions: readonly Condition[], proposed: JsonObject): readonly Condition[] {
  let whole = proposed;
  return conditions.map((condition) => {
    if (condition.kind !== "arguments" || !isJsonObject(condition.value)) return condition;
    whole = { ...whole, ...condition.value };
    return { ...condition, value: whole };
  });
}
