// The strings inside a JSON value: changed one by one, everything else as it was.
import { isJsonObject, type Json } from "../../../shared/lib/json.ts";

/** Deeper than any message that is let in. */
const deepest = 128;

export function mapStrings(value: Json, change: (text: string) => string, depth = 0): Json {
  if (typeof value === "string") return change(value);
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapStrings(item, change, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapStrings(member, change, depth + 1)]),
  );
}
