// RFC 8785 canonical JSON, quick enough for every entry: the text that is hashed and stored.
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
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") return Number.isFinite(value) ? `${value}` : "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value !== "object" || value === null) return "null";
  return isArray(value) ? `[${value.map(canonical).join(",")}]` : canonicalObject(value);
}

function canonicalObject(value: JsonObject): string {
  let text = "{";
  for (const name of sortedNames(value)) {
    const member = value[name];
    if (member === undefined) continue;
    text += `${text.length > 1 ? "," : ""}${quote(name)}:${canonical(member)}`;
  }
  return `${text}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function sortedNames(value: object): readonly string[] {
  const names = Object.keys(value);
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] ?? "") > (names[index] ?? "")) return names.sort();
  }
  return names;
}
