// What has changed between two definitions of a tool, in lines for people.
import { canonicalJson } from "../../engine/intents/digests.ts";
import type { ToolDefinition } from "./objects.ts";

type Members = Readonly<Record<string, unknown>>;

/** What makes a definition the same: metadata may hold times and counters, and the order of arguments means nothing. */
export function definitionText(definition: ToolDefinition): string {
  const { metadata: _metadata, arguments: given, outputs, ...rest } = definition;
  return canonicalJson({ ...rest, arguments: ordered(given), outputs: ordered(outputs) });
}

function ordered(list: readonly { readonly name: string }[] | null): readonly unknown[] {
  return (list ?? []).toSorted((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
}

/** One line for each member that is new, gone or different. */
export function definitionDiff(before: ToolDefinition, after: ToolDefinition): readonly string[] {
  const { metadata: _before, arguments: argumentsBefore, outputs: outputsBefore, ...old } = before;
  const { metadata: _after, arguments: argumentsAfter, outputs: outputsAfter, ...fresh } = after;
  return [
    ...memberLines("", old, fresh),
    ...listLines("argument", argumentsBefore ?? [], argumentsAfter ?? []),
    ...listLines("output", outputsBefore ?? [], outputsAfter ?? []),
  ];
}

function listLines(
  what: string,
  before: readonly ({ readonly name: string } & Members)[],
  after: readonly ({ readonly name: string } & Members)[],
): readonly string[] {
  const gone = before.filter(({ name }) => !after.some((other) => other.name === name));
  return [
    ...after.flatMap((item) => {
      const old = before.find(({ name }) => name === item.name);
      if (old === undefined) return [`+ ${what} ${shown(item.name)}: ${shown(item)}`];
      return memberLines(`${what} ${shown(item.name)}: `, old, item);
    }),
    ...gone.map((item) => `- ${what} ${shown(item.name)}: ${shown(item)}`),
  ];
}

function memberLines(prefix: string, before: Members, after: Members): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    const old = before[name];
    const fresh = after[name];
    if (canonicalJson(old ?? null) === canonicalJson(fresh ?? null)) return [];
    if (old === undefined) return [`+ ${prefix}${name}: ${shown(fresh)}`];
    if (fresh === undefined) return [`- ${prefix}${name}: ${shown(old)}`];
    return [`~ ${prefix}${name}: ${shown(old)} → ${shown(fresh)}`];
  });
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : canonicalJson(value);
  return text.length <= 400 ? text : `${text.slice(0, 399)}…`;
}
