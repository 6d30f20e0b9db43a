// An action as lasting decisions see it: its form, its folder, and what it does beyond reading the project.
import type { CommandFact, Effect, Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import { actionDigest } from "./digest.ts";
import type { Sha256 } from "./ports.ts";

/** An action as grants see it. */
export interface Action {
  readonly agentDid: string;
  readonly sessionId?: string;
  readonly facts: Facts;
  readonly digest: string;
}

export function actionOf(sha256: Sha256, intent: Intent, facts: Facts): Action {
  const { sessionId } = intent.context;
  return {
    agentDid: intent.agentDid,
    ...(sessionId === undefined ? {} : { sessionId }),
    facts,
    digest: actionDigest(sha256, intent),
  };
}

/** Reading what lies in the project is no growth; every other effect is. */
export function grownEffects(facts: Facts): readonly Effect[] {
  const reads = facts.paths.filter((fact) => fact.access === "read");
  const atHome = reads.every((fact) => fact.zone === "workspace" || fact.zone === "temporary");
  return facts.effects.filter((effect) => effect !== "read" || !atHome);
}

/** Program and sub-command of a single plain command; undefined for anything a wildcard could smuggle more into. */
export function commandForm(facts: Facts): readonly string[] | undefined {
  const [command] = facts.commands;
  if (command === undefined || isCompound(facts)) return undefined;
  if (facts.uninspected.length > 0 || facts.hosts.length > 0) return undefined;
  return [command.program, ...subCommand(command)];
}

export const neverWidened = "A compound or dynamic command is never widened; allow exactly this one instead.";

/** More than one plain command: a wildcard over it could smuggle anything in. */
export function isCompound({ commands, code }: Facts): boolean {
  const plain = ({ dynamic, program, redirects, wrappers }: CommandFact) =>
    !dynamic && program !== "" && redirects.length === 0 && wrappers.length === 0;
  return commands.length > 1 || code.length > 0 || !commands.every(plain);
}

function subCommand(command: CommandFact): readonly string[] {
  const options = command.arguments.filter((argument) => argument.startsWith("-"));
  const word = command.arguments.find((argument) => !argument.startsWith("-"));
  const plain = word !== undefined && /^[a-z][a-z0-9:_-]*$/i.test(word) ? [word] : [];
  return [...plain, ...options.toSorted()];
}

export function commonFolder(facts: Facts): string | undefined {
  const folders = facts.paths.map((fact) => (fact.recursive || fact.pattern ? fact.path : parentOf(fact.path)));
  const [first] = folders;
  if (first === undefined || first === "/" || first === "") return undefined;
  return folders.every((folder) => isWithin(folder, first)) ? first : undefined;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
