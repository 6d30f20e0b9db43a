// Self-protection: agents may touch neither Gatehouse nor the limits of what it sees. Built in, looked at first, and no policy can take it away.
import type { CommandFact, Facts, PathFact } from "../../../../shared/domain/facts.ts";
import type { RuleEffect } from "../../../../shared/domain/policy.ts";
import type { ReasonCode } from "../../../../shared/domain/verdict.ts";
import { aimsAtProcess, endsWhatItFinds } from "./process-aims.ts";

export const projectFileName = ".gatehouse.yaml";

export interface Protection {
  readonly rule: string;
  readonly effect: RuleEffect & ("deny" | "escalate");
  readonly reason: ReasonCode;
  /** Why it applies, as a sentence; undefined when it does not. */
  readonly applies: (facts: Facts) => string | undefined;
}

/** `processIds` are Gatehouse's own. */
export function selfProtection(processIds: readonly number[]): readonly Protection[] {
  const own = new Set(processIds.map(String));
  const reason = "self_protection";
  return [
    { rule: "builtin.gatehouse-files", effect: "deny", reason, applies: touchesFiles },
    { rule: "builtin.gatehouse-process", effect: "deny", reason, applies: (facts) => touchesProcess(facts, own) },
    { rule: "builtin.gatehouse-command", effect: "deny", reason, applies: runsOperatorCommand },
    { rule: "builtin.unknown-process", effect: "escalate", reason, applies: endsUnknownProcess },
    { rule: "builtin.project-policy", effect: "escalate", reason, applies: changesProjectPolicy },
    { rule: "builtin.inspection-limit", effect: "escalate", reason: "cannot_inspect", applies: goesUnseen },
  ];
}

/** Facts that were cut short: what every rule looks for may stand behind the cut, so padding would be a way past them all. */
function goesUnseen(facts: Facts): string | undefined {
  const runs = facts.tool === "execute_command" || facts.commands.length > 0;
  const cut = facts.uninspected.find(
    ({ part, why }) => (why === "size" || why === "depth") && (runs || cutLists.has(part)),
  );
  if (cut === undefined) return undefined;
  return cut.why === "size"
    ? "It does more than Gatehouse looks into in one call, so no rule has seen all of it."
    : "It is nested deeper than Gatehouse looks, so no rule has seen all of it.";
}

/** What a tool that runs nothing may have too much of; a long text to write is no such thing. */
const cutLists: ReadonlySet<string> = new Set(["arguments", "paths", "hosts"]);

function touchesFiles(facts: Facts): string | undefined {
  const path = facts.paths.find((candidate) => candidate.zone === "gatehouse");
  if (path === undefined) return undefined;
  const around = facts.paths.find((other) => holds(other, path));
  if (around === undefined) return `${path.given} belongs to Gatehouse.`;
  const what = path.access === "delete" ? "delete" : "change";
  return `It would ${what} Gatehouse's own files below ${around.given}.`;
}

/** The agent named a folder around Gatehouse's files, not the files. */
function holds(folder: PathFact, path: PathFact): boolean {
  if (!folder.recursive || folder.given !== path.given || folder.access !== path.access) return false;
  return path.path.startsWith(folder.path.endsWith("/") ? folder.path : `${folder.path}/`);
}

/** "skill" is something else. */
const endsProcesses = /(?<!s)kill|terminate|ptrace|signal/i;

function touchesProcess(facts: Facts, own: ReadonlySet<string>): string | undefined {
  const command = facts.commands.find((candidate) => aimsAtProcess(candidate, own));
  if (command !== undefined) return `\`${command.text}\` aims at Gatehouse's own process.`;
  const code = facts.code.find((part) => /gatehouse/i.test(part.text) && endsProcesses.test(part.text));
  return code === undefined ? undefined : `The ${code.language} code aims at Gatehouse's own process.`;
}

function endsUnknownProcess(facts: Facts): string | undefined {
  const command = facts.commands.find((candidate) => endsWhatItFinds(candidate, facts.commands, facts.command));
  return command === undefined
    ? undefined
    : `\`${command.text}\` ends whatever process it finds, which may be Gatehouse's own.`;
}

const harmlessSubcommands = new Set(["--help", "-h", "help", "--version", "version"]);

function runsOperatorCommand(facts: Facts): string | undefined {
  const command = facts.commands.find((candidate) => {
    const words = operatorWords(candidate);
    return words !== undefined && !harmlessSubcommands.has(words[0] ?? "help");
  });
  return command === undefined ? undefined : `\`${command.text}\` is for the person at the keyboard, not for agents.`;
}

const ownProgram = /^(?:npm:)?(?:.*[\\/])?gatehouse(?:\.(?:[cm]?[jt]s|cmd|ps1|exe))?(?:@[\w.^~-]+)?$/i;
const ownScript = /(?:^|[\\/])(?:gatehouse(?:\.[cm]?[jt]s)?|out[\\/]main[\\/]cli\.[cm]?js)$/i;

/** Programs that run a package's command or a script by its name, and the first words by which they do. */
const runners: Readonly<Record<string, RegExp | undefined>> = {
  npx: undefined,
  bunx: undefined,
  pnpx: undefined,
  npm: /^(?:exec|x|run|run-script|rum|urn|explore)$/,
  pnpm: /^(?:exec|dlx|run|run-script)$/,
  yarn: /^(?:exec|dlx|run)$/,
  bun: /^(?:x|run)$/,
  deno: /^(?:run|x|task)$/,
};
const interpreters = /^(?:node|nodejs|bun|deno|tsx|ts-node|electron|(?:ba|z|da|k|a)?sh|source|\.)$/;

/** What is handed to the `gatehouse` command, whoever starts it; undefined when it is not started. */
function operatorWords({ program, arguments: words }: CommandFact): readonly string[] | undefined {
  if (ownProgram.test(program)) return words;
  const interprets = interpreters.test(program);
  if (!interprets && !Object.hasOwn(runners, program)) return undefined;
  const plain = words.flatMap((word, at) => (word.startsWith("-") ? [] : [{ word, at }]));
  if (Object.hasOwn(runners, program)) {
    const verb = runners[program];
    const runs = verb === undefined || verb.test(plain[0]?.word ?? "");
    // `yarn gatehouse` and `pnpm gatehouse` need no verb.
    const named = plain.slice(0, runs ? 4 : 1).findLast(({ word }) => ownProgram.test(word));
    if (named !== undefined && (runs || program === "yarn" || program === "pnpm" || program === "bun")) {
      return words.slice(named.at + 1).filter((word) => word !== "--");
    }
  }
  const script = interprets ? plain.slice(0, 3).find(({ word }) => ownScript.test(word)) : undefined;
  return script === undefined ? undefined : words.slice(script.at + 1);
}

/** An agent that could change the file would choose how strictly its own project is watched. */
function changesProjectPolicy(facts: Facts): string | undefined {
  const path = facts.paths.find(
    (candidate) =>
      candidate.access !== "read" && candidate.path.split(/[\\/]/).at(-1)?.toLowerCase() === projectFileName,
  );
  return path === undefined ? undefined : `${path.given} is the project's own policy.`;
}
