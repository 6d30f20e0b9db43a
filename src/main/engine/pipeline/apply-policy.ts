// Phase 2 for tool calls: whether the agent may act at all, what the policy's rules say, its limits, and live grants.
import { detached } from "../../../shared/lib/detached.ts";
import { withWholeArguments } from "../../../shared/domain/effective-arguments.ts";
import type { Grant } from "../../../shared/domain/approval.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { actionOf } from "../intents/action.ts";
import type { PolicyInput } from "../rules/input.ts";
import type { Considered, PolicyDecision, PolicySnapshot } from "../policy/snapshot.ts";
import type { Clock, PolicySource } from "../ports.ts";
import type { StandingFault } from "./decide.ts";
import type { EvaluationPorts, Requester } from "./evaluation.ts";
import { impliedTools } from "./implied-tools.ts";
import { exhaustedLimit } from "./limits.ts";
import type { ManifestLimits } from "./manifest.ts";
import { staysInObserveMode } from "./observe.ts";
import { withoutOutgoingSecrets } from "./outgoing.ts";

/** Phase 2's result. */
export interface AppliedPolicy {
  readonly snapshot: Pick<PolicySnapshot, "version" | "constitutionHash">;
  /** Why the agent may not act at all. */
  readonly standing: StandingFault | undefined;
  readonly decision: PolicyDecision;
  /** A rate or quota that is used up. */
  readonly exhausted?: StandingFault | undefined;
  /** A live grant that covers the action. */
  readonly grant: Grant | undefined;
  /** Seconds for which the policy lets a verdict hold; undefined: the setting applies. */
  readonly expirySeconds?: number | undefined;
  /** Whether a denial by the policy stays in force in observe mode. */
  readonly staysInObserveMode: () => boolean;
  /** The sequences whose first step this is. */
  readonly marks: readonly string[];
  /** What the policy says about how the action may run, for phase 4. */
  readonly limits: ManifestLimits;
}

export function applyPolicy(
  ports: EvaluationPorts,
  intent: Intent,
  facts: Facts,
  requester: Requester,
  now: number,
): AppliedPolicy {
  const { agentDid } = intent;
  const { agent, session, rates } = requester;
  const standing = requester.standing(toolsOf(facts));
  const snapshot = ports.policies.current(projectOf(facts));
  const input: PolicyInput = { facts, agent, session, now };
  const decision = withGivenArguments(
    withoutOutgoingSecrets(snapshot.evaluate(input), intent, ports.world.findSecrets),
    intent,
  );
  const capabilities = snapshot.capabilitiesFor(agentDid, facts.workspace);
  return {
    snapshot,
    standing,
    decision,
    exhausted:
      rates === undefined
        ? undefined
        : exhaustedLimit({
            capabilities,
            quotas: snapshot.quotasFor(agentDid, facts.workspace),
            facts,
            session,
            rates,
            now,
          }),
    grant: ports.grants.find(() => actionOf(ports.digests, intent, facts), now),
    expirySeconds: snapshot.document.verdict_expiry_seconds,
    staysInObserveMode: () => staysInObserveMode(snapshot.explain(input).considered, facts),
    marks: snapshot.marks(input),
    limits: { capabilities, conditions: decision.conditions, project: snapshot.projectLimits(agentDid, facts) },
  };
}

/** Every name by which an agent may have lost this tool. */
export function toolsOf(facts: Facts): readonly string[] {
  return [facts.givenTool, facts.tool, ...impliedTools(facts)];
}

function withGivenArguments(decision: PolicyDecision, { arguments: given }: Intent): PolicyDecision {
  if (decision.conditions.length === 0) return decision;
  return { ...decision, conditions: withWholeArguments(decision.conditions, given) };
}

/** The folder whose project files apply: the workspace, or without one the place the action is about. */
export function projectOf({ workspace, workingDirectory, paths }: Facts): string | undefined {
  const place = workspace ?? workingDirectory ?? paths.find((fact) => fact.path.startsWith("/"))?.path;
  // The folders it begins with are all that matters, and what is found for it is cached under it.
  return place === undefined || place.length <= longestPlace ? place : detached(place.slice(0, longestPlace));
}

const longestPlace = 4096;

/** Every rule that was checked for an intent, for people who ask why. */
export function explainPolicy(
  { clock, policies }: { readonly clock: Clock; readonly policies: PolicySource },
  facts: Facts,
  { agent, session }: Requester,
): readonly Considered[] {
  return policies.current(projectOf(facts)).explain({ facts, agent, session, now: clock.now() }).considered;
}
