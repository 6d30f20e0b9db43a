// Approvals: intents that wait for a human. Hold, coalesce, resolve, expire, and look again when the rules change.
import type { Grant, HeldApproval, Resolved } from "../../shared/approval.ts";
import type { NewEntry } from "../../shared/audit.ts";
import type { OperationError } from "../../shared/contract.ts";
import type { Directive } from "../../shared/directive.ts";
import type { Intent } from "../../shared/intent.ts";
import type { JsonObject } from "../../shared/json.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { ReasonCode, Verdict } from "../../shared/verdict.ts";
import { askedBecause } from "./asked-again.ts";
import { actionDigest, approvalDigest } from "./digest.ts";
import { type Answer, denial, directiveDetails, directiveOf, type Ending, endingOf, finalVerdict } from "./endings.ts";
import { directiveEntry, grantEntry, verdictEntry } from "./entries.ts";
import type { Evaluation, EvaluationPorts } from "./evaluate.ts";
import { createGranting, type GrantingPorts, type Lasting, type Reach } from "./granting.ts";
import { createHeldQueue, type HeldPlace } from "./held.ts";
import type { IntentMemory } from "./intents.ts";
import type { Outbox } from "./ports.ts";

export interface ApprovalPorts extends EvaluationPorts, GrantingPorts {
  readonly outbox: Outbox;
  readonly intents: IntentMemory;
  /** Told after each held intent has ended. */
  readonly released: (intent: Intent, evaluation: Evaluation, verdict: Verdict, waitedMs: number) => void;
}

export interface Approvals {
  /** Whether this intent can be held: it shares a place with its like, or there is a free one. */
  readonly hasRoom: (intent: Intent, verdict: Verdict) => boolean;
  readonly hold: (intent: Intent, evaluation: Evaluation) => void;
  readonly list: () => readonly HeldApproval[];
  readonly resolve: (answer: Answer, actor: string) => Promise<Result<Resolved, OperationError>>;
  readonly keepWaiting: (approvalId: string) => HeldApproval | undefined;
  /** After a new rule, grant or policy: what no longer needs a human is released. */
  readonly reevaluate: () => Promise<void>;
  /** Denies everything an agent (or every agent) waits for; says how many. */
  readonly release: (agentDid: string | undefined, reason: ReasonCode, actor: string, why: string) => Promise<number>;
  /** Denies one intent because whoever sent it cannot wait longer; others that share its place go on waiting. */
  readonly giveUp: (agentDid: string, intentId: string, reason: "timeout" | "agent_gone", why: string) => Promise<void>;
  /** What a decision about an action would be worth beyond it, checked and not in force. Undefined: nothing. */
  readonly propose: (intent: Intent, reach: Reach, actor: string) => Promise<Result<Proposal, string>>;
  /** A lasting decision about an action that does not wait. */
  readonly decideFor: (intent: Intent, reach: Reach, actor: string) => Promise<Result<Grant, OperationError>>;
  readonly revokeGrant: (grantId: string, actor: string) => Promise<Result<Grant, OperationError>>;
  readonly stop: () => void;
}

interface EndedIntent {
  readonly intent: Intent;
  readonly verdict: Verdict;
  readonly directive: Directive;
  readonly waitedMs: number;
  readonly entries: readonly NewEntry[];
}

export interface Proposal {
  readonly lasting: Lasting | undefined;
  readonly evaluation: Evaluation;
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const queue = createHeldQueue();
  const granting = createGranting(ports);
  const timers = new Map<string, () => void>();

  function hasRoom(intent: Intent, verdict: Verdict): boolean {
    if (queue.size() < ports.settings.current().maximumHeld) return true;
    return queue.withDigest(approvalDigest(ports.sha256, intent, verdict.constitutionHash)) !== undefined;
  }

  function hold(intent: Intent, evaluation: Evaluation): void {
    const { verdict, facts } = evaluation;
    const now = ports.clock.now();
    const digest = approvalDigest(ports.sha256, intent, verdict.constitutionHash);
    const same = queue.withDigest(digest);
    if (same !== undefined) {
      const approval = { ...same.approval, count: same.approval.count + 1 };
      queue.put({ ...same, approval, intents: [...same.intents, intent] });
      ports.events.publish({ type: "approval_changed", at: now, approval });
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
    arm(approval);
    ports.events.publish({ type: "intent_held", at: now, approval });
  }

  function askedAgain(intent: Intent, { facts, verdict }: Evaluation): Pick<HeldApproval, "askedBecause"> {
    const { sessionId } = intent.context;
    const action = {
      agentDid: intent.agentDid,
      ...(sessionId === undefined ? {} : { sessionId }),
      facts,
      digest: actionDigest(ports.sha256, intent),
    };
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
    const place = queue.get(answer.approvalId);
    if (place === undefined)
      return refuse("not_found", "This request is no longer waiting: it was answered elsewhere or has ended.");
    const { approval } = place;
    if (approval.digest !== answer.digest)
      return refuse("stale", "The request has changed since you saw it. Look at it again.");

    const edited = answer.arguments === undefined ? undefined : (answer.arguments as JsonObject);
    const intent = edited === undefined ? approval.intent : { ...approval.intent, arguments: edited };
    const evaluation = await ports.evaluate(intent);
    if (queue.get(answer.approvalId) !== place) return refuse("not_found", endedMeanwhile);
    if (evaluation.verdict.constitutionHash !== approval.verdict.constitutionHash) {
      refresh(place, evaluation);
      return refuse("stale", "The policy has changed since you saw this request. Look at it again.");
    }
    if (answer.decision === "approve" && evaluation.verdict.outcome === "DENIED") {
      return refuse("refused", `It cannot be approved: ${evaluation.verdict.reasoning}`);
    }

    const lasting = await granting.propose(answer, intent, evaluation, actor);
    if (!lasting.ok) return refuse("refused", lasting.error);
    if (queue.get(answer.approvalId) !== place) return refuse("not_found", endedMeanwhile);
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

  /** Recorded first; only then does anybody hear of it. What cannot be recorded stays held. */
  async function settle(
    place: HeldPlace,
    ending: Ending,
    grant?: Grant,
  ): Promise<Result<Ending["outcome"], OperationError>> {
    const now = ports.clock.now();
    const released = place.intents.map((intent) => endedIntent(place, intent, ending, now));
    const entries = released.flatMap((each) => each.entries);
    queue.remove(place.approval.approvalId);
    cancelTimer(place.approval.approvalId);
    try {
      await ports.ledger.append(
        grant === undefined ? entries : [...entries, grantEntry(grant, true, ending.actor, now)],
      );
    } catch (error) {
      if (ending.outcome !== "DENIED") {
        queue.put(place);
        arm(place.approval);
        return refuse(
          "unavailable",
          `The decision could not be recorded, so nothing was released. ${messageOf(error)}`,
        );
      }
    }
    for (const each of released) {
      tell(place, each);
      const { verdict } = each;
      const resolved = { approvalId: place.approval.approvalId, outcome: ending.outcome };
      ports.events.publish({
        type: "approval_resolved",
        at: now,
        approvalId: place.approval.approvalId,
        resolved,
        verdict,
      });
    }
    return ok(ending.outcome);
  }

  /** What became of one of the intents that share a place, and how it is recorded. */
  function endedIntent(place: HeldPlace, intent: Intent, ending: Ending, now: number): EndedIntent {
    const { approval } = place;
    const { findSecrets } = ports.world;
    const waitedMs = now - approval.heldAt;
    const verdict = finalVerdict(approval.verdict, intent, ending, now);
    const directive = directiveOf(intent, ending, now);
    const entries = [
      directiveEntry(intent, directive, waitedMs, findSecrets, directiveDetails(approval, ending)),
      verdictEntry(intent, approval.facts, verdict, findSecrets),
    ];
    return { intent, verdict, directive, waitedMs, entries };
  }

  function tell(place: HeldPlace, { intent, verdict, directive, waitedMs }: EndedIntent): void {
    ports.intents.settle(intent.agentDid, intent.intentId, verdict);
    ports.outbox.directive(directive, verdict);
    ports.released(intent, place.evaluation, verdict, waitedMs);
  }

  async function expire(approvalId: string): Promise<void> {
    const place = queue.get(approvalId);
    if (place === undefined) return;
    await settle(
      place,
      denial("timeout", "timeout", "timeout", "No human answered in time, so the action was denied."),
    );
  }

  async function reevaluate(): Promise<void> {
    for (const place of queue.list()) {
      const evaluation = await ports.evaluate(place.approval.intent);
      if (queue.get(place.approval.approvalId) !== place) continue;
      const { verdict } = evaluation;
      if (verdict.outcome === "ESCALATE") {
        if (verdict.constitutionHash !== place.approval.verdict.constitutionHash) refresh(place, evaluation);
        continue;
      }
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

  async function giveUp(
    agentDid: string,
    intentId: string,
    reason: "timeout" | "agent_gone",
    why: string,
  ): Promise<void> {
    const isLeaving = (intent: Intent) => intent.agentDid === agentDid && intent.intentId === intentId;
    const place = queue.list().find(({ intents }) => intents.some(isLeaving));
    const intent = place?.intents.find(isLeaving);
    if (place === undefined || intent === undefined) return;
    const ending = denial(reason, reason === "timeout" ? "timeout" : "engine", reason, why);
    const [first, ...others] = place.intents.filter((each) => !isLeaving(each));
    if (first === undefined) {
      await settle(place, ending);
      return;
    }
    const now = ports.clock.now();
    const approval = { ...place.approval, intent: first, count: others.length + 1 };
    queue.put({ ...place, approval, intents: [first, ...others] });
    ports.events.publish({ type: "approval_changed", at: now, approval });
    const ended = endedIntent(place, intent, ending, now);
    try {
      await ports.ledger.append(ended.entries);
    } catch {
      // The ledger's health is known elsewhere, and a denial needs no record to hold.
    }
    tell(place, ended);
  }

  /** The same request under a new policy: a human must look at it again. */
  function refresh(place: HeldPlace, evaluation: Evaluation): void {
    const { askedBecause: _because, ...before } = place.approval;
    const { intent } = before;
    const approval = {
      ...before,
      verdict: evaluation.verdict,
      facts: evaluation.facts,
      digest: approvalDigest(ports.sha256, intent, evaluation.verdict.constitutionHash),
      ...askedAgain(intent, evaluation),
    };
    queue.put({ ...place, approval, evaluation });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
  }

  function keepWaiting(approvalId: string): HeldApproval | undefined {
    const place = queue.get(approvalId);
    if (place === undefined) return undefined;
    cancelTimer(approvalId);
    const { deadline: _deadline, ...approval } = place.approval;
    queue.put({ ...place, approval });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
    return approval;
  }

  function arm({ approvalId, deadline }: HeldApproval): void {
    if (deadline === undefined) return;
    const wait = Math.max(0, deadline - ports.clock.now());
    timers.set(
      approvalId,
      ports.clock.after(wait, () => void expire(approvalId)),
    );
  }

  function cancelTimer(approvalId: string): void {
    timers.get(approvalId)?.();
    timers.delete(approvalId);
  }

  return {
    hasRoom,
    hold,
    propose,
    decideFor,
    revokeGrant: granting.revoke,
    list: () => queue.list().map((place) => place.approval),
    resolve,
    keepWaiting,
    reevaluate,
    release,
    giveUp,
    stop() {
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

const endedMeanwhile = "This request ended while you were answering.";

function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The ledger gave no reason.";
}
