// Approvals: intents that wait for a human. Puts together how they are held, answered, proposed, reviewed and ended.
import type { AlsoReleased, Grant, HeldApproval, Resolved } from "../../../shared/domain/approval.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ReasonCode } from "../../../shared/domain/verdict.ts";
import { type Decisions, pastDecision } from "./decisions.ts";
import { createDeadlines } from "./deadlines.ts";
import { type Answer, denial, engineActor } from "./endings.ts";
import type { Evaluation, EvaluationPorts } from "../pipeline/evaluation.ts";
import { extractFacts } from "../pipeline/extract-facts.ts";
import { createGranting, type GrantingPorts, type Lasting, type Reach } from "../grants/granting.ts";
import type { HeldQueue } from "./held.ts";
import { createHolding, type Holding } from "./holding.ts";
import { refuse } from "./refuse.ts";
import { createResolving } from "./resolving.ts";
import { createReview } from "./review.ts";
import { createSettlement, type Settlement, type SettlementPorts } from "./settlement.ts";
import { widestCall } from "../grants/widest-call.ts";
import { createUndo, type Undo } from "./withdrawal.ts";

export interface ApprovalPorts extends EvaluationPorts, GrantingPorts, SettlementPorts {
  readonly queue: HeldQueue;
  readonly decisions: Decisions;
}

export interface Approvals extends Holding {
  readonly list: () => readonly HeldApproval[];
  readonly resolve: (answer: Answer, actor: string) => Promise<Result<Resolved, OperationError>>;
  /** The other waiting requests that this answer would release. */
  readonly wouldRelease: (
    approvalId: string,
    reach: Reach,
    edited: JsonObject | undefined,
    actor: string,
  ) => Promise<Result<readonly AlsoReleased[], OperationError>>;
  /** Undoes a decision, by its request or its grant, with everything that it allowed and that was not reported yet. */
  readonly undo: Undo;
  /** Whether undoing this decision would end a denial; undefined when there is none. */
  readonly denies: (id: string) => boolean | undefined;
  /** After a new rule, grant or policy: what no longer needs a human is released. */
  readonly reevaluate: () => Promise<void>;
  /** Denies everything an agent (or every agent) waits for; says how many. */
  readonly release: (agentDid: string | undefined, reason: ReasonCode, actor: string, why: string) => Promise<number>;
  readonly giveUp: Settlement["leave"];
  /** What a decision about an action would be worth beyond it, checked and not in force. Undefined: nothing. */
  readonly propose: (intent: Intent, reach: Reach, actor: string) => Promise<Result<Proposal, string>>;
  /** A lasting decision about an action that does not wait. */
  readonly decideFor: (intent: Intent, reach: Reach, actor: string) => Promise<Result<Grant, OperationError>>;
  readonly revokeGrant: (grantId: string, actor: string) => Promise<Result<Grant, OperationError>>;
  readonly stop: () => void;
}

export interface Proposal {
  readonly lasting: Lasting | undefined;
  readonly evaluation: Evaluation;
  /** A call that it would also allow, where the scope is wider than the request. */
  readonly widest?: string;
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const { queue, decisions } = ports;
  const granting = createGranting(ports);
  // A denial that could not be announced to everybody is in force all the same, and must not end the process.
  const deadlines = createDeadlines(ports.clock, (approvalId) => void expire(approvalId).catch(() => undefined));
  const { settle, leave } = createSettlement({ ...ports, deadlines });
  const review = createReview({ ...ports, settle });
  const { hold, keepWaiting, letExpire } = createHolding({ ...ports, deadlines, askedAgain: review.askedAgain });
  const resolve = createResolving({ ...ports, granting, review, settle });
  const undo = createUndo({ ...ports, revoke: granting.revoke });

  async function propose(intent: Intent, reach: Reach, actor: string): Promise<Result<Proposal, string>> {
    const evaluation = await ports.evaluate(intent);
    if (reach.decision === "approve" && evaluation.verdict.outcome === "DENIED")
      return fail(`It cannot be approved: ${evaluation.verdict.reasoning}`);
    const lasting = await granting.propose(reach, intent, evaluation, actor);
    if (!lasting.ok) return lasting;
    const grant = lasting.value?.grant;
    const factsOf = (other: Intent) => extractFacts(ports, other).facts;
    const widest = grant && widestCall(grant, intent, evaluation.facts, factsOf, ports.digests);
    return ok({ lasting: lasting.value, evaluation, ...(widest === undefined ? {} : { widest }) });
  }

  const wouldRelease: Approvals["wouldRelease"] = async (approvalId, reach, edited, actor) => {
    const approval = queue.get(approvalId)?.approval;
    if (approval === undefined) return refuse("not_found", "This request is no longer waiting.");
    const intent = edited === undefined ? approval.intent : { ...approval.intent, arguments: edited };
    const proposed = await propose(intent, reach, actor);
    if (!proposed.ok) return refuse("refused", proposed.error);
    const { lasting } = proposed.value;
    if (lasting === undefined) return ok([]);
    const released = await review.wouldRelease(lasting, approvalId);
    return released.ok ? released : refuse("refused", released.error);
  };

  async function decideFor(intent: Intent, reach: Reach, actor: string): Promise<Result<Grant, OperationError>> {
    const proposed = await propose(intent, reach, actor);
    if (!proposed.ok) return refuse("refused", proposed.error);
    if (proposed.value.lasting === undefined) return refuse("refused", "A decision for once has nothing to be about.");
    const given = await granting.give(proposed.value.lasting, actor);
    if (given.ok && reach.decision === "approve") decisions.add(pastDecision(given.value));
    await review.everything();
    return given;
  }

  async function expire(approvalId: string): Promise<void> {
    const place = queue.get(approvalId);
    if (place === undefined) return;
    await settle(
      place,
      denial("timeout", "timeout", "timeout", "No human answered in time, so the action was denied."),
    );
  }

  async function release(
    agentDid: string | undefined,
    reason: ReasonCode,
    actor: string,
    why: string,
  ): Promise<number> {
    const places = queue
      .list()
      .filter((place) => agentDid === undefined || place.approval.intent.agentDid === agentDid);
    // What the engine ends by itself is never recorded as a person's decision.
    const ending = denial(reason, actor === engineActor ? "engine" : "human", actor, why);
    // Together, so that they share one flush.
    await Promise.all(places.map((place) => settle(place, ending)));
    return places.length;
  }

  return {
    hold,
    propose,
    decideFor,
    revokeGrant: granting.revoke,
    list: () => queue.list().map((place) => place.approval),
    resolve,
    keepWaiting,
    letExpire,
    wouldRelease,
    undo,
    denies: (id) => {
      const decision = decisions.get(id);
      return decision === undefined ? undefined : !decision.approved;
    },
    reevaluate: review.everything,
    release,
    giveUp: leave,
    stop: deadlines.stop,
  };
}
