// Editing a request before it is approved: the part people edit, and the arguments that come of it.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { isJsonObject, type Json, type JsonObject } from "../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { edit as labels } from "../labels/input.ts";

export interface Editable {
  /** The argument that is edited as text; undefined when all of them are, as JSON. */
  readonly member: string | undefined;
  readonly text: string;
}

/** The command or the content where the tool has one, else the whole of its arguments. */
export function editableOf(approval: HeldApproval): Editable {
  const { arguments: given } = approval.intent;
  for (const wanted of [approval.facts.command, approval.facts.content]) {
    const member = Object.keys(given).find((name) => wanted !== undefined && given[name] === wanted);
    if (member !== undefined && wanted !== undefined) return { member, text: wanted };
  }
  return { member: undefined, text: JSON.stringify(given, undefined, 2) };
}

export function editedArguments(approval: HeldApproval, editable: Editable, text: string): Result<JsonObject, string> {
  if (editable.member !== undefined) return ok({ ...approval.intent.arguments, [editable.member]: text });
  try {
    const parsed: Json = JSON.parse(text);
    return isJsonObject(parsed) ? ok(parsed) : fail(labels.mustBeObject);
  } catch (error) {
    return fail(labels.notJson(error instanceof Error ? error.message : labels.unreadable));
  }
}

/** The old and new text of an edit tool, under the names that tools use. */
export function replacementIn(given: JsonObject): { readonly before: string; readonly after: string } | undefined {
  const pairs = [
    ["old_string", "new_string"],
    ["old_text", "new_text"],
    ["oldText", "newText"],
    ["old_str", "new_str"],
  ] as const;
  for (const [old, fresh] of pairs) {
    const before = given[old];
    const after = given[fresh];
    if (typeof before === "string" && typeof after === "string") return { before, after };
  }
  return undefined;
}
