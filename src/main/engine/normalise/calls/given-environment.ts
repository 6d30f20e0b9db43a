// Given environment: the variables a call sets beside its command, however its arguments spell them.
import type { Json, JsonObject } from "../../../../shared/lib/json.ts";
import { isJsonObject } from "../../../../shared/lib/json.ts";
import { isList, plainName } from "./arguments.ts";
import { limits } from "../limits.ts";

export type Variables = Readonly<Record<string, string>>;

const environmentNames: ReadonlySet<string> = new Set(
  "env envs environ environment environments envvar envvars envvariables environmentvariable environmentvariables extraenv envoverride envoverrides processenv addenv setenv shellenv additionalenv".split(
    " ",
  ),
);

/** One record for each place that names variables; several places may contradict each other. */
export function environmentsIn(given: JsonObject): readonly Variables[] {
  const found: Variables[] = [];
  let visited = 0;
  const visit = (value: Json, depth: number): void => {
    visited += 1;
    if (visited > limits.members || depth > limits.memberDepth || typeof value !== "object" || value === null) return;
    if (isList(value)) for (const item of value.slice(0, limits.members)) visit(item, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, member = null] of Object.entries(value).slice(0, limits.members)) {
        if (!environmentNames.has(plainName(key))) visit(member, depth + 1);
        else {
          const variables = readVariables(member);
          if (Object.keys(variables).length > 0) found.push(variables);
        }
      }
    }
  };
  visit(given, 0);
  return found;
}

/** `{ A: "1" }`, `["A=1"]`, `[{ name: "A", value: "1" }]`, and text as in a `.env` file. */
function readVariables(value: Json): Variables {
  const variables = new Map<string, string>();
  const set = (name: string, text: Json | undefined): void => {
    if (variables.size >= limits.fields || name === "__proto__") return;
    if (typeof text === "string") variables.set(name, text);
    else if (typeof text === "number" || typeof text === "boolean") variables.set(name, String(text));
    else if (text !== undefined && isJsonObject(text)) set(name, text["value"]);
  };
  const read = (item: Json): void => {
    if (typeof item === "string") for (const [name, text] of assignmentsIn(item)) set(name, text);
    else if (isList(item)) for (const each of item.slice(0, limits.members)) read(each);
    else if (isJsonObject(item)) {
      const name = item["name"] ?? item["key"];
      if (typeof name === "string" && "value" in item) set(name, item["value"]);
      else for (const key of Object.keys(item)) set(key, item[key]);
    }
  };
  read(value);
  return Object.fromEntries(variables);
}

function assignmentsIn(text: string): readonly (readonly [string, string])[] {
  return text
    .slice(0, limits.expandedCharacters)
    .split(/\n|\s(?=[A-Za-z_]\w*=)/)
    .flatMap((line) => {
      const [, name, value = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=([^]*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.trim().replace(/^(["'])([^]*)\1$/, "$2")] as const];
    });
}
