// What a decision would be worth beyond its request: which scopes fit it, and what each means in words.
import type { HeldApproval } from "../../shared/approval.ts";
import { formTitle, isCompound } from "../../shared/command-form.ts";
import type { Duration, Scope } from "../../shared/directive.ts";
import type { Facts } from "../../shared/facts.ts";
import { assertNever } from "../../shared/result.ts";
import { durationPhrases, effectWords, scopeOrder } from "./words.ts";

export interface Choice {
  readonly scope: Scope;
  readonly duration: Duration;
}

/** Why a scope is not offered for a request; undefined when it is. The engine has the last word. */
export function scopeProblem(scope: Scope, facts: Facts): string | undefined {
  if (scope === "exact") return undefined;
  if (facts.uninspected.length > 0) return "Part of it cannot be inspected, so it is never widened.";
  if (isCompound(facts)) return "A compound or dynamic command is never widened.";
  switch (scope) {
    case "command_form":
      return facts.commands.length === 1 && facts.hosts.length === 0
        ? undefined
        : "Only a single plain command that reaches no host has a form.";
    case "tool_and_path":
      return facts.paths.length > 0 ? undefined : "It names no path.";
    case "host":
      return new Set(facts.hosts.map((host) => host.host)).size === 1
        ? undefined
        : "It does not reach exactly one host.";
    case "agent":
      return undefined;
    case "project":
      return facts.workspace === undefined ? "It names no project." : undefined;
    default:
      return assertNever(scope);
  }
}

/** The next scope in a direction that fits the request; the same one when there is none. */
export function nextScope(current: Scope, step: 1 | -1, facts: Facts): Scope {
  for (let index = scopeOrder.indexOf(current) + step; index >= 0 && index < scopeOrder.length; index += step) {
    const scope = scopeOrder[index];
    if (scope !== undefined && scopeProblem(scope, facts) === undefined) return scope;
  }
  return current;
}

/** A remembered choice as far as it fits this request. What is critical is always decided for once. */
export function fittingChoice(remembered: Choice, approval: HeldApproval): Choice {
  if (approval.verdict.risk.level === "CRITICAL") return { scope: "exact", duration: "once" };
  const fits = scopeProblem(remembered.scope, approval.facts) === undefined;
  return { scope: fits ? remembered.scope : "exact", duration: remembered.duration };
}

/** "Allows git push for Claude Code in /home/anna/shop for 1 hour." */
export function choiceSentence(decision: "approve" | "deny", choice: Choice, approval: HeldApproval): string {
  const verb = decision === "approve" ? "Allows" : "Denies";
  if (choice.duration === "once") {
    return approval.count === 1 ? `${verb} this one request.` : `${verb} these ${approval.count} identical requests.`;
  }
  return `${verb} ${reachWords(choice.scope, approval)} ${durationPhrases[choice.duration]}.`;
}

function reachWords(scope: Scope, approval: HeldApproval): string {
  const { facts, agentName } = approval;
  const where = facts.workspace === undefined ? "" : ` in ${facts.workspace}`;
  switch (scope) {
    case "exact":
      return `exactly this for ${agentName}`;
    case "command_form":
      return `${formTitle(facts)} for ${agentName}${where}`;
    case "tool_and_path":
      return `${facts.givenTool} on the same folder for ${agentName}`;
    case "host":
      return `${facts.givenTool} to ${facts.hosts[0]?.host ?? "the same host"} for ${agentName}${where}`;
    case "agent":
      return `every ${facts.givenTool} that ${effectList(facts)} for ${agentName}${where}`;
    case "project":
      return `every ${facts.givenTool} that ${effectList(facts)} for any agent${where}`;
    default:
      return assertNever(scope);
  }
}

function effectList(facts: Facts): string {
  const words = facts.effects.map((effect) => effectWords[effect]);
  return words.length === 0 ? "does the same" : words.join(", ");
}
