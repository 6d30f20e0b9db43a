// A lasting decision in words, made from the same conditions as its rule: one sentence, and every limit it has.
import { boundaryTools } from "../containment/boundary.ts";
import type { Duration } from "../domain/directive.ts";
import type { Effect, HostFact, PathFact, Zone } from "../domain/facts.ts";
import type { ReachCondition } from "./conditions.ts";
import { assertNever } from "../lib/result.ts";

export interface ReachWords {
  /** "Always allows any `git push --force …` by Claude Code in /home/anna/shop." */
  readonly sentence: string;
  /** What the sentence does not say; each of them holds. */
  readonly limits: readonly string[];
}

type Condition<Kind extends ReachCondition["kind"]> = Extract<ReachCondition, { kind: Kind }>;

const durationWords: Readonly<Record<Duration, string>> = {
  once: "once",
  "5m": "for 5 minutes",
  "15m": "for 15 minutes",
  "1h": "for 1 hour",
  session: "for this session",
  always: "always",
};

export function reachWords(
  conditions: readonly ReachCondition[],
  { decision, duration, agentName }: { decision: "approve" | "deny"; duration: Duration; agentName: string },
): ReachWords {
  const verb = decision === "approve" ? "allows" : "denies";
  const who = find(conditions, "agent") === undefined ? "any agent" : agentName;
  const what = `${subjectOf(conditions)} by ${who}${placeOf(conditions)}`;
  const sentence =
    duration === "always" ? `Always ${verb} ${what}.` : `${capital(verb)} ${what} ${durationWords[duration]}.`;
  return { sentence, limits: conditions.flatMap((condition) => limitOf(condition) ?? []) };
}

/** What a button that allows says: "Always allow any `git push --force …` in shop". */
export function consequenceWords(conditions: readonly ReachCondition[], duration: Duration): string {
  const folder = find(conditions, "project")?.folder;
  const where = folder === undefined ? "" : ` in ${folder.slice(folder.lastIndexOf("/") + 1)}`;
  const what = `${subjectOf(conditions)}${where}`;
  return duration === "always" ? `Always allow ${what}` : `Allow ${what} ${durationWords[duration]}`;
}

function find<Kind extends ReachCondition["kind"]>(
  conditions: readonly ReachCondition[],
  kind: Kind,
): Condition<Kind> | undefined {
  return conditions.find((condition): condition is Condition<Kind> => condition.kind === kind);
}

/** What it is about: the call, the form of the command, the program or the tool, and the folder or host it is bound to. */
function subjectOf(conditions: readonly ReachCondition[]): string {
  const command = find(conditions, "command");
  if (command !== undefined) return `exactly \`${shortened(command.text)}\``;
  const tool = find(conditions, "tool")?.tool ?? "";
  if (find(conditions, "call") !== undefined) return `exactly this ${tool} call`;
  const program = find(conditions, "program")?.program;
  const options = find(conditions, "options")?.options;
  const below = find(conditions, "below")?.folder;
  const host = find(conditions, "host")?.host;
  const bound = `${below === undefined ? "" : ` on paths below ${below}`}${host === undefined ? "" : ` to ${host}`}`;
  const port = find(conditions, "port")?.port;
  if (tool === boundaryTools.connect)
    return `connections of contained runs${bound}${port === undefined ? "" : `:${port}`}`;
  if (tool === boundaryTools.read) return `contained runs to read ${below ?? "it"}`;
  if (tool === boundaryTools.write) return `contained runs to write ${below ?? "it"}`;
  if (program === undefined) return `any ${tool} call${bound}`;
  if (options === undefined) return `any \`${program}\` command${bound}`;
  const word = find(conditions, "first_word")?.word;
  const runs = find(conditions, "runs")?.path;
  const named = runs === undefined || runs.endsWith(`/${program}`) ? [runs ?? program] : [program, runs];
  return `any \`${[...named, ...(word === undefined ? [] : [word]), ...options, "…"].join(" ")}\``;
}

/** The whole of it stands on the card and in the rule. */
function shortened(text: string): string {
  return text.length <= longestCommand ? text : `${text.slice(0, longestCommand - 1)}…`;
}

const longestCommand = 160;

function placeOf(conditions: readonly ReachCondition[]): string {
  const folder = find(conditions, "project")?.folder;
  return folder === undefined ? " outside any project" : ` in ${folder}`;
}

/** Undefined where the sentence says it already. */
function limitOf(condition: ReachCondition): string | undefined {
  switch (condition.kind) {
    case "agent":
    case "project":
    case "command":
    case "call":
    case "program":
    case "below":
    case "host":
      return undefined;
    case "port":
      return `port ${condition.port}`;
    case "tool":
      return condition.known ? `the tool ${condition.tool} of no MCP server` : `the tool ${condition.tool}`;
    case "working_directory":
      return condition.folder === "" ? "without a working directory" : `started in ${condition.folder}`;
    case "uninspected":
      return condition.count === 0
        ? "nothing that cannot be inspected"
        : `${parts(condition.count)} cannot be inspected`;
    case "code":
      return condition.count === 0 ? "no embedded code" : `${condition.count} embedded code`;
    case "commands":
      return condition.count === 0
        ? "no command"
        : condition.count === 1
          ? "one command"
          : `${condition.count} commands`;
    case "hosts":
      return hostWords(condition);
    case "effects":
      return `may only ${listed(condition.effects.map((effect) => effectWords[effect]))}`;
    case "places":
      return placeWords(condition);
    case "runs":
      return `must run ${condition.path}`;
    case "plain":
      return "no redirects, wrappers or variables";
    case "first_word":
      return condition.word === undefined ? "no sub-command" : `the sub-command ${condition.word}`;
    case "options":
      return condition.options.length === 0 ? "no options" : `exactly the options ${condition.options.join(" ")}`;
    default:
      return assertNever(condition);
  }
}

const parts = (count: number): string => (count === 1 ? "1 part" : `${count} parts`);

function hostWords({ hosts, directions }: Condition<"hosts">): string {
  if (hosts.length === 0) return "no named host";
  const how = directions.map((direction) => directionWords[direction]);
  return `${how.length === 0 ? "reaches" : listed(how)} only ${listed(hosts)}`;
}

function placeWords({ places, runs }: Condition<"places">): string {
  const words = places.map(
    ({ access, zones }) => `${accessWords[access]} only in ${listed(zones.map((zone) => zoneWords[zone]))}`,
  );
  const none = (["write", "delete", "execute"] as const)
    .filter((access) => !places.some((place) => place.access === access) && !(access === "execute" && runs.length > 0))
    .map((access) => `${accessWords[access]} no file`);
  return [...words, ...(runs.length === 0 ? [] : [`runs only ${listed(runs)}`]), ...none].join(", ");
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const effectWords: Readonly<Record<Effect, string>> = {
  read: "read",
  write: "write",
  delete: "delete",
  execute: "run programs",
  network: "use the network",
  privilege: "use administrator rights",
  persistence: "install something that stays",
  credential: "use credentials",
  control: "control keyboard or mouse",
  unprotected: "run without protection",
};

export const directionWords: Readonly<Record<HostFact["direction"], string>> = {
  download: "fetches from",
  upload: "sends to",
  connect: "connects to",
};

export const accessWords: Readonly<Record<PathFact["access"], string>> = {
  read: "reads",
  write: "writes",
  delete: "deletes",
  execute: "runs",
};

export const zoneWords: Readonly<Record<Zone, string>> = {
  workspace: "the project",
  temporary: "temporary folders",
  home: "your home folder",
  system: "system folders",
  secrets: "places where secrets are kept",
  gatehouse: "Gatehouse's own files",
  other: "other folders",
  unknown: "places only known when it runs",
};
