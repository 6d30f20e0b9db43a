// Places: the texts inside a message, each with the way to it, so that a changed text finds its way back.
import { isUtf8 } from "node:buffer";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";

export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  readonly text: string;
  /** The text stands there as base64. */
  readonly encoded?: boolean;
}

/** File contents without blanks: not for reading, and words found in them are chance. */
const blob = /^[A-Za-z0-9+/_-]{256,}={0,2}$/u;
const textual = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-sh|[a-z.+-]*\+(?:json|xml)))/iu;
const base64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}[\r\n]*$/u;
const contentMembers: ReadonlySet<string> = new Set(["bytes", "blob"]);
/** One word without digits, an identifier, a version, a time: neither an order nor a secret, whatever its member is called. */
const label =
  /^(?:[A-Za-z][A-Za-z/_+.-]{0,14}|[a-z][a-z/_+.-]{0,39}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,4}(?:\.\d{1,4}){0,3}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/u;

/** Every text below a value. Contents that are text are read, whatever their media type says; others are left alone. */
export function textsIn(value: Json | undefined, path: Path): readonly Place[] {
  if (typeof value === "string") return value === "" || blob.test(value) ? [] : [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const media = value["mimeType"];
  return Object.entries(value).flatMap(([name, member]): readonly Place[] => {
    const way = [...path, name];
    if (!contentMembers.has(name) || typeof member !== "string" || !base64.test(member)) return textsIn(member, way);
    const text = decoded(member, typeof media === "string" && textual.test(media));
    if (text !== undefined) return [{ path: way, text, encoded: true }];
    return typeof media === "string" ? [] : textsIn(member, way);
  });
}

/** The texts of a message of another protocol: everything but its own labels. */
export function rawTextsIn(value: Json | undefined, path: Path): readonly Place[] {
  return textsIn(value, path).filter(({ text }) => !label.test(text));
}

/** The texts of an AOS message's parts. */
export function partTextsIn(parts: Json | undefined, path: Path): readonly Place[] {
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: Json, index): readonly Place[] => {
    if (!isJsonObject(part)) return [];
    const at = [...path, index];
    return [
      ...textsIn(part["text"], [...at, "text"]),
      ...textsIn(part["data"], [...at, "data"]),
      ...rawTextsIn(part["file"], [...at, "file"]),
    ];
  });
}

/** One bad byte does not make a text unreadable to those who know that it is one. */
function decoded(content: string, saysText: boolean): string | undefined {
  const bytes = Buffer.from(content, "base64");
  return saysText || isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

/** `message.content.0.text`; names that are no plain words are quoted. */
function nameOf(path: Path): string {
  const parts = path.map((part) => (/^[\w-]+$/u.test(String(part)) ? `.${part}` : `[${JSON.stringify(part)}]`));
  return parts.join("").replace(/^\./u, "");
}

export function argumentsOf(places: readonly Place[]): JsonObject {
  return Object.fromEntries(places.map(({ path, text }) => [nameOf(path), text]));
}

/** The value with the changed texts in their places. Names that are no place of it are not looked at. */
export function withTexts(root: JsonObject, places: readonly Place[], changed: JsonObject): JsonObject {
  let result: Json = root;
  for (const { path, encoded } of places) {
    const text = changed[nameOf(path)];
    if (typeof text !== "string") continue;
    result = replaced(result, path, encoded === true ? Buffer.from(text, "utf8").toString("base64") : text);
  }
  return isJsonObject(result) ? result : root;
}

function replaced(value: Json, [first, ...rest]: Path, replacement: Json): Json {
  if (first === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => (index === first ? replaced(item, rest, replacement) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [first]: replaced(value[first] ?? null, rest, replacement) };
}
