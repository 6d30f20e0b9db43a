// RFC 8785 canonical JSON: the text that is hashed, signed and recorded.
import { isJsonObject, type Json } from "./json.ts";

/**
 * Members in the order of their UTF-16 code units, no blanks, numbers as ECMAScript prints them; members that are undefined
 * are left out. Throws where RFC 8785 has no form: a lone surrogate, NaN, infinity.
 */
export function canonical(value: unknown): string {
  return write(value, strictText, strictNumber);
}

/**
 * The same for the ledger, where recording a strange value is better than refusing it: a number without a form becomes null,
 * as JSON.stringify writes it, and a lone surrogate becomes U+FFFD, because UTF-8 has no form for it.
 */
export function canonicalRecord(value: Json | undefined): string {
  return alreadyCanonical(value) ?? write(value, quote, JSON.stringify);
}

/**
 * The text of a value whose members stand in canonical order, as nearly all do: nothing is quicker than JSON.stringify.
 * Undefined for any other value, and for one with a lone surrogate.
 */
export function alreadyCanonical(value: unknown): string | undefined {
  if (!isInOrder(value)) return undefined;
  const text = JSON.stringify(value) ?? "null";
  // JSON.stringify escapes no other character like this; a text that holds these three itself is merely written the slow way.
  return text.includes("\\ud") ? undefined : text;
}

function isInOrder(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (!isInOrder(item)) return false;
    return true;
  }
  if (!isJsonObject(value)) return true;
  let before = "";
  for (const name in value) {
    if (name < before || !isInOrder(value[name])) return false;
    before = name;
  }
  return true;
}

/** Characters that stand in JSON as they are; a text with any other is written by JSON.stringify. */
const plain = /^[ !#-[\]-~]*$/;

/** A text as JSON, its lone surrogates replaced. */
export function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed());
}

function strictText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("A lone surrogate has no canonical form.");
  return JSON.stringify(text);
}

function strictNumber(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} has no canonical form.`);
  return JSON.stringify(number);
}

function write(value: unknown, text: (value: string) => string, number: (value: number) => string): string {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return number(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, text, number)).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  let members = "";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === "" ? "" : ","}${text(name)}:${write(member, text, number)}`;
  }
  return `{${members}}`;
}
