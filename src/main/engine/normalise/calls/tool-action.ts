// Tool action: what a tool that is not a command does, by the words of its name, the values of its arguments and what its server says of it.
import type { ToolAction, ToolObject, ToolReach, ToolVerb } from "../../../../shared/domain/facts.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import type { Member } from "./arguments.ts";
import { plainName } from "./arguments.ts";
import { everybody, localServers, nounVerbs, objects, plainVerbs, production } from "./tool-words.ts";

export interface DescribedTool {
  /** The tool's own name, as the agent gave it. */
  readonly given: string;
  readonly server: string | undefined;
  /** The server's own claims, such as "read_only" and "destructive". They can make a tool worse and never better. */
  readonly annotations: readonly string[];
}

/** The strongest first: of several verbs the one that matters most decides. */
const strength: readonly ToolVerb[] = [
  "pay",
  "delete",
  "grant",
  "publish",
  "send",
  "change",
  "run",
  "create",
  "schedule",
  "remember",
  "read",
];

/** Of several objects the one that matters most decides. */
const weight: readonly ToolObject[] = [
  "money",
  "protection",
  "permission",
  "secret",
  "memory",
  "schedule",
  "people",
  "publication",
  "mail",
  "screen",
  "scrap",
  "message",
  "repository",
  "infrastructure",
  "data",
  "request",
];

interface Words {
  readonly verb: ToolVerb | "";
  readonly object: ToolObject | "";
  readonly outside: boolean;
}

export function toolActionOf(
  { given, server, annotations }: DescribedTool,
  members: readonly Member[],
  whole: JsonObject,
): ToolAction | undefined {
  const words = wordsOf(given, server);
  const destructive = annotations.includes("destructive");
  const verb = words.verb === "" || words.verb === "read" ? declared(words.verb, annotations) : words.verb;
  const object = movesMoney(verb, whole) ? "money" : words.object;
  if (verb === "" && object === "") return undefined;
  const reach = reachOf(words.outside || annotations.includes("open_world"), members, given);
  return { verb, object, reach, ...(destructive ? { destructive } : {}) };
}

/** A tool that says that it changes something, whatever its name says. */
function declared(verb: ToolVerb | "", annotations: readonly string[]): ToolVerb | "" {
  return annotations.includes("destructive") || annotations.includes("not_read_only") ? "change" : verb;
}

function wordsOf(given: string, server: string | undefined): Words {
  const own = splitName(given);
  const from = splitName(server ?? "");
  return { verb: verbOf(own), object: objectOf(own, from), outside: isOutside(server, from) };
}

/** `createRefund`, `create-refund` and `create_refund` are the same two words. */
function splitName(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/gu, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter((word) => word !== "");
}

function verbOf(words: readonly string[]): ToolVerb | "" {
  const plain = words.flatMap((word) => plainVerbs.get(word) ?? []);
  // `get_merge_settings` reads; `get_or_create_user` does not.
  const joined = words.includes("and") || words.includes("or");
  if (plain[0] === "read" && !joined) return "read";
  const found = plain.length > 0 ? plain : words.flatMap((word) => nounVerbs.get(word) ?? []);
  return strength.find((verb) => found.includes(verb)) ?? "";
}

/** The server's name helps where the tool's own name says nothing: `twitter.create`, `memory.add`. */
function objectOf(own: readonly string[], server: readonly string[]): ToolObject | "" {
  const heaviest = (words: readonly string[]): ToolObject | undefined => {
    const found = words.flatMap((word) => objects.get(word) ?? []);
    return weight.find((object) => found.includes(object));
  };
  const named = heaviest(own);
  if (named !== undefined && named !== "data" && named !== "message" && named !== "infrastructure") return named;
  return heaviest(server) ?? named ?? "";
}

function isOutside(server: string | undefined, words: readonly string[]): boolean {
  return server !== undefined && !words.some((word) => localServers.has(word));
}

const placeNames =
  /^(?:environment|env|envname|environmentname|target|targetenvironment|stage|cluster|context|namespace|database|db|host|hostname|server|instance|project|projectid|projectref|tier|branch|service|app|application|workspace|url|endpoint)$/u;
const audienceNames =
  /^(?:type|visibility|access|audience|scope|role|principal|principals|sharewith|sharedwith|recipient|cidr|source|sourceranges|acl|policy|privacy|entity|member|grantee|email|who)$/u;

function reachOf(outside: boolean, members: readonly Member[], given: string): ToolReach {
  let reach: ToolReach = outside ? "outside" : "local";
  for (const { name, value } of members.slice(0, 200)) {
    if (value.length > 300) continue;
    if (audienceNames.test(name) && everybody.test(value.trim())) return "everybody";
    if (placeNames.test(name) && production.test(value)) reach = "production";
  }
  return production.test(splitName(given).join(" ")) ? "production" : reach;
}

/** An amount in a currency is money, whatever the tool calls it. */
function movesMoney(verb: ToolVerb | "", given: JsonObject): boolean {
  if (verb === "read" || verb === "") return false;
  const names = new Set(Object.keys(given).map(plainName));
  const amount = ["amount", "amountcents", "amountminor", "totalamount", "value"].some((name) => names.has(name));
  return (
    amount &&
    ["currency", "currencycode", "asset", "coin", "iban", "payee", "beneficiary"].some((name) => names.has(name))
  );
}
