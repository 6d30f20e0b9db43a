// Grants: what a human's decision is worth beyond the intent it was made for. Pure; who keeps them is elsewhere.
import type { Grant } from "../../shared/approval.ts";
import { day, hour, minute } from "../../shared/clock.ts";
import type { Duration, Scope } from "../../shared/directive.ts";
import type { CommandFact, Effect, Facts } from "../../shared/facts.ts";
import { assertNever, fail, ok, type Result } from "../../shared/result.ts";

/** An action as grants see it. */
export interface Action {
  readonly agentDid: string;
  readonly sessionId?: string;
  readonly facts: Facts;
  readonly digest: string;
}

export interface GrantRequest {
  readonly action: Action;
  readonly effect: Grant["effect"];
  readonly scope: Scope;
  readonly duration: Duration;
  readonly grantId: string;
  readonly fromIntent: string;
  readonly issuedBy: string;
  readonly now: number;
}

const lifetimes: Record<Exclude<Duration, "once" | "session" | "always">, number> = {
  "5m": 5 * minute,
  "15m": 15 * minute,
  "1h": hour,
};

/** Sessions that never end would make a session grant permanent. */
const longestSession = day;

/** A grant that covers the action it came from, or why there can be none. */
export function proposeGrant(request: GrantRequest): Result<Grant, string> {
  const { action, scope, duration, now } = request;
  if (scope !== "exact" && isCompound(action.facts)) return fail(neverWidened);
  const reach = reachOf(action, scope);
  if (!reach.ok) return reach;
  const program = action.facts.commands[0]?.program;
  const grant: Grant = {
    grantId: request.grantId,
    effect: request.effect,
    scope,
    duration,
    title: `${reach.value.title}${action.facts.workspace === undefined ? "" : ` in ${action.facts.workspace}`}`,
    agentDid: action.agentDid,
    ...(duration === "session" && action.sessionId !== undefined ? { sessionId: action.sessionId } : {}),
    ...(action.facts.workspace === undefined ? {} : { workspace: action.facts.workspace }),
    tool: action.facts.tool,
    effects: action.facts.effects,
    ...(program === undefined ? {} : { program }),
    hosts: [...new Set(action.facts.hosts.map((fact) => fact.host))],
    ...reach.value.members,
    issuedBy: request.issuedBy,
    issuedAt: now,
    ...expiry(duration, now),
    uses: 0,
    fromIntent: request.fromIntent,
  };
  if (!covers(grant, action, now)) return fail("This scope would not cover the action itself; choose a narrower one.");
  return ok(grant);
}

function expiry(duration: Duration, now: number): { readonly expiresAt?: number } {
  if (duration === "always") return {};
  if (duration === "session") return { expiresAt: now + longestSession };
  if (duration === "once") return { expiresAt: now + 5 * minute };
  return { expiresAt: now + lifetimes[duration] };
}

interface Reach {
  readonly title: string;
  readonly members: Partial<Pick<Grant, "actionDigest" | "commandForm" | "path" | "host">>;
}

function reachOf(action: Action, scope: Scope): Result<Reach, string> {
  const { facts } = action;
  switch (scope) {
    case "exact":
      return ok({ title: `Exactly: ${summaryOf(facts)}`, members: { actionDigest: action.digest } });
    case "command_form": {
      const form = commandForm(facts);
      if (form === undefined) return fail(neverWidened);
      return ok({ title: `${form.join(" ")} …`, members: { commandForm: form } });
    }
    case "tool_and_path": {
      const path = commonFolder(facts);
      if (path === undefined) return fail("The action names no path that a rule could be bound to.");
      return ok({ title: `${facts.tool} below ${path}`, members: { path } });
    }
    case "host": {
      const hosts = new Set(facts.hosts.map((fact) => fact.host));
      const [host] = hosts;
      if (host === undefined || hosts.size !== 1) return fail("The action must reach exactly one host.");
      return ok({ title: `${facts.tool} to ${host}`, members: { host } });
    }
    case "agent":
      return ok({ title: `${facts.tool} (${facts.effects.join(", ")}) by this agent`, members: {} });
    case "project":
      if (facts.workspace === undefined) return fail("The action names no project.");
      return ok({ title: `${facts.tool} (${facts.effects.join(", ")}) by any agent`, members: {} });
    default:
      return assertNever(scope);
  }
}

/** True when the grant speaks for this action. Everything it does not name must not have grown. */
export function covers(grant: Grant, action: Action, now: number): boolean {
  const { facts } = action;
  if (grant.expiresAt !== undefined && now >= grant.expiresAt) return false;
  // What lasts for ever is a rule of the policy, and speaks there.
  if (grant.rule !== undefined) return false;
  if (grant.scope !== "project" && grant.agentDid !== action.agentDid) return false;
  if (grant.sessionId !== undefined && grant.sessionId !== action.sessionId) return false;
  if (grant.scope === "exact") return grant.actionDigest === action.digest;
  if (grant.tool !== facts.tool || grant.workspace !== facts.workspace) return false;
  if (facts.uninspected.length > 0 || isCompound(facts) || facts.commands[0]?.program !== grant.program) return false;
  if (!facts.hosts.every((fact) => grant.hosts.includes(fact.host))) return false;
  if (!grownEffects(facts).every((effect) => grant.effects.includes(effect))) return false;
  if (grant.commandForm !== undefined) {
    const form = commandForm(facts);
    return (
      form !== undefined &&
      form.length === grant.commandForm.length &&
      form.every((word, index) => word === grant.commandForm?.[index])
    );
  }
  const { path, host } = grant;
  if (path !== undefined) return facts.paths.length > 0 && facts.paths.every((fact) => isWithin(fact.path, path));
  if (host !== undefined) return facts.hosts.length > 0 && facts.hosts.every((fact) => fact.host === host);
  return true;
}

/** Reading what lies in the project is no growth; every other effect is. */
function grownEffects(facts: Facts): readonly Effect[] {
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

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** What the action does, as the beginning of a sentence. */
export function deedOf(facts: Facts): string {
  const programs = [...new Set(facts.commands.map((command) => command.program).filter((program) => program !== ""))];
  if (programs.length > 0) return `It runs ${listed(programs)}`;
  const [path] = facts.paths;
  if (path !== undefined) return `It ${verbs[path.access]} ${path.given}${facts.paths.length > 1 ? " and others" : ""}`;
  const [host] = facts.hosts;
  return host === undefined ? `It calls ${facts.givenTool}` : `It reaches ${host.host}`;
}

const verbs = { read: "reads", write: "writes", delete: "deletes", execute: "runs" } as const;

function listed(words: readonly string[]): string {
  return words.length <= 3 ? words.join(", ") : `${words.slice(0, 3).join(", ")} and ${words.length - 3} more`;
}

/** One line that says what the action is. */
export function summaryOf(facts: Facts): string {
  const text = facts.title ?? facts.command ?? facts.paths[0]?.given ?? facts.hosts[0]?.url ?? facts.givenTool;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}
