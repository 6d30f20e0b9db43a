// Other arguments: every argument of a call that a card does not already show as its command, its change or its file.
import type { Facts } from "./facts.ts";
import type { Json, JsonObject } from "../lib/json.ts";

export interface OtherArgument {
  readonly name: string;
  /** Texts as they are, anything else as JSON. */
  readonly text: string;
}

/** Names under which the shown text itself may stand. An argument of another name is listed even if its value is the same. */
const shownName =
  /^(?:.*_?(?:command|cmd|line|script|content|contents|text|path|file|filename|string|str|source)|code|input|file)$/i;

/** `shown` are the texts above the list, each of which may stand for one argument. */
export function otherArguments(given: JsonObject, shown: readonly (string | undefined)[]): readonly OtherArgument[] {
  const left = shown.filter((text) => text !== undefined);
  return Object.entries(given).flatMap(([name, value]) => {
    const at = typeof value === "string" && shownName.test(name) ? left.indexOf(value) : -1;
    if (at < 0) return [{ name, text: textOf(value) }];
    left.splice(at, 1);
    return [];
  });
}

/** What a card or a terminal shows of a call with a command line before it lists the rest. */
export function besideShownCommand(facts: Facts, given: JsonObject): readonly OtherArgument[] {
  return facts.command === undefined ? [] : otherArguments(given, [facts.command]);
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}
