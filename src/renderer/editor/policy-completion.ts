// What can be typed at a place of the policy, read off the schema the compiler checks by.
import { z } from "zod";
import { canonicalTools } from "../../shared/domain/facts.ts";
import { policyDocumentSchema } from "../../shared/domain/policy.ts";
import { expressionOffers } from "./expression-completion.ts";
import { yamlPlaceAt } from "./yaml-place.ts";

export interface Offer {
  readonly label: string;
  readonly detail?: string;
  readonly kind: "property" | "enum" | "variable" | "method";
  /** What is put in, where it is more than the label. */
  readonly insert?: string;
}

export interface Offers {
  /** From where on the text is replaced. */
  readonly from: number;
  readonly offers: readonly Offer[];
}

/** Members whose text is a condition. */
const expressions: ReadonlySet<string> = new Set(["when", "first", "then"]);

export function policyOffers(text: string, position: number): Offers | undefined {
  const before = text.slice(0, position);
  const { path, at, word } = yamlPlaceAt(before);
  const member = path.at(-1) ?? "";
  if (at !== "key" && expressions.has(member)) {
    const expression = at === "text" ? textOfBlock(before) : word.replace(/^["']/, "");
    const { from, offers } = expressionOffers(expression);
    return offers.length === 0 ? undefined : { from: position - (expression.length - from), offers };
  }
  if (at === "text") return undefined;
  const typed = /[\w*.-]*$/.exec(word)?.[0] ?? "";
  const offers = at === "key" ? keyOffers(path, text) : valueOffers(path, text);
  return offers.length === 0 ? undefined : { from: position - typed.length, offers };
}

/** An expression that spans lines: all of them count, for loops begun further up. */
function textOfBlock(before: string): string {
  const start = Math.max(...["when:", "first:", "then:"].map((name) => before.lastIndexOf(name)));
  const line = before.indexOf("\n", start);
  return line < 0 ? "" : before.slice(line + 1);
}

function keyOffers(path: readonly string[], text: string): readonly Offer[] {
  const schema = schemaAt(path);
  if (schema instanceof z.ZodRecord) {
    return ["*", ...canonicalTools].map((label) => ({
      label: label === "*" ? '"*"' : label,
      kind: "property",
      insert: `${label === "*" ? '"*"' : label}: `,
    }));
  }
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).map(([label, member]) => ({
      label,
      detail: describe(unwrapped(member)),
      kind: "property",
      insert: `${label}: `,
    }));
  }
  // A list whose elements are single values.
  return valueOffers(path, text);
}

function valueOffers(path: readonly string[], text: string): readonly Offer[] {
  if (path.at(-1) === "answers" || path.at(-2) === "answers") return idsIn(text);
  if (path.at(-2) === "tools" && path.at(-1) === "[]") return canonicalTools.map(choice);
  const schema = schemaAt(path);
  const element = schema instanceof z.ZodArray ? unwrapped(schema.element) : schema;
  if (element instanceof z.ZodEnum) return element.options.map((option) => choice(String(option)));
  if (element instanceof z.ZodBoolean) return ["true", "false"].map(choice);
  return [];
}

function choice(label: string): Offer {
  return { label, kind: "enum" };
}

/** The ids of rules and sequences in the file. */
function idsIn(text: string): readonly Offer[] {
  const ids = [...text.matchAll(/(?:^\s*-?\s*|[{,]\s*)id:\s*["']?([\w.-]+)/gm)].map((match) => match[1] ?? "");
  return [...new Set(ids)].map(choice);
}

function schemaAt(path: readonly string[]): unknown {
  let schema: unknown = policyDocumentSchema;
  for (const part of path) {
    schema = unwrapped(schema);
    if (schema instanceof z.ZodObject) schema = (schema.shape as Record<string, unknown>)[part];
    else if (schema instanceof z.ZodArray) schema = part === "[]" ? schema.element : undefined;
    else if (schema instanceof z.ZodRecord) schema = schema.valueType;
    else return undefined;
  }
  return unwrapped(schema);
}

/** Without what says only that it may be left out; of alternatives the one with members. */
function unwrapped(schema: unknown): unknown {
  let current = schema;
  for (;;) {
    if (current instanceof z.ZodDefault || current instanceof z.ZodOptional || current instanceof z.ZodPrefault) {
      current = current.unwrap();
    } else if (current instanceof z.ZodUnion) {
      current = current.options.find((option) => option instanceof z.ZodObject) ?? current.options[0];
    } else return current;
  }
}

function describe(schema: unknown): string {
  if (schema instanceof z.ZodEnum) return schema.options.join(" | ");
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return "members";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodBoolean ? "true | false" : "text";
}
