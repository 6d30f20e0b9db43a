// Approvals: intents that wait for a human. Hold, coalesce, resolve, expire, and look again when the rules change.
import type { Grant, HeldApproval, Resolved } from "../../shared/approval.ts";
import type { OperationError } from "../../shared/contract.ts";
import type { Intent } from "../../shared/intent.ts";
import type { JsonObject } from "../../shared/json.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { ReasonCode } from "../../shared/verdict.ts";
import { actionOf } from "./action.ts";
import { askedBecause } from "./asked-again.ts";
import { approvalDigest } from "./digest.ts";
import { createDeadlines } from "./deadlines.ts";
import { type Answer, denial, endingOf } from "./endings.ts";
import type { Evaluation, EvaluationPorts } from "./evaluate.ts";
import { createGranting, type GrantingPorts, type Lasting, type Reach } from "./granting.ts";
import { createHeldQueue, type HeldPlace } from "./held.ts";
import { createRoom } from "./room.ts";
import { createSettlement, type Settlement, type SettlementPorts } from "./settlement.ts";

export interface ApprovalPorts extends EvaluationPorts, GrantingPorts, SettlementPorts {}

export interface Approvals {
  /** Promises a place: one shared with its like, or a free one in its agent's share. False when there is none. */
  readonly hasRoom: (intent: Intent, evaluation: Evaluation) => boolean;
  /** The intent was answered: a place that was promised and not taken is free again. */
  readonly answered: (intent: Intent) => void;
  readonly hold: (intent: Intent, evaluation: Evaluation) => void;
  readonly list: () => readonly HeldApproval[];
  readonly resolve: (answer: Answer, actor: string) => Promise<Result<Resolved, OperationError>>;
  readonly keepWaiting: (approvalId: string) => HeldApproval | undefined;
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
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const queue = createHeldQueue();
  const room = createRoom(queue, ports.settings.current);
  const granting = createGranting(ports);
  // A denial that could not be told to everybody is one all the same, and must not end the process.
  const deadlines = createDeadlines(ports.clock, (approvalId) => void expire(approvalId).catch(() => undefined));
  const { settle, leave } = createSettlement({ ...ports, queue, deadlines });

  function hasRoom(intent: Intent, evaluation: Evaluation): boolean {
    return room.promise(intent, approvalDigest(ports.sha256, intent, evaluation));
  }

  function hold(intent: Intent, evaluation: Evaluation): void {
    const { verdict, facts } = evaluation;
    const now = ports.clock.now();
    const digest = approvalDigest(ports.sha256, intent, evaluation);
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
      ...askedAgain(intent, evaluation),
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

  function askedAgain(intent: Intent, { facts, verdict }: Evaluation): Pick<HeldApproval, "askedBecause"> {
    const action = actionOf(ports.sha256, intent, facts);
    const because = askedBecause(ports.grants, action, verdict, ports.clock.now());
    return because === undefined ? {} : { askedBecause: because };
  }

  async function propose(intent: Intent, reach: Reach, actor: string): Promise<Result<Proposal, string>> {
    const evaluation = await ports.evaluate(intent);
    if (reach.decision === "approve" && evaluation.verdict.outcome === "DENIED")
      return fail(`It cannot be approved: ${evaluation.verdict.reasoning}`);
    const lasting = await granting.propose(reach, intent, evaluation, actor);
    return lasting.ok ? ok({ lasting: lasting.value, evaluation }) : lasting;
  }

  async function decideFor(intent: Intent, reach: Reach, actor: string): Promise<Result<Grant, OperationError>> {
    const proposed = await propose(intent, reach, actor);
    if (!proposed.ok) return refuse("refused", proposed.error);
    if (proposed.value.lasting === undefined) return refuse("refused", "A decision for once has nothing to be about.");
    const given = await granting.give(proposed.value.lasting, actor);
    await reevaluate();
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
    const evaluation = await ports.evaluate(intent);
    const seen = same(held);
    if (seen === undefined) return refuse("not_found", endedMeanwhile);
    if (evaluation.verdict.constitutionHash !== approval.verdict.constitutionHash) {
      await lookAgain(seen);
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
    const settled = await settle(place, endingOf(answer, edited, evaluation, actor), grant);
    if (!settled.ok) return settled;
    const resolved = { approvalId: approval.approvalId, outcome: settled.value };
    if (lasting.value === undefined) return ok(resolved);
    const enacted = granting.enact(lasting.value);
    await reevaluate();
    if (!enacted.ok) return refuse("refused", `This one is answered, but the rule was not written: ${enacted.error}`);
    return ok({ ...resolved, grantId: lasting.value.grant.grantId });
  }

  async function expire(approvalId: string): Promise<void> {
    const place = queue.get(approvalId);
    if (place === undefined) return;
    await settle(
      place,
      denial("timeout", "timeout", "timeout", "No human answered in time, so the action was denied."),
    );
  }

  /** The place as it is now, while it is about the same: meanwhile its like may have joined, or its deadline been lifted. */
  function same({ approval }: HeldPlace): HeldPlace | undefined {
    const now = queue.get(approval.approvalId);
    return now?.approval.digest === approval.digest ? now : undefined;
  }

  async function reevaluate(): Promise<void> {
    for (const held of queue.list()) await lookAgain(held);
  }

  async function lookAgain(held: HeldPlace): Promise<void> {
    // What cannot be evaluated goes on waiting for its human.
    const evaluation = await ports.evaluate(held.approval.intent).catch(() => undefined);
    const place = same(held);
    if (evaluation === undefined || place === undefined) return;
    if (isAnother(place, evaluation)) refresh(place, evaluation);
    const { verdict } = evaluation;
    if (verdict.outcome === "ESCALATE") return;
    const { outcome, reason, decider, rule, conditions, manifest, risk } = verdict;
    await settle(place, {
      outcome,
      reason,
      decider,
      kind: outcome === "DENIED" ? "DENY" : "APPROVE",
      text: verdict.reasoning,
      actor: rule === undefined ? "policy" : `rule:${rule}`,
      conditions,
      risk,
      ...(manifest === undefined ? {} : { manifest }),
      ...(rule === undefined ? {} : { rule }),
    });
  }

  /** A human would still be asked, but about something else than the card shows. */
  function isAnother({ approval }: HeldPlace, evaluation: Evaluation): boolean {
    if (evaluation.verdict.outcome !== "ESCALATE") return false;
    return approvalDigest(ports.sha256, approval.intent, evaluation) !== approval.digest;
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
    // Together, so that they share one flush.
    await Promise.all(
      places.map((place) => settle(place, denial(reason, reason === "agent_gone" ? "engine" : "human", actor, why))),
    );
    return places.length;
  }

  /** The same request seen anew: a human must look at it again. */
  function refresh(place: HeldPlace, evaluation: Evaluation): void {
    const { askedBecause: _because, ...before } = place.approval;
    const { intent } = before;
    const approval = {
      ...before,
      verdict: evaluation.verdict,
      facts: evaluation.facts,
      digest: approvalDigest(ports.sha256, intent, evaluation),
      ...askedAgain(intent, evaluation),
    };
    queue.put({ ...place, approval, evaluation });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
  }

  function keepWaiting(approvalId: string): HeldApproval | undefined {
    const place = queue.get(approvalId);
    if (place === undefined) return undefined;
    deadlines.lift(approvalId);
    const { deadline: _deadline, ...approval } = place.approval;
    queue.put({ ...place, approval });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
    return approval;
  }

  return {
    hasRoom,
    answered: room.keep,
    hold,
    propose,
    decideFor,
    revokeGrant: granting.revoke,
    list: () => queue.list().map((place) => place.approval),
    resolve,
    keepWaiting,
    reevaluate,
    release,
    giveUp: leave,
    stop: deadlines.stop,
  };
}

/** What is held only in part is not held: whoever asked is told of the failure, and nothing must wait behind it. */
function orElse(work: () => void, undo: () => void): void {
  try {
    work();
  } catch (error) {
    undo();
    throw error;
  }
}

const endedMeanwhile = "This request ended while you were answering.";

function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
