// Whether an agent may still do what a verdict allows: it may have been stopped, or have lost the tool, since the decision.
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Verdict } from "../../../shared/domain/verdict.ts";
import type { StandingFault } from "./decide.ts";
import { toolsOf } from "./apply-policy.ts";
import { kindOf } from "./intent-kind.ts";
import { normaliser } from "../normalise/index.ts";
import type { AgentDirectory, World } from "../ports.ts";

export interface StillAllowed {
  /** Why the agent was stopped, or lost the tool; undefined when it was not. */
  readonly stoppedBy: (intent: Intent, facts: Facts) => StandingFault | undefined;
  /** True for an approval from before its agent was stopped or lost the tool: it is not given a second time. */
  readonly isNoLongerAllowed: (intent: Intent, verdict: Verdict) => boolean;
}

export function createStillAllowed(agents: Pick<AgentDirectory, "standing">, world: World): StillAllowed {
  const stoppedBy: StillAllowed["stoppedBy"] = ({ agentDid }, facts) => agents.standing(agentDid, toolsOf(facts));
  const factsOf = normaliser(world);
  return {
    stoppedBy,
    isNoLongerAllowed: (intent, { outcome }) =>
      outcome !== "DENIED" && kindOf(intent).isAction && stoppedBy(intent, factsOf(intent)) !== undefined,
  };
}
