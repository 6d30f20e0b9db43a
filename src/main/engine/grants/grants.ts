// Grants: what a human's decision is worth beyond the intent it was made for. Pure; who keeps them is elsewhere.
import { isBoundaryTool } from "../../../shared/containment/boundary.ts";
import { detached } from "../../../shared/lib/detached.ts";
import type { Grant } from "../../../shared/domain/approval.ts";
import { commonFolder, toolOf } from "../../../shared/reach/action-extent.ts";
import { commandForm, formTitle } from "../../../shared/reach/command-form.ts";
import { day, hour, minute } from "../../../shared/lib/clock.ts";
import type { Duration, Scope } from "../../../shared/domain/directive.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import { reachConditions } from "../../../shared/reach/conditions.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/lib/result.ts";
import { type Action, pathVerbs, touchesOf } from "../intents/action.ts";
import { differences } from "./differences.ts";

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
  const { action, effect, scope, duration, now } = request;
  const conditions = reachConditions({ effect, scope, facts: action.facts, agentDid: action.agentDid });
  if (!conditions.ok) return conditions;
  const reach = reachOf(action, scope);
  const program = action.facts.commands[0]?.program;
  const grant: Grant = {
    grantId: request.grantId,
    effect: request.effect,
    scope,
    duration,
    title: `${reach.title}${action.facts.workspace === undefined ? "" : ` in ${action.facts.workspace}`}`,
    agentDid: action.agentDid,
    ...(duration === "session" && action.sessionId !== undefined && !isBoundaryTool(action.facts.givenTool)
      ? { sessionId: action.sessionId }
      : {}),
    ...(action.facts.workspace === undefined ? {} : { workspace: action.facts.workspace }),
    tool: toolOf(action.facts),
    effects: action.facts.effects,
    ...(program === undefined ? {} : { program }),
    hosts: [...new Set(action.facts.hosts.map((fact) => fact.host))],
    touches: touchesOf(action.facts, scope),
    ...reach.members,
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
  readonly members: Partial<Pick<Grant, "actionDigest" | "commandForm" | "path" | "host" | "port">>;
}

/** What the grant is bound to. Whether the scope fits has been checked before. */
function reachOf({ facts, digest }: Action, scope: Scope): Reach {
  const tool = toolOf(facts);
  switch (scope) {
    case "exact":
      return { title: `Exactly: ${summaryOf(facts)}`, members: { actionDigest: digest } };
    case "command_form":
      return { title: formTitle(facts), members: { commandForm: commandForm(facts) ?? [] } };
    case "tool_and_path": {
      const path = commonFolder(facts) ?? "";
      return { title: `${tool} below ${path}`, members: { path } };
    }
    case "host": {
      const { host = "", port } = facts.hosts[0] ?? {};
      return isBoundaryTool(tool) && port !== undefined
        ? { title: `${tool} to ${host}:${port}`, members: { host, port } }
        : { title: `${tool} to ${host}`, members: { host } };
    }
    case "agent":
      return { title: `${tool} (${facts.effects.join(", ")}) by this agent`, members: {} };
    case "project":
      return { title: `${tool} (${facts.effects.join(", ")}) by any agent`, members: {} };
    default:
      return assertNever(scope);
  }
}

/** Clocks are corrected by moments; one that was put back further must not make a permission last longer. */
const clockSlack = minute;

export function isOver({ effect, issuedAt, expiresAt }: Grant, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt || (effect === "allow" && now < issuedAt - clockSlack);
}

/** True when the grant covers this action. The action must not do more than the one it was given for. */
export function covers(grant: Grant, action: Action, now: number): boolean {
  if (isOver(grant, now)) return false;
  // What lasts for ever is a rule of the policy, which is evaluated there.
  if (grant.rule !== undefined) return false;
  return differences(grant, action).next().done === true;
}

/** What the action does, as the beginning of a sentence. */
export function describeAction(facts: Facts): string {
  const programs = [...new Set(facts.commands.map((command) => command.program).filter((program) => program !== ""))];
  if (programs.length > 0) return `It runs ${listed(programs)}`;
  const [path] = facts.paths;
  if (path !== undefined)
    return `It ${pathVerbs[path.access]} ${path.given}${facts.paths.length > 1 ? " and others" : ""}`;
  const [host] = facts.hosts;
  return host === undefined ? `It calls ${facts.givenTool}` : `It reaches ${host.host}`;
}

function listed(words: readonly string[]): string {
  return words.length <= 3 ? words.join(", ") : `${words.slice(0, 3).join(", ")} and ${words.length - 3} more`;
}

/** One line that says what the action is. */
export function summaryOf(facts: Facts): string {
  const text = facts.title ?? facts.command ?? facts.paths[0]?.given ?? facts.hosts[0]?.url ?? facts.givenTool;
  const line = text.replace(/\s+/g, " ").trim();
  // The command it comes from may be a megabyte, and its line is kept long after it.
  return line.length <= 200 ? detached(line) : detached(`${line.slice(0, 199)}…`);
}
