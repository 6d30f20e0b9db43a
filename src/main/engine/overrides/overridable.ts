// Which denials a human can override: those by score alone. For every other one, what to do instead.
import { assertNever } from "../../../shared/lib/result.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";

type Denial = Pick<Verdict, "outcome" | "reason" | "decider" | "rule">;

/** Why this verdict cannot be overridden and what to do instead; undefined when it can. */
export function notOverridable({ outcome, reason, decider, rule }: Denial): string | undefined {
  if (outcome !== "DENIED") return "It is not denied, so there is nothing to override.";
  if (reason === "self_protection")
    return "It touches Gatehouse itself. That protection cannot be overridden from here; change the files yourself if you must.";
  if (reason === "agent_halted") return "The agent is stopped. Resume it instead, then it may ask again.";
  if (reason === "capability_revoked") return "The agent's capability was revoked. Accept the agent again instead.";
  if (reason === "pairing_required") return "The agent is not paired. Accept it on the Agents screen instead.";
  if (reason === "session_expired") return "The agent's session has expired. It must register again.";
  if (reason === "rate_exceeded" || reason === "quota_exceeded")
    return "A rate or quota is used up. Wait, or raise the limit in the policy.";
  if (reason === "queue_full") return "Too many requests were waiting. Answer some, then the agent may ask again.";
  switch (decider) {
    case "risk":
      return undefined;
    case "policy":
      return `The policy denies it${rule === undefined ? "" : ` (${rule})`}, not the risk score. Change the rule on the Policy screen instead.`;
    case "grant":
      return "A decision of yours denies it. Revoke that grant instead.";
    case "human":
      return "A human denied it. The agent may ask again, and you can answer then.";
    case "timeout":
      return "Nobody answered in time. The agent may ask again, and you can answer then.";
    case "engine":
      return "Gatehouse could not decide or record it. Solve that problem first; the agent may ask again then.";
    default:
      return assertNever(decider);
  }
}
