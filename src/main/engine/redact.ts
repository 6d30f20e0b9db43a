// Redaction: what may leave the engine for ledger, telemetry and logs. Secrets and long contents stay behind.
import type { Json, JsonObject } from "../../shared/json.ts";
import type { SecretScanner } from "./ports.ts";

/** Longer strings keep their beginning; the ledger holds the SHA-256 of the original. */
const longestString = 2048;

/** Members whose name says that the value is a secret, whatever it looks like. */
const secretMember =
  /pass(word|wd|phrase)|secret|(^|[_-])(auth_?)?token$|api[_-]?key|authorization|credential|private[_-]?key/i;

export function redactText(text: string, findSecrets: SecretScanner): string {
  let redacted = "";
  let from = 0;
  for (const match of [...findSecrets(text)].sort((left, right) => left.start - right.start)) {
    if (match.end <= from) continue;
    redacted += `${text.slice(from, Math.max(from, match.start))}[redacted:${match.kind}]`;
    from = match.end;
  }
  return from === 0 ? text : redacted + text.slice(from);
}

export function redactJson(value: Json, findSecrets: SecretScanner): Json {
  if (typeof value === "string") return shorten(redactText(value, findSecrets));
  if (Array.isArray(value)) return value.map((item: Json) => redactJson(item, findSecrets));
  if (typeof value === "object" && value !== null) return redactObject(value as JsonObject, findSecrets);
  return value;
}

export function redactObject(value: JsonObject, findSecrets: SecretScanner): JsonObject {
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === "string" && member !== "" && secretMember.test(name)
      ? "[redacted:member]"
      : redactJson(member, findSecrets),
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

function shorten(text: string): string {
  if (text.length <= longestString) return text;
  return `${text.slice(0, longestString)}… [${text.length - longestString} more characters]`;
}
