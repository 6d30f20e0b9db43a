// What a scorer in another process receives: the call or the text without its secrets, and bounded.
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import type { ModelQuestion, SecretScanner } from "../../engine/ports.ts";
import { isSecretMember, redactText } from "../../engine/intents/redact.ts";

export type RedactedQuestion =
  | { readonly kind: "call"; readonly tool: string; readonly arguments: JsonObject }
  | { readonly kind: "text"; readonly text: string };

/** Of a long string the beginning and the end are sent. */
const longestString = 8192;
const keptEnd = 2048;
/** Strings, members and items of one question together. */
const longestQuestion = 32_768;

export function redacted(question: ModelQuestion, findSecrets: SecretScanner): RedactedQuestion {
  const room: Room = { left: longestQuestion, findSecrets };
  if (question.kind === "text") return { kind: "text", text: shortText(question.text, room) };
  const { facts } = question;
  return {
    kind: "call",
    tool: facts.tool === "other" ? facts.givenTool.slice(0, 256) : facts.tool,
    arguments: { ...membersOf(question.arguments, room), ...usualMembers(question, room) },
  };
}

/** Agents call the same member by many names; a server knows the documents' ones. */
function usualMembers({ facts, arguments: given }: Extract<ModelQuestion, { kind: "call" }>, room: Room): JsonObject {
  const command = facts.tool === "execute_command" && !("command" in given) ? facts.command : undefined;
  const about = facts.tool.endsWith("_file") && !("path" in given) ? facts.paths[0]?.given : undefined;
  return {
    ...(command === undefined ? {} : { command: shortText(command, room) }),
    ...(about === undefined ? {} : { path: shortText(about, room) }),
  };
}

interface Room {
  left: number;
  readonly findSecrets: SecretScanner;
}

function valueOf(value: Json, room: Room): Json {
  if (typeof value === "string") return shortText(value, room);
  room.left -= 8;
  if (room.left <= 0) return null;
  if (Array.isArray(value)) return value.slice(0, room.left).map((item: Json) => valueOf(item, room));
  return isJsonObject(value) ? membersOf(value, room) : value;
}

function membersOf(value: JsonObject, room: Room): JsonObject {
  const kept: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (room.left <= 0) break;
    const secret = typeof member === "string" && member !== "" && isSecretMember(name);
    kept.push([shortText(name, room), secret ? "[redacted:member]" : valueOf(member, room)]);
  }
  return Object.fromEntries(kept);
}

function shortText(text: string, room: Room): string {
  const clean = redactText(text, room.findSecrets);
  const longest = Math.max(0, Math.min(longestString, room.left));
  room.left -= Math.min(clean.length, longest);
  if (clean.length <= longest) return clean;
  const end = Math.min(keptEnd, Math.floor(longest / 4));
  return `${clean.slice(0, longest - end)} […] ${clean.slice(clean.length - end)}`;
}
