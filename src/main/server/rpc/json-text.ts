// JSON text to values, refusing what parsers disagree about: duplicate and prototype members, lone surrogates, infinities.
import { isUtf8 } from "node:buffer";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";

export interface ParsedJson {
  readonly value: Json;
  /** How many members the text writes, for each element when it is an array, else for the whole. */
  readonly written: readonly number[];
}

/** The text of UTF-8 bytes, or undefined when they are none. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

export function parseJson(text: string, nesting: number): Result<ParsedJson, "syntax" | "nesting"> {
  const { deepest, written } = scan(text);
  // Before parsing, so that a bomb costs one pass and no memory.
  if (deepest > nesting) return fail("nesting");
  try {
    // JSON.parse makes "__proto__" an ordinary own member: nothing is polluted here, and faultIn refuses it.
    const value: Json = JSON.parse(text);
    return ok({ value, written });
  } catch {
    return fail("syntax");
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** One pass over the structure, strings skipped. What it says about text that is not JSON has no meaning. */
function scan(text: string): { readonly deepest: number; readonly written: readonly number[] } {
  const batch = text.trimStart().startsWith("[");
  const written: number[] = [];
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x3a: // :
        members += 1;
        break;
      case 0x2c: // ,
        if (batch && depth === 1) {
          written.push(members);
          members = 0;
        }
        break;
      default:
    }
  }
  written.push(members);
  return { deepest, written };
}

/** Where the string that begins at `start` has its closing quote. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (index - before) % 2 === 0;
}

export interface Tally {
  /** Members the value really has; fewer than were written means that a name came twice. */
  members: number;
}

/** What is wrong inside a parsed value, as the end of a sentence, or undefined. Adds to the tally as it goes. */
export function faultIn(value: Json, tally: Tally): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : "a string holds half a surrogate pair";
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "a number is too large";
  if (isJsonArray(value)) {
    for (const element of value) {
      const fault = faultIn(element, tally);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  return isJsonObject(value) ? faultInObject(value, tally) : undefined;
}

function faultInObject(object: JsonObject, tally: Tally): string | undefined {
  for (const name of Object.keys(object)) {
    const fault = faultInName(name, tally) ?? faultIn(object[name] ?? null, tally);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export function faultInName(name: string, tally: Tally): string | undefined {
  tally.members += 1;
  if (name === "__proto__") return 'a member is called "__proto__"';
  return name.isWellFormed() ? undefined : "a member's name holds half a surrogate pair";
}

export interface JsonFault {
  /** False when it is no JSON at all. */
  readonly isJson: boolean;
  /** What is wrong with the text, as the end of a sentence. */
  readonly why: string;
}

/** For JSON outside JSON-RPC. */
export function parseStrictJson(text: string | undefined, nesting: number): Result<Json, JsonFault> {
  if (text === undefined) return fail({ isJson: false, why: "it is not valid UTF-8" });
  const parsed = parseJson(text, nesting);
  if (!parsed.ok) {
    const syntax = parsed.error === "syntax";
    return fail({ isJson: !syntax, why: syntax ? "it is not valid JSON" : `it has more than ${nesting} levels` });
  }
  const tally: Tally = { members: 0 };
  const fault = faultIn(parsed.value.value, tally);
  if (fault !== undefined) return fail({ isJson: true, why: fault });
  const written = parsed.value.written.reduce((sum, members) => sum + members, 0);
  if (tally.members === written) return ok(parsed.value.value);
  return fail({ isJson: true, why: "an object holds two members with the same name" });
}
