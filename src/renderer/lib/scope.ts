// Which scopes a decision may have for a request, and how the chosen scope and duration are worded.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { boundaryTools, isBoundaryTool } from "../../shared/containment/boundary.ts";
import type { Duration, Scope } from "../../shared/domain/directive.ts";
import type { Facts } from "../../shared/domain/facts.ts";
import { reachConditions } from "../../shared/reach/conditions.ts";
import { consequenceWords, type ReachWords, reachWords } from "../../shared/reach/words.ts";
import { durationOrder, durationPhrases, scopeOrder } from "../labels/vocabulary.ts";
import { choiceLabels as labels } from "../labels/answer.ts";

export interface Choice {
  readonly scope: Scope;
  readonly duration: Duration;
}

/** The choice of every new card. */
export const onceExactly: Choice = { scope: "exact", duration: "once" };

/** Of a contained run a path was blocked already, so that once is too late; a host is meant with its port. */
export function firstChoice({ givenTool }: Facts): Choice {
  if (givenTool === boundaryTools.connect) return { scope: "host", duration: "once" };
  return isBoundaryTool(givenTool) ? { scope: "tool_and_path", duration: "session" } : onceExactly;
}

/** How long a decision about this request may hold. */
export function offeredDurations({ givenTool }: Facts, decision: Decision): readonly Duration[] {
  if (decision === "deny" || !isBoundaryTool(givenTool)) return durationOrder;
  return givenTool === boundaryTools.connect ? ["once", "session", "always"] : ["session", "always"];
}

type Decision = "approve" | "deny";

function conditionsFor(decision: Decision, scope: Scope, facts: Facts, agentDid: string) {
  return reachConditions({ effect: decision === "approve" ? "allow" : "deny", scope, facts, agentDid });
}

/** Why a scope is not offered for a request; undefined when it is. The engine applies the same conditions. */
export function scopeProblem(scope: Scope, facts: Facts, decision: Decision = "approve"): string | undefined {
  if (isBoundaryTool(facts.givenTool) && decision === "approve" && scope !== firstChoice(facts).scope)
    return labels.boundaryScope;
  const conditions = conditionsFor(decision, scope, facts, "");
  return conditions.ok ? undefined : conditions.error;
}

/** The next scope in a direction that fits the request; the same one when there is none. */
export function nextScope(current: Scope, step: 1 | -1, facts: Facts, decision: Decision = "approve"): Scope {
  for (let index = scopeOrder.indexOf(current) + step; index >= 0 && index < scopeOrder.length; index += step) {
    const scope = scopeOrder[index];
    if (scope !== undefined && scopeProblem(scope, facts, decision) === undefined) return scope;
  }
  return current;
}

/** What a choice means: a sentence, and all limits of the rule it would write. */
export function choiceWords(
  decision: Decision,
  { scope, duration }: Choice,
  approval: HeldApproval,
  facts: Facts = approval.facts,
): ReachWords {
  if (duration === "once") {
    return { sentence: labels.once(decision, approval.count), limits: [] };
  }
  const conditions = conditionsFor(decision, scope, facts, approval.intent.agentDid);
  if (!conditions.ok) return { sentence: conditions.error, limits: [] };
  return reachWords(conditions.value, { decision, duration, agentName: approval.agentName });
}

/** The caption of the button that allows. */
export function allowLabel({ scope, duration }: Choice, facts: Facts): string {
  if (duration === "once") return labels.allowOnce;
  if (isBoundaryTool(facts.givenTool)) return duration === "always" ? labels.alwaysInProject : labels.allowForSession;
  const conditions = conditionsFor("approve", scope, facts, "");
  return conditions.ok ? consequenceWords(conditions.value, duration) : labels.allowFor(durationPhrases[duration]);
}
