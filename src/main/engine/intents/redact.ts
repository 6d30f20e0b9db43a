// Redaction: what may leave the engine for ledger, telemetry and logs, without secrets and long contents.
import type { Headline } from "../../../shared/domain/headline.ts";
import { detached } from "../../../shared/lib/detached.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";
import type { SecretScanner } from "../ports.ts";

/** Longer strings keep their beginning; the ledger holds the SHA-256 of the original. */
const longestString = 2048;
/** All strings of one object together: a thousand short members are a long content too. */
const longestObject = 16_384;

/** Members whose name says that the value is a secret, whatever it looks like. */
const secretMember =
  /pass(word|wd|phrase)|secret|(^|[_-])(auth_?)?token$|api[_-]?key|authorization|credential|private[_-]?key/i;

export const isSecretMember = (name: string): boolean => secretMember.test(name);

/** Members that hold what is written or said: what they are about is recorded, they themselves are not. */
const contentMember =
  /^(content|contents|text|body|data|patch|diff|input|stdin|old_string|new_string|old_str|new_str|file_text|new_source|insert_text|replacement)$/i;
const shortContent = 64;

export function redactText(text: string, findSecrets: SecretScanner): string {
  const matches = findSecrets(text);
  if (matches.length === 0) return text;
  let redacted = "";
  let from = 0;
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    if (match.end <= from) continue;
    redacted += `${text.slice(from, Math.max(from, match.start))}[redacted:${match.kind}]`;
    from = match.end;
  }
  return from === 0 ? text : redacted + text.slice(from);
}

/** Headlines quote names, paths and addresses. One search tells of nearly all that they hold nothing secret. */
export function redactHeadline(headline: Headline, findSecrets: SecretScanner): Headline {
  const { sentence, object, notes } = headline;
  if (findSecrets([object, ...notes].join("\n")).length === 0) return headline;
  return {
    ...headline,
    sentence: redactText(sentence, findSecrets),
    object: redactText(object, findSecrets),
    notes: notes.map((note) => redactText(note, findSecrets)),
  };
}

export function redactJson(value: Json, findSecrets: SecretScanner): Json {
  return redact(value, findSecrets, { left: longestObject });
}

export function redactObject(value: JsonObject, findSecrets: SecretScanner): JsonObject {
  return redactMembers(value, findSecrets, { left: longestObject });
}

interface Budget {
  left: number;
}

function redact(value: Json, findSecrets: SecretScanner, budget: Budget): Json {
  if (typeof value === "string") return redactString(value, findSecrets, budget);
  budget.left -= 8;
  if (budget.left <= 0) return omitted;
  if (Array.isArray(value)) return redactItems(value, findSecrets, budget);
  if (isJsonObject(value)) return redactMembers(value, findSecrets, budget);
  return value;
}

/** Only the beginning is kept, so only secrets that begin there matter; the longest of them is a key block. */
const longestSecret = 20_480;

function redactString(value: string, findSecrets: SecretScanner, budget: Budget): string {
  const scanned = longestString + longestSecret;
  if (value.length <= scanned) return shorten(redactText(value, findSecrets), budget);
  const kept = redactText(value.slice(0, scanned), findSecrets).slice(0, longestString);
  return `${shorten(kept, budget)}… [${value.length - kept.length} more characters]`;
}

const omitted = "[omitted: too long]";

function redactItems(items: readonly Json[], findSecrets: SecretScanner, budget: Budget): Json {
  const kept: Json[] = [];
  for (const item of items) {
    if (budget.left <= 0) return [...kept, `[${items.length - kept.length} more]`];
    kept.push(redact(item, findSecrets, budget));
  }
  return kept;
}

function redactMembers(value: JsonObject, findSecrets: SecretScanner, budget: Budget): JsonObject {
  const kept: Record<string, Json> = {};
  const names = Object.keys(value);
  let count = 0;
  for (const name of names) {
    if (budget.left <= 0) {
      kept["…"] = `${names.length - count} more members`;
      break;
    }
    count += 1;
    const shown = shorten(name, budget);
    const member = redactMember(name, value[name] ?? null, findSecrets, budget);
    // Assigned, this one would become the object's prototype.
    if (shown === "__proto__")
      Object.defineProperty(kept, shown, { value: member, enumerable: true, writable: true, configurable: true });
    else kept[shown] = member;
  }
  return kept;
}

function redactMember(name: string, member: Json, findSecrets: SecretScanner, budget: Budget): Json {
  if (typeof member !== "string" || member === "") return redact(member, findSecrets, budget);
  if (isSecretMember(name)) return "[redacted:member]";
  if (contentMember.test(name) && member.length > shortContent) return `[${member.length} characters]`;
  return redact(member, findSecrets, budget);
}

function shorten(text: string, budget: Budget): string {
  const longest = Math.max(0, Math.min(longestString, budget.left));
  budget.left -= Math.min(text.length, longest);
  if (text.length <= longest) return detached(text);
  return detached(`${text.slice(0, longest)}… [${text.length - longest} more characters]`);
}
