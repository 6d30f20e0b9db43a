// The texts in a result: everything a model would read, by its place, and the result again with other texts in those places.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../shared/lib/json.ts";

/** Members that name, point or encode: a model does not read them as text. */
const unread = new Set(["type", "mimeType", "uri", "data", "blob", "_meta", "annotations", "role", "icons", "name"]);
/** The members of a result that carry what it brings, over all methods. */
const carriers = ["content", "structuredContent", "contents", "messages", "description", "instructions", "result"];

/** The engine takes no more at once, and looks at the beginning and the end of what is very long. */
const mostCharacters = 300_000;
const mostPlaces = 1000;
/** What is left of a result with very many texts, looked at together. */
const remainder = "*";

export function textsIn(result: JsonObject): Readonly<Record<string, string>> {
  const found: [string, string][] = [];
  const visit = (value: Json, path: readonly string[]): void => {
    if (typeof value === "string") {
      if (value.trim() !== "") found.push([path.join("/"), value]);
    } else if (isJsonArray(value)) value.forEach((each, index) => visit(each, [...path, String(index)]));
    else if (isJsonObject(value)) {
      for (const [member, each] of Object.entries(value)) {
        if (!unread.has(member) || path[0] === "structuredContent") visit(each, [...path, escaped(member)]);
      }
    }
  };
  for (const member of carriers) {
    const value = result[member];
    if (value !== undefined) visit(value, [member]);
  }
  return Object.fromEntries(shortened(found));
}

function shortened(found: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const total = found.reduce((sum, [, text]) => sum + text.length, 0);
  if (total <= mostCharacters && found.length <= mostPlaces) return found;
  const [kept, rest] = [found.slice(0, mostPlaces), found.slice(mostPlaces)];
  const together = rest.length === 0 ? [] : [[remainder, rest.map(([, text]) => text).join("\n")] as const];
  const each = Math.max(200, Math.floor(mostCharacters / (kept.length + 1)));
  return [...kept, ...together].map(([place, text]) => [place, ends(text, each)]);
}

function ends(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length / 2)}\n[…]\n${text.slice(-length / 2)}`;
}

/** Only places that changed are touched. Undefined where what must change has no place of its own. */
export function withTexts(
  result: JsonObject,
  texts: Readonly<Record<string, string>>,
  changed: JsonObject,
): JsonObject | undefined {
  if (changed[remainder] !== texts[remainder]) return undefined;
  let next: Json = result;
  for (const [place, text] of Object.entries(changed)) {
    if (typeof text === "string" && texts[place] !== text) next = placed(next, place.split("/"), text);
  }
  return isJsonObject(next) ? next : result;
}

function placed(value: Json, [first, ...rest]: readonly string[], text: string): Json {
  if (first === undefined) return text;
  if (isJsonArray(value))
    return value.map((each, index) => (String(index) === first ? placed(each, rest, text) : each));
  if (!isJsonObject(value)) return value;
  const member = first.replaceAll("~1", "/").replaceAll("~0", "~");
  return { ...value, [member]: placed(value[member] ?? null, rest, text) };
}

function escaped(member: string): string {
  return member.replaceAll("~", "~0").replaceAll("/", "~1");
}
