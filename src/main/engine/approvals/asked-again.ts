// Why a human is asked although they have answered something like it before: the nearest decision, and the difference.
import { toolOf } from "../../../shared/reach/action-extent.ts";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { Action } from "../intents/action.ts";
import { differences } from "../grants/differences.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import { isOverride } from "../overrides/covers.ts";

/** With more differences than this it is another thing and no almost. */
const mostDifferences = 2;

export function askedBecause(grants: GrantBook, action: Action, verdict: Verdict, now: number): string | undefined {
  const near = grants
    .list(now)
    .filter((grant) => isAlike(grant, action))
    .map((grant) => ({ grant, different: [...differences(grant, action)] }))
    .filter(({ different }) => different.length <= mostDifferences)
    .sort((left, right) => left.different.length - right.different.length);
  const [nearest] = near;
  if (nearest !== undefined && nearest.different.length === 0) {
    const asks = verdict.rule === undefined ? "the risk score asks" : `the rule ${verdict.rule} asks`;
    return `“${nearest.grant.title}” covers it, but ${asks}, which it does not answer.`;
  }
  const ended = grants
    .ended(now)
    .findLast(({ grant }) => isAlike(grant, action) && differences(grant, action).next().done === true);
  if (ended !== undefined) {
    const how = ended.how === "expired" ? "has expired" : "was revoked";
    return `“${ended.grant.title}” covered it, and ${how}.`;
  }
  if (nearest === undefined) return undefined;
  return `“${nearest.grant.title}” almost covers it, but ${nearest.different.join(" and ")}.`;
}

/** The same agent doing the same kind of thing: only then does a decision almost cover it. */
function isAlike(grant: Grant, { agentDid, facts }: Action): boolean {
  // An override is about a denial and is no earlier answer to a question.
  if (isOverride(grant)) return false;
  if (grant.effect !== "allow" || grant.tool !== toolOf(facts)) return false;
  if (grant.agentDid !== agentDid && grant.scope !== "project") return false;
  return facts.commands.length === 0 || facts.commands.some((command) => command.program === grant.program);
}
