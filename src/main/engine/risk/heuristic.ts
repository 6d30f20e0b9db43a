// Heuristic: the shape every rule of phase 3 has, and the view of the facts that all of them read.
import type { CodeFact, CommandFact, Facts, PathFact } from "../../../shared/domain/facts.ts";
import type { PolicyExample } from "../../../shared/domain/policy.ts";
import type { Threat } from "../../../shared/domain/threats.ts";
import { FactsVariables } from "../rules/views.ts";
import { plainText } from "../rules/rule-index.ts";
import type { Trigger, Triggers } from "../rules/trigger.ts";
import type { Severity } from "./bands.ts";

export { inspectedText } from "../rules/rule-index.ts";
export type { Threat } from "../../../shared/domain/threats.ts";

/** What a heuristic saw: one sentence, and the words of the action that caused it. */
export interface Sighting {
  readonly reason: string;
  readonly evidence?: string;
}

export interface Check {
  (view: View): Sighting | null;
  /** It can only see something in a call that shows at least one of these; undefined: in any call. */
  readonly triggers?: readonly Trigger[];
  /** The checks it consists of, in the order they are tried. The index picks from these, so that the others do not run. */
  readonly parts?: readonly Check[];
}

export interface Heuristic {
  readonly id: string;
  readonly threat: Threat;
  readonly score: Severity;
  readonly technique?: string;
  readonly check: Check;
  /** Calls it finds, and calls it does not: run as tests. */
  readonly match: readonly PolicyExample[];
  readonly not_match: readonly PolicyExample[];
}

/** A program, and every command that runs it. */
interface ProgramRuns {
  readonly program: string;
  readonly commands: readonly CommandFact[];
}

/** The facts with the indexes that make a hundred checks cheap. */
export interface View {
  readonly facts: Facts;
  readonly byProgram: ReadonlyMap<string, readonly CommandFact[]>;
  /** The values of that map, as a list: nearly every heuristic goes through it. */
  readonly programs: readonly ProgramRuns[];
  /** The command line in lower case without cmd's carets and PowerShell's backticks, cut to a bounded length. */
  readonly text: string;
  /** What the conditions of packs see, made when the first of them is evaluated. */
  readonly variables: () => FactsVariables;
}

const evidenceLength = 200;

export function clip(text: string): string {
  return text.length <= evidenceLength ? text : `${text.slice(0, evidenceLength - 1)}…`;
}

export function viewOf(facts: Facts): View {
  const byProgram = new Map<string, CommandFact[]>();
  const programs: ProgramRuns[] = [];
  for (const command of facts.commands) {
    const known = byProgram.get(command.program);
    if (known !== undefined) {
      known.push(command);
      continue;
    }
    const commands = [command];
    byProgram.set(command.program, commands);
    programs.push({ program: command.program, commands });
  }
  let variables: FactsVariables | undefined;
  return {
    facts,
    byProgram,
    programs,
    text: plainText(facts),
    variables: () => (variables ??= new FactsVariables(facts)),
  };
}

/** The same check, for calls that show one of these triggers: it must not be able to see anything in others. */
export function when(triggers: Triggers, check: Check): Check {
  return narrowed(triggers, (view) => check(view));
}

/** For a check that nobody else has: it is not wrapped, because dozens of them run for each call. */
function narrowed(triggers: Triggers, check: (view: View) => Sighting | null): Check {
  return triggers === undefined ? check : Object.assign(check, { triggers });
}

/** A check of each command whose program is one of these; the sentence it returns becomes the reason. */
export function onCommand(
  programs: readonly string[] | RegExp | ((program: string) => boolean),
  seen: (command: CommandFact, view: View) => string | null,
): Check {
  const runs = programTest(programs);
  return narrowed(programTriggers(programs, runs), (view) => {
    // Calls have few programs and heuristics know many.
    for (const { program, commands } of view.programs) {
      if (!runs(program)) continue;
      for (const command of commands) {
        const reason = seen(command, view);
        if (reason !== null) return { reason, evidence: clip(command.text) };
      }
    }
    return null;
  });
}

/** Names that are written out are looked up; anything else must be tried on each program. */
function programTriggers(
  programs: readonly string[] | RegExp | ((program: string) => boolean),
  runs: (program: string) => boolean,
): readonly Trigger[] {
  const listed = typeof programs === "function" || programs instanceof RegExp ? undefined : programs;
  return listed === undefined ? [{ program: runs }] : listed.map((program): Trigger => `program:${program}`);
}

function programTest(
  programs: readonly string[] | RegExp | ((program: string) => boolean),
): (program: string) => boolean {
  if (typeof programs === "function") return programs;
  if (programs instanceof RegExp) return (program) => programs.test(program);
  const wanted = new Set(programs);
  return (program) => wanted.has(program);
}

/** A check of every command of a call that shows one of these triggers, whatever its program. */
export function onAnyCommand(
  triggers: readonly Trigger[],
  seen: (command: CommandFact, view: View) => string | null,
): Check {
  return narrowed(triggers, (view) => {
    for (const command of view.facts.commands) {
      const reason = seen(command, view);
      if (reason !== null) return { reason, evidence: clip(command.text) };
    }
    return null;
  });
}

export const changing = ["write", "delete"] as const;
export const anyAccess = ["read", "write", "delete", "execute"] as const;

/** A check of every path that is used in one of these ways. */
export function onPath(
  accesses: readonly PathFact["access"][],
  seen: (path: PathFact, view: View) => string | null,
): Check {
  return narrowed(
    accesses.map((access): Trigger => `${access} path`),
    (view) => {
      for (const path of view.facts.paths) {
        if (!accesses.includes(path.access)) continue;
        const reason = seen(path, view);
        if (reason !== null) return { reason, evidence: clip(path.given) };
      }
      return null;
    },
  );
}

export function onCode(seen: (code: CodeFact, view: View) => string | null): Check {
  return narrowed(["code"], (view) => {
    for (const code of view.facts.code) {
      const reason = seen(code, view);
      if (reason !== null) return { reason, evidence: clip(code.text) };
    }
    return null;
  });
}

/** A check of the bounded lower-case command line: for shells the normaliser does not parse. */
export function onText(pattern: RegExp, reason: string): Check {
  return narrowed([{ text: pattern }], (view) => {
    const match = pattern.exec(view.text);
    return match === null ? null : { reason, evidence: clip(match[0]) };
  });
}

export function firstOf(...checks: readonly Check[]): Check {
  const check: Check = (view) => {
    for (const one of checks) {
      const sighting = one(view);
      if (sighting !== null) return sighting;
    }
    return null;
  };
  const parts = checks.flatMap(partsOf);
  const triggers = parts.map((one) => one.triggers);
  return Object.assign(check, {
    parts,
    ...(triggers.includes(undefined) ? {} : { triggers: triggers.flatMap((one) => one ?? []) }),
  });
}

/** The check itself when it has no parts. */
export function partsOf(check: Check): readonly Check[] {
  return check.parts ?? [check];
}
