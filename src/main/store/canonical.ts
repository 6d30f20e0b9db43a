// RFC 8785 canonical JSON, quick enough for every entry: the text that is hashed and stored.
import { isInOrder } from "../../shared/canonical-order.ts";
import type { Json, JsonObject } from "../../shared/json.ts";

/** Characters that stand in JSON as they are; anything else takes the slower, exact way. */
const plain = /^[ !#-[\]-~]*$/;

export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed());
}

/**
 * Members in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them. What JSON cannot
 * carry becomes what JSON.stringify makes of it (undefined members vanish, NaN is null), because recording a strange
 * body beats refusing it; lone surrogates become U+FFFD.
 */
export function canonical(value: Json | undefined): string {
  // The engine writes its records in order.
  return isInOrder(value) ? (JSON.stringify(value) ?? "null") : spelled(value);
}

function spelled(value: Json | undefined): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return isArray(value) ? `[${value.map(spelled).join(",")}]` : spelledObject(value);
}

function spelledObject(value: JsonObject): string {
  let text = "{";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    text += `${text.length > 1 ? "," : ""}${quote(name)}:${spelled(member)}`;
  }
  return `${text}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
