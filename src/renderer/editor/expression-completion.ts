// What can follow in a condition: variables, members by their type, loops and functions. From the types the compiler checks by.
import { zones } from "../../shared/domain/facts.ts";
import { viewFields } from "../../shared/domain/expression-fields.ts";
import { policyEditor as labels } from "../labels/policy.ts";
import type { Offer } from "./policy-completion.ts";

const variables: Readonly<Record<string, string>> = {
  facts: "Facts",
  agent: "Agent",
  session: "Session",
  time: "Time",
};

const loops = ["exists", "all", "exists_one", "filter", "map"];
const textFunctions = ["startsWith", "endsWith", "contains", "matches", "glob", "like", "domain"];

const commandFunctions = [
  ["option", "string"],
  ["values", "list<string>"],
  ["operand", "string"],
  ["word", "string"],
  ["flag", "bool"],
] as const;

/** The values of members with a closed vocabulary, offered within quotes. */
const words: Readonly<Record<string, readonly string[]>> = {
  zone: zones,
  access: ["read", "write", "delete", "execute"],
  direction: ["download", "upload", "connect"],
  weekday: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
};

/** `before` is the expression up to the cursor. */
export function expressionOffers(before: string): { readonly from: number; readonly offers: readonly Offer[] } {
  const quoted = /\.(\w+)\s*(?:==|!=|in)\s*\[?[^\]"']*(?:"[^"]*"\s*,\s*)*"(\w*)$/.exec(before);
  if (quoted !== null) {
    const typed = quoted[2] ?? "";
    const known = words[quoted[1] ?? ""] ?? [];
    return { from: before.length - typed.length, offers: known.map((label) => ({ label, kind: "enum" })) };
  }
  const chain = /[A-Za-z_]\w*(?:\.\w*)*$/.exec(before)?.[0] ?? "";
  const parts = chain.split(".");
  const typed = parts.pop() ?? "";
  const from = before.length - typed.length;
  const bound = loopVariables(before);
  if (parts.length === 0) {
    const names = [...bound.entries(), ...Object.entries(variables)];
    return { from, offers: names.map(([label, detail]) => ({ label, detail, kind: "variable" })) };
  }
  return { from, offers: membersOf(typeOf(parts, bound)) };
}

function membersOf(type: string | undefined): readonly Offer[] {
  if (type === undefined) return [];
  const call = (label: string, detail: string): Offer => ({ label, detail, kind: "method", insert: `${label}(` });
  if (type === "string") return textFunctions.map((name) => call(name, "text"));
  if (type.startsWith("list<")) return [...loops.map((name) => call(name, labels.ofEachElement)), call("size", "int")];
  const fields = Object.entries(fieldsOf(type)).map(([label, detail]): Offer => ({ label, detail, kind: "property" }));
  return type === "Command" ? [...fields, ...commandFunctions.map(([name, result]) => call(name, result))] : fields;
}

function fieldsOf(type: string): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = viewFields;
  return known[type] ?? {};
}

function typeOf(parts: readonly string[], bound: ReadonlyMap<string, string>): string | undefined {
  const [first = "", ...rest] = parts;
  let type: string | undefined = bound.get(first) ?? variables[first];
  for (const part of rest) type = type === undefined ? undefined : fieldsOf(type)[part];
  return type;
}

/** The names that loops around the cursor have given to elements, with their types. */
function loopVariables(before: string): ReadonlyMap<string, string> {
  const bound = new Map<string, string>();
  const loop = /([A-Za-z_][\w.]*)\.(?:exists|all|exists_one|filter|map)\(\s*(\w+)\s*,/g;
  for (const [, list = "", name = ""] of before.matchAll(loop)) {
    const type = typeOf(list.split("."), bound);
    const element = /^list<(\w+)>$/.exec(type ?? "")?.[1];
    if (element !== undefined) bound.set(name, element);
  }
  return bound;
}
