// Approvals: intents that wait for a human. Hold, coalesce, resolve, expire, and look again when the rules change.
import type { AlsoReleased, Grant, HeldApproval, Resolved } from "../../../shared/domain/approval.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ReasonCode } from "../../../shared/domain/verdict.ts";
import { type Decision, decidedIntents, type Decisions, pastDecision } from "./decisions.ts";
import { createDeadlines } from "./deadlines.ts";
import { type Answer, denial, endingOf, engineActor } from "./endings.ts";
import type { Evaluation, EvaluationPorts } from "../pipeline/evaluation.ts";
import { extractFacts } from "../pipeline/extract-facts.ts";
import { createGranting, type GrantingPorts, type Lasting, type Reach } from "../grants/granting.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import { createReview } from "./review.ts";
import { createSettlement, type Settlement, type SettlementPorts } from "./settlement.ts";
import { widestCall } from "../grants/widest-call.ts";
import { createUndo, type Undo } from "./withdrawal.ts";

export interface ApprovalPorts extends EvaluationPorts, GrantingPorts, SettlementPorts {
  readonly queue: HeldQueue;
  readonly decisions: Decisions;
}

export interface Approvals {
  readonly hold: (intent: Intent, evaluation: Evaluation) => void;
  readonly list: () => readonly HeldApproval[];
  readonly resolve: (answer: Answer, actor: string) => Promise<Result<Resolved, OperationError>>;
  /** Stops the countdown of a request, or lets it run on. */
  readonly keepWaiting: (approvalId: string) => HeldApproval | undefined;
  readonly letExpire: (approvalId: string) => HeldApproval | undefined;
  /** The other waiting requests that this answer would release. */
  readonly wouldRelease: (
    approvalId: string,
    reach: Reach,
    edited: JsonObject | undefined,
    actor: string,
  ) => Promise<Result<readonly AlsoReleased[], OperationError>>;
  /** Takes back a decision, by its request or its grant, with everything that it allowed and that was not reported yet. */
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
  const { same, isAnother, refresh } = review;
  const undo = createUndo({ ...ports, revoke: granting.revoke });

  function hold(intent: Intent, evaluation: Evaluation): void {
    const { verdict, facts } = evaluation;
    const now = ports.clock.now();
    const digest = ports.digests.approval(intent, evaluation);
    const same = queue.withDigest(digest);
    if (same !== undefined) {
      const approval = { ...same.approval, count: same.approval.count + 1 };
      // They are the same, and may be large.
      const { arguments: shared } = same.approval.intent;
      queue.put({ ...same, approval, intents: [...same.intents, { ...intent, arguments: shared }] });
      orElse(
        () => ports.events.publish({ type: "approval_changed", at: now, approval }),
        () => queue.put(same),
      );
      return;
    }
    const settings = ports.settings.current();
    const seconds = settings.posture === "wait" ? 0 : settings.approvalTimeoutSeconds[verdict.risk.level];
    const approval: HeldApproval = {
      approvalId: ports.identifiers.next(),
      intent,
      facts,
      verdict,
      digest,
      agentName: evaluation.agentName,
      heldAt: now,
      ...(seconds === 0 ? {} : { deadline: now + seconds * 1000 }),
      count: 1,
      ...review.askedAgain(intent, evaluation),
    };
    queue.put({ approval, evaluation, intents: [intent] });
    orElse(
      () => {
        deadlines.set(approval);
        ports.events.publish({ type: "intent_held", at: now, approval });
      },
      () => queue.remove(approval.approvalId),
    );
  }

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

  async function resolve(answer: Answer, actor: string): Promise<Result<Resolved, OperationError>> {
    const { digest } = answer;
    const held = queue.get(answer.approvalId);
    if (held === undefined)
      return refuse("not_found", "This request is no longer waiting: it was answered elsewhere or has ended.");
    const { approval } = held;
    if (approval.digest !== digest)
      return refuse("stale", "The request has changed since you saw it. Look at it again.");

    const edited = answer.arguments === undefined ? undefined : (answer.arguments as JsonObject);
    const intent = edited === undefined ? approval.intent : { ...approval.intent, arguments: edited };
    const evaluation = await ports.evaluate(intent, { override: held.evaluation.override });
    const seen = same(held);
    if (seen === undefined) return refuse("not_found", endedMeanwhile);
    if (evaluation.verdict.constitutionHash !== approval.verdict.constitutionHash) {
      await review.one(seen);
      return refuse("stale", "The policy has changed since you saw this request. Look at it again.");
    }
    if (answer.decision === "approve" && edited === undefined && isAnother(seen, evaluation)) {
      refresh(seen, evaluation);
      return refuse("stale", "What it does, or why you are asked, has changed since you saw it. Look at it again.");
    }
    if (answer.decision === "approve" && evaluation.verdict.outcome === "DENIED") {
      return refuse("refused", `It cannot be approved: ${evaluation.verdict.reasoning}`);
    }

    const lasting = await granting.propose(answer, intent, evaluation, actor);
    if (!lasting.ok) return refuse("refused", lasting.error);
    const place = same(held);
    if (place === undefined) return refuse("not_found", endedMeanwhile);
    const grant = lasting.value?.grant;
    // Before the rule changes what the digests of waiting requests are.
    const shown = listedNow(answer);
    const settled = await settle(place, endingOf(answer, edited, evaluation, actor), grant);
    if (!settled.ok) return settled;
    const resolved = { approvalId: approval.approvalId, outcome: settled.value };
    const decision: Decision = {
      approvalId: approval.approvalId,
      approved: settled.value !== "DENIED",
      shown,
      answered: decidedIntents(place.intents),
      released: [],
      heldBack: new Set(),
      ...(grant === undefined ? {} : { grant }),
    };
    decisions.add(decision);
    if (lasting.value === undefined) return ok(resolved);
    const enacted = granting.enact(lasting.value);
    await review.everything();
    if (!enacted.ok) return refuse("refused", `This one is answered, but the rule was not written: ${enacted.error}`);
    const { grantId } = lasting.value.grant;
    return ok({ ...resolved, grantId, released: decision.released.length, heldBack: decision.heldBack.size });
  }

  /** Of the requests the human saw listed, those that are still what was seen. */
  function listedNow({ listed = [] }: Answer): ReadonlySet<string> {
    const unchanged = listed.filter(({ approvalId, digest }) => queue.get(approvalId)?.approval.digest === digest);
    return new Set(unchanged.map(({ approvalId }) => approvalId));
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

  function keepWaiting(approvalId: string): HeldApproval | undefined {
    const place = queue.get(approvalId);
    if (place === undefined) return undefined;
    deadlines.clear(approvalId);
    const { deadline, ...approval } = place.approval;
    const pausedMs = deadline === undefined ? undefined : Math.max(0, deadline - ports.clock.now());
    return changed(place, pausedMs === undefined ? approval : { ...approval, pausedMs });
  }

  function letExpire(approvalId: string): HeldApproval | undefined {
    const place = queue.get(approvalId);
    if (place === undefined) return undefined;
    const { pausedMs, ...approval } = place.approval;
    if (pausedMs === undefined) return place.approval;
    const running = { ...approval, deadline: ports.clock.now() + Math.max(pausedMs, shortestRest) };
    deadlines.set(running);
    return changed(place, running);
  }

  function changed(place: HeldPlace, approval: HeldApproval): HeldApproval {
    queue.put({ ...place, approval });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
    return approval;
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

/** What is held only in part is not held: the failure is reported to whoever asked, and no request stays behind in the queue. */
function orElse(work: () => void, undo: () => void): void {
  try {
    work();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Whoever lets the countdown run on has at least so long to change their mind. */
const shortestRest = 10 * second;

const endedMeanwhile = "This request ended while you were answering.";

function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
