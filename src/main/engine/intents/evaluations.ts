// The ways in which the engine evaluates an intent: for its verdict, again while it waits, and to explain.
import type { OverrideGrant } from "../../../shared/domain/approval.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Reservations } from "../approvals/reservations.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import { coversDenial } from "../overrides/covers.ts";
import type { OverrideUse } from "../overrides/use.ts";
import { explainPolicy } from "../pipeline/apply-policy.ts";
import { evaluate } from "../pipeline/evaluate.ts";
import type { Evaluation, EvaluationPorts } from "../pipeline/evaluation.ts";
import { deniedBecause, faultEvaluation } from "../pipeline/faults.ts";
import { enforcing } from "../pipeline/observe.ts";
import type { Considered } from "../policy/snapshot.ts";
import type { PolicySource } from "../ports.ts";
import type { Requesters } from "./requesters.ts";

/** What is to be tried instead of what is in force. */
export interface Trial {
  readonly policies?: PolicySource;
  readonly grants?: GrantBook;
  /** Applies only where the waiting request has used it. */
  readonly override?: OverrideGrant | undefined;
}

export interface Explained {
  readonly evaluation: Evaluation;
  readonly considered: readonly Considered[];
}

export interface Evaluations {
  /** The evaluation by which a new intent is answered, counted in its session. Never rejects: a failure is a denial. */
  readonly forVerdict: (intent: Intent) => Promise<Evaluation>;
  /** As if observe mode were off: switching it on must not release what waits, nor justify a lasting decision. */
  readonly again: (intent: Intent, trial?: Trial) => Promise<Evaluation>;
  /** What the rules say, whether or not observe mode is on; also of another policy than the one in force. */
  readonly explain: (intent: Intent, policies?: PolicySource) => Promise<Explained>;
}

export interface EvaluationsPorts extends Omit<EvaluationPorts, "findOverride"> {
  readonly requesters: Requesters;
  readonly reservations: Reservations;
  readonly overrideUse: OverrideUse;
}

export function createEvaluations(ports: EvaluationsPorts): Evaluations {
  const { requesters, reservations, overrideUse, digests } = ports;
  const { ready } = requesters;
  /** A new intent may use any override that covers it; one that waits only the override it has used already. */
  const deciding: EvaluationPorts = { ...ports, findOverride: ports.grants.findOverride };
  const decision = { requesterOf: requesters.of, ready, commit };

  function commit(intent: Intent, decided: Evaluation): Evaluation {
    const evaluation = withPlace(intent, decided);
    overrideUse.spend(evaluation);
    requesters.decided(intent, evaluation);
    return evaluation;
  }

  /** A request that must wait has a place in the queue reserved, or is denied. */
  function withPlace(intent: Intent, evaluation: Evaluation): Evaluation {
    const { verdict } = evaluation;
    if (verdict.outcome !== "ESCALATE") return evaluation;
    if (reservations.reserve(intent, digests.approval(intent, evaluation))) return evaluation;
    return { ...evaluation, verdict: deniedBecause(verdict, "queue_full") };
  }

  return {
    async forVerdict(intent) {
      try {
        return await evaluate(deciding, intent, decision);
      } catch (error) {
        const fault = faultEvaluation(ports, intent, error);
        requesters.decided(intent, fault);
        return fault;
      }
    },
    again({ answered: _answered, ...intent }, { policies = ports.policies, grants = ports.grants, override } = {}) {
      const findOverride: EvaluationPorts["findOverride"] = (seen) =>
        override !== undefined && coversDenial(override, seen()) ? override : undefined;
      const trial = { ...ports, policies, grants, findOverride, settings: enforcing(ports.settings) };
      return evaluate(trial, intent, { requesterOf: requesters.counted, ready });
    },
    async explain(intent, policies = ports.policies) {
      const trial = { ...deciding, policies, settings: enforcing(ports.settings) };
      const evaluation = await evaluate(trial, intent, { requesterOf: requesters.of, ready });
      return { evaluation, considered: explainPolicy(trial, evaluation.facts, requesters.of(intent)) };
    },
  };
}
