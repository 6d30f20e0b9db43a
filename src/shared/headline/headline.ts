// Headline: what an action does, how far it goes and whether it can be undone, in one sentence made from its facts alone.
import type { CodeFact, CommandFact, Effect, Facts } from "../domain/facts.ts";
import type { Headline, Reach, Tone } from "../domain/headline.ts";
import { visibleLine } from "../lib/visible.ts";
import type { RiskLevel } from "../domain/verdict.ts";
import { type Act, change, destroy, look, start, strongerTone, weightOf } from "./act.ts";
import { containedAct } from "./contained.ts";
import { deleteAct, governingAct, readAct, writeAct } from "./files.ts";
import { commandAct, commandName, quietAct } from "./programs/index.ts";
import { egressActs, networkAct, openShell, runsDownload } from "./sending.ts";
import { cutEnd, few, pathName, plural, quoted } from "./text.ts";
import { toolAct } from "./tools.ts";

export const longestHeadline = 140;

/** Lists ask for the same headline again and again, and facts never change. */
const known = new WeakMap<Facts, Headline>();

export function headlineOf(facts: Facts): Headline {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const headline = describe(facts);
  known.set(facts, headline);
  return headline;
}

/** Of a request in a list, whose facts may be cut. */
export function approvalHeadline({
  headline,
  facts,
}: {
  readonly headline?: Headline;
  readonly facts: Facts;
}): Headline {
  return headline ?? headlineOf(facts);
}

/** Verb and object, where there is no room for more. */
export function headlineTitle({ verb, object }: Pick<Headline, "verb" | "object">): string {
  return object === "" ? verb : `${verb} ${object}`;
}

/** The level whose colour a headline gets: that of the verdict, or a higher one where the effect is worse than the score. */
export function colourLevel(level: RiskLevel, tone: Tone): RiskLevel {
  if (tone === "danger" && (level === "LOW" || level === "MEDIUM")) return "HIGH";
  return tone === "caution" && level === "LOW" ? "MEDIUM" : level;
}

function describe(facts: Facts): Headline {
  const acts = actsOf(facts);
  const main = acts.reduce((best, act) => (weightOf(act) > weightOf(best) ? act : best), acts[0] ?? nothing(facts));
  const notes = notesOf(facts, main).map(visibleLine);
  const tone = [...acts.map((act) => act.tone), effectTone(facts)].reduce(strongerTone, main.tone);
  // Names of programs, tools, hosts and files are the agent's own.
  const verb = visibleLine(main.verb);
  const object = cutEnd(visibleLine(main.object), longestHeadline - verb.length - 1);
  const sentence = notes.reduce(
    (text, note) => (text.length + note.length + 3 <= longestHeadline ? `${text} · ${note}` : text),
    headlineTitle({ verb, object }),
  );
  // In alphabetical order, as it is recorded: what stands in order need not be sorted.
  return { notes, object, reach: main.reach, reversibility: main.reversibility, sentence, tone, verb };
}

/** Everything it does, the most specific first. */
function actsOf(facts: Facts): readonly Act[] {
  const { commands, tool, wholeFile } = facts;
  const contained = containedAct(facts);
  if (contained !== undefined) return [contained];
  const named = commands.map((command) => commandAct(command, facts));
  const acts = named.filter((act) => act !== undefined);
  const [first] = commands;
  if (first !== undefined && commands.every(({ program }) => moves.has(program)))
    return [quietAct(first, facts) ?? nothing(facts)];
  return [
    effectAct(facts),
    openShell(facts),
    runsDownload(facts),
    governingAct(facts),
    endlessCopies(facts),
    ...named,
    ...facts.code.map(codeAct),
    deleteAct(facts),
    // A program that says what it changes for others says it better.
    ...(acts.some(({ reach }) => isShared(reach)) ? [] : egressActs(facts)),
    toolAct(facts),
    executedFile(facts),
    writeAct(facts, tool === "write_file" && wholeFile !== true),
    networkAct(facts, acts.length > 0),
    readAct(facts),
    unknownProgram(
      facts,
      commands.filter((_, at) => named[at] === undefined),
    ),
  ].filter((act) => act !== undefined);
}

const isShared = (reach: Reach): boolean => reach === "shared" || reach === "production" || reach === "public";
const moves = new Set(["cd", "pushd", "popd"]);

/** Effects that say what is done by themselves. */
function effectAct({ effects }: Facts): Act | undefined {
  if (effects.includes("control"))
    return start("Press keys or click", "in your place", { tone: "danger", note: "it could answer for you" });
  if (effects.includes("unprotected"))
    return start("Start something", "without its protection", {
      tone: "danger",
      note: "it will not ask before it acts",
    });
  return undefined;
}

const destructiveSql =
  /\b(?:drop\s+(?:table|database|schema|index|view|user|role|collection)|truncate|delete\s+from|dropDatabase|deleteMany|flushall|flushdb)\b/iu;
const changingSql = /\b(?:update\s+\S+\s+set|insert\s+into|alter\s+|create\s+|grant\s+|revoke\s+|replace\s+into)/iu;

function codeAct({ language, text }: CodeFact): Act | undefined {
  const shown = quoted(text, 40);
  if (/sql|mongo|redis|cypher/iu.test(language)) {
    if (destructiveSql.test(text)) return destroy("Delete", `data in a database (${shown})`);
    return changingSql.test(text)
      ? change("Change", `data in a database (${shown})`, { reach: "shared", tone: "caution" })
      : look("Query", `a database (${shown})`, { reach: "shared" });
  }
  // These only filter text; what else their code does is among the effects.
  if (/^(?:awk|sed|jq)$/u.test(language)) return undefined;
  return start("Execute", `${languages[language] ?? language} code (${shown})`);
}

/** A function that starts itself twice. */
function endlessCopies({ commands }: Facts): Act | undefined {
  return commands.some((command) => command.function !== undefined && command.function === command.program)
    ? start("Start", "copies of itself without end", { tone: "danger", note: "can freeze this computer" })
    : undefined;
}

const languages: Readonly<Record<string, string>> = {
  python: "Python",
  javascript: "JavaScript",
  typescript: "TypeScript",
  ruby: "Ruby",
  perl: "Perl",
  php: "PHP",
  powershell: "PowerShell",
  applescript: "AppleScript",
  awk: "awk",
  lua: "Lua",
};

function executedFile({ paths, commands, written, workspace }: Facts): Act | undefined {
  const files = paths.filter(({ access }) => access === "execute");
  const [first] = files;
  if (first === undefined) return undefined;
  if (written?.effects.includes("delete") === true)
    return destroy("Write and execute", few(files.map(pathName(workspace))), {
      reach: "computer",
      note: "it deletes files",
    });
  const foreign = first.zone !== "workspace" && first.zone !== "system" && first.zone !== "secrets";
  const by = commands.find(
    ({ operands, program }) => operands.includes(first.given) && !first.path.endsWith(`/${program}`),
  )?.program;
  return start(
    "Execute",
    `${few(files.map(pathName(workspace)))}${by === undefined || by === "" ? "" : ` with ${cutEnd(by, 24)}`}`,
    {
      reach: "computer",
      ...(foreign ? { note: "outside the project", tone: "caution" } : {}),
    },
  );
}

function unknownProgram({ commands }: Facts, unnamed: readonly CommandFact[]): Act | undefined {
  const dynamic = commands.find(({ program }) => program === "");
  if (dynamic !== undefined)
    return start("Execute", `a program that is only known when it starts (${quoted(dynamic.text, 40)})`, {
      note: "effects unknown",
      tone: "caution",
    });
  const unknown = unnamed.find((command) => command.unknown === true);
  return unknown === undefined
    ? undefined
    : start("Execute", `unknown program ${quoted(unknown.program)}`, { note: "effects unknown", tone: "caution" });
}

/** Where no fact says more. */
function nothing(facts: Facts): Act {
  const { title, commands, givenTool } = facts;
  if (title !== undefined) return look(cutEnd(title, 100));
  const loud = commands.find((command) => quietAct(command, facts) === undefined);
  if (loud !== undefined) return start("Execute", quoted(commandName(loud)));
  const [command] = commands;
  if (command !== undefined) return quietAct(command, facts) ?? start("Execute", quoted(commandName(command)));
  return start("Use", `tool ${quoted(givenTool)}`, { note: "effects unknown" });
}

const grave: readonly Effect[] = ["privilege", "persistence", "credential", "control", "unprotected"];

function effectTone({ effects, uninspected, secrets }: Facts): Tone {
  return effects.some((effect) => grave.includes(effect)) || uninspected.length > 0 || secrets.length > 0
    ? "caution"
    : "calm";
}

function notesOf(facts: Facts, main: Act): readonly string[] {
  const { effects, hosts, commands, secrets, uninspected, paths } = facts;
  const outside = hosts.filter(({ local, direction }) => !local && direction === "upload").map(({ host }) => host);
  const reached = hosts.filter(({ local }) => !local).map(({ host }) => host);
  const reads = paths.filter(({ zone, access }) => zone === "secrets" && access === "read");
  const kinds = [...new Set(secrets.map(({ kind }) => kind.replaceAll("_", " ")))];
  const others = commands.filter((command) => quietAct(command, facts) === undefined).length - 1;
  const notes = [
    main.note,
    effects.includes("privilege") ? "as administrator" : undefined,
    reads.length > 0 && main.verb !== "Read secrets" ? "reads secrets" : undefined,
    effects.includes("credential") && reads.length === 0 ? "uses credentials" : undefined,
    outside.length > 0 && !/Send|Upload|Publish/u.test(main.verb) ? `sends data to ${few(outside, 1)}` : undefined,
    reached.length > 0 && main.reach === "computer" && outside.length === 0 && !main.object.includes(reached[0] ?? "")
      ? `connects to ${few(reached, 1)}`
      : undefined,
    kinds.length > 0 ? `contains a secret (${few(kinds)})` : undefined,
    effects.includes("persistence") && !/on its own|when pushed|next start/u.test(main.note ?? "")
      ? "runs again automatically later"
      : undefined,
    effects.includes("delete") && main.reversibility !== "irreversible" && main.verb !== "Delete"
      ? "deletes files"
      : undefined,
    uninspected.length > 0 ? "part of it cannot be inspected" : undefined,
    others > 0 ? `and ${plural(others, "more command")}` : undefined,
  ];
  return [...new Set(notes.filter((note) => note !== undefined))];
}
