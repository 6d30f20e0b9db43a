// The effect of an action in plain words, built from its facts and from nothing an agent or a model wrote.
import type { Facts, HostFact, PathFact, UninspectedFact, Zone } from "../domain/facts.ts";
import { visibleLine } from "../lib/visible.ts";

export interface EffectLine {
  readonly verb: string;
  readonly parts: readonly string[];
}

const zoneWords: Readonly<Record<Zone, string>> = {
  gatehouse: "among Gatehouse's own",
  secrets: "where secrets are kept",
  system: "of the system",
  home: "outside the project",
  other: "outside the project",
  unknown: "at a place only known when it runs",
  temporary: "in a temporary folder",
  workspace: "inside the project",
};

/** Most severe first. */
const zoneOrder: readonly Zone[] = [
  "gatehouse",
  "secrets",
  "system",
  "unknown",
  "home",
  "other",
  "temporary",
  "workspace",
];

const interpreters: ReadonlySet<string> = new Set(
  "sh bash zsh dash ksh fish python python3 node deno bun perl ruby php pwsh powershell osascript".split(" "),
);

/** Lists ask for the same lines again and again, and facts never change. */
const known = new WeakMap<Facts, EffectLine>();

export function effectLine(facts: Facts): EffectLine {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const line = describe(facts);
  known.set(facts, line);
  return line;
}

function describe(facts: Facts): EffectLine {
  const verb = verbOf(facts);
  const parts = [
    hostWords(facts.hosts),
    whereWords(verb, facts.paths),
    facts.effects.includes("privilege") ? "with administrator rights" : undefined,
    facts.effects.includes("credential") ? "uses credentials" : undefined,
    secretWords(facts),
    facts.effects.includes("control") ? "presses keys, clicks or answers notifications for you" : undefined,
    facts.effects.includes("unprotected") ? "asks to run without protection" : undefined,
    facts.effects.includes("persistence") ? "stays in force afterwards" : undefined,
    facts.effects.includes("delete") ? "cannot be undone" : undefined,
    facts.uninspected.length > 0 ? "part of it cannot be inspected" : undefined,
  ];
  // Names of programs, tools and hosts are the agent's own.
  return { verb: visibleLine(verb), parts: parts.filter((part) => part !== undefined).map(visibleLine) };
}

/** The verb and what it is done to, for a list: "Delete outside the project", "Send data to github.com". */
export function effectTitle(facts: Facts): string {
  const { verb, parts } = effectLine(facts);
  const object = parts.find((part) => /^(to|from|with|in|inside|outside|of|among|where|at|on) /.test(part));
  return object === undefined ? verb : `${verb} ${object}`;
}

function verbOf(facts: Facts): string {
  if (facts.effects.includes("delete")) return "Delete";
  if (runsDownload(facts)) return "Download and run";
  if (facts.hosts.some((host) => host.direction === "upload" && !host.local)) return "Send data";
  if (facts.tool === "write_file") return "Write";
  if (facts.paths.some((path) => path.zone === "secrets" && path.access === "read")) return "Read a secret";
  if (facts.effects.includes("execute")) return programWords(facts);
  if (facts.effects.includes("write")) return "Write";
  if (facts.effects.includes("network")) return "Connect";
  if (facts.effects.includes("read")) return "Read";
  return `Use ${facts.givenTool}`;
}

/** A pipeline in which something fetched goes on to an interpreter. */
function runsDownload(facts: Facts): boolean {
  if (!facts.hosts.some((host) => host.direction === "download")) return false;
  return facts.commands.some((command) => command.position > 0 && interpreters.has(command.program));
}

function programWords(facts: Facts): string {
  const programs = [...new Set(facts.commands.map((command) => command.program))];
  if (programs.length === 0 || programs.includes("")) return "Run a command";
  const [command, ...others] = facts.commands;
  // One program is best known by what it is told to do: git push, npm publish.
  const word = others.length === 0 ? command?.arguments.find((argument) => !argument.startsWith("-")) : undefined;
  if (word !== undefined && /^[a-z][a-z-]*$/.test(word)) return `Run ${programs.join("")} ${word}`;
  if (programs.length <= 3) return `Run ${programs.join(", ")}`;
  return `Run ${programs.slice(0, 2).join(", ")} and ${programs.length - 2} more programs`;
}

const fileVerbs: Readonly<Record<string, PathFact["access"]>> = { Delete: "delete", Write: "write", Read: "read" };

/** Where the verb happens, or, for a verb that is not about files, which files are touched on the way. */
function whereWords(verb: string, paths: readonly PathFact[]): string | undefined {
  const access = fileVerbs[verb];
  const relevant = access === undefined ? paths : paths.filter((path) => path.access === access);
  const zone = zoneOrder.find((each) => relevant.some((path) => path.zone === each));
  if (zone === undefined) return undefined;
  return access === undefined ? `${touchWords(relevant)} ${zoneWords[zone]}` : zoneWords[zone];
}

function touchWords(paths: readonly PathFact[]): string {
  return paths.some((path) => path.access === "write" || path.access === "delete") ? "changes files" : "reads files";
}

function hostWords(hosts: readonly HostFact[]): string | undefined {
  const outside = hosts.filter((host) => !host.local);
  const [first] = outside.length > 0 ? outside : hosts;
  if (first === undefined) return undefined;
  if (first.local) return "on this machine's network";
  const preposition = { download: "from", upload: "to", connect: "with" }[first.direction];
  const others = new Set(outside.map((host) => host.host)).size - 1;
  return `${preposition} ${first.host}${others > 0 ? ` and ${others} more` : ""}`;
}

function secretWords(facts: Facts): string | undefined {
  const kinds = [...new Set(facts.secrets.map((secret) => secret.kind.replaceAll("_", " ")))];
  return kinds.length === 0 ? undefined : `carries a secret (${kinds.join(", ")})`;
}

export function zoneSentence(zone: Zone): string {
  return zoneWords[zone];
}

const uninspectedWords: Readonly<Record<UninspectedFact["why"], string>> = {
  syntax: "its syntax could not be parsed",
  dynamic: "it is only known when it runs",
  depth: "it is nested too deeply",
  size: "it is too large",
  encoded: "it is encoded",
  binary: "it is binary",
  language: "it is in a language Gatehouse does not read",
};

export function uninspectedSentence(fact: UninspectedFact): string {
  return `${visibleLine(fact.part)}: ${uninspectedWords[fact.why]}`;
}
