// Tool action: what a tool that is not a command does, by the words of its name, the values of its arguments and what its server says of it.
import type { ToolAction, ToolObject, ToolReach, ToolVerb } from "../../../../shared/domain/facts.ts";
import { isJsonObject, type JsonObject } from "../../../../shared/lib/json.ts";
import type { Member } from "./arguments.ts";
import { plainName } from "./arguments.ts";
import { closes, everybody, localServers, nounVerbs, objects, opens, plainVerbs, production } from "./tool-words.ts";

export interface DescribedTool {
  /** The tool's own name, as the agent gave it. */
  readonly given: string;
  readonly server: string | undefined;
  /** How its server describes it: what counts when its name says nothing. */
  readonly description?: string | undefined;
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
  { given, server, annotations, description }: DescribedTool,
  members: readonly Member[],
  whole: JsonObject,
): ToolAction | undefined {
  const words = meaningOf({ given, server, description }, members);
  const destructive = annotations.includes("destructive");
  const verb = words.verb === "" || words.verb === "read" ? declared(words.verb, annotations) : words.verb;
  const object = movesMoney(verb, whole) ? "money" : words.object;
  const away = leavesBy(given, members);
  if (away !== undefined) return { ...away, reach: "outside", ...(destructive ? { destructive } : {}) };
  if (verb === "" && object === "") return undefined;
  const reach =
    verb !== "read" && opensToAll(whole)
      ? "everybody"
      : reachOf(words.outside || annotations.includes("open_world"), members, given);
  return { verb, object, reach, ...(destructive ? { destructive } : {}) };
}

/** A tool that says that it changes something, whatever its name says. */
function declared(verb: ToolVerb | "", annotations: readonly string[]): ToolVerb | "" {
  return annotations.includes("destructive") || annotations.includes("not_read_only") ? "change" : verb;
}

/** Names that only say that something else is done: what, stands in the arguments. */
const passesOn =
  /^(?:call|run|execute|invoke|perform|dispatch|use|trigger|send|make|do|api|tool|action|service|operation|request|method|function|workflow|zap|command|task|job|integration)$/u;
const passedOn =
  /^(?:action|actionname|service|operation|method|function|functionname|tool|toolname|endpoint|verb|domain|event|procedure|workflow)$/u;

function meaningOf(
  { given, server, description = "" }: Omit<DescribedTool, "annotations">,
  members: readonly Member[],
): Words {
  const words = wordsOf(given, server);
  if (splitName(given).every((word) => passesOn.test(word))) {
    const inner = members
      .filter(({ name, value }) => passedOn.test(name) && /^[\w.:/ -]{2,80}$/u.test(value))
      .map(({ value }) => value)
      .join(" ");
    if (inner !== "") {
      const meant = wordsOf(inner, server);
      return {
        verb: meant.verb === "" ? words.verb : meant.verb,
        object: meant.object === "" ? words.object : meant.object,
        outside: words.outside,
      };
    }
  }
  if (words.verb !== "" || description === "") return words;
  const [first = ""] = description.slice(0, 300).split(/[.!?\n]/u, 1);
  const said = wordsOf(first.replaceAll(/\b([a-z]{2,}?)(?:e?s)\b/giu, "$1 $1e $&"), server);
  return { verb: said.verb, object: words.object === "" ? said.object : words.object, outside: words.outside };
}

const sinkNames = /^(?:destination\w*|dest|target\w*|to|output\w*|uri|sink|export\w*|bucket|location|url)$/u;
const forwards = /^(?:forward\w*|redirectto|bcc|autoforward\w*|delegateemail)$/u;

/** Data that goes to storage by an address, and mail that will be forwarded from now on, whatever the tool is called. */
function leavesBy(given: string, members: readonly Member[]): Pick<ToolAction, "verb" | "object"> | undefined {
  const words = splitName(given);
  if (members.some(({ name, value }) => forwards.test(name) && /^[^\s@]+@[^\s@]+\.\w+$/u.test(value)))
    return { verb: "send", object: "mail" };
  const exports = words.some((word) =>
    /^(?:export|dump|unload|backup|replicate|archive|snapshot|copy|extract)$/u.test(word),
  );
  return exports &&
    members.some(
      ({ name, value }) =>
        sinkNames.test(name) && /^(?:s3|gs|az|abfss?|wasbs?|ftp|sftp|https?):\/\/(?!localhost|127\.)/u.test(value),
    )
    ? { verb: "publish", object: "data" }
    : undefined;
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

/** `private: false` and `public: true`, at any place of the arguments that is not too deep. */
function opensToAll(given: JsonObject, depth = 0): boolean {
  return Object.entries(given).some(([name, value]) => {
    if (value === true || value === "true") return opens.test(plainName(name));
    if (value === false || value === "false") return closes.test(plainName(name));
    return depth < 3 && isJsonObject(value) && opensToAll(value, depth + 1);
  });
}

/** An amount in a currency is money, whatever the tool calls it. */
function movesMoney(verb: ToolVerb | "", given: JsonObject): boolean {
  if (verb === "read" || verb === "") return false;
  const names = new Set(Object.keys(given).map(plainName));
  const amount = ["amount", "amountcents", "amountminor", "totalamount", "value"].some((name) => names.has(name));
  if (["iban", "bankaccount", "accountnumber", "routingnumber", "payoutaccount"].some((name) => names.has(name)))
    return true;
  return (
    amount &&
    ["currency", "currencycode", "asset", "coin", "iban", "payee", "beneficiary"].some((name) => names.has(name))
  );
}
