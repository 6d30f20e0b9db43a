// Looks at the queue again after a new rule, grant or policy: what no longer needs a human is released, high risk only if it was listed.
import type { AlsoReleased, HeldApproval } from "../../../shared/domain/approval.ts";
import { approvalHeadline } from "../../../shared/headline/index.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { isAboveMedium, type RiskLevel, type Verdict } from "../../../shared/domain/verdict.ts";
import { actionOf } from "../intents/action.ts";
import { askedBecause } from "./asked-again.ts";
import { decidedIntents, type Decisions } from "./decisions.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import { createGrantBook } from "../grants/grant-book.ts";
import type { GrantingPorts, Lasting } from "../grants/granting.ts";
import { summaryOf } from "../grants/grants.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import type { Settlement } from "./settlement.ts";

export interface ReviewPorts extends GrantingPorts {
  readonly queue: HeldQueue;
  readonly decisions: Decisions;
  readonly settle: Settlement["settle"];
}

export interface Review {
  readonly everything: () => Promise<void>;
  readonly one: (place: HeldPlace) => Promise<void>;
  /** The place as it is now, while it is about the same: others may have joined it, or its deadline may have been overridden. */
  readonly same: (place: HeldPlace) => HeldPlace | undefined;
  /** True when the card shows something else than what would run now. */
  readonly isAnother: (place: HeldPlace, evaluation: Evaluation) => boolean;
  /** Shows the request anew: a human must look at it again. */
  readonly refresh: (place: HeldPlace, evaluation: Evaluation) => void;
  readonly askedAgain: (intent: Intent, evaluation: Evaluation) => Pick<HeldApproval, "askedBecause">;
  /** The waiting requests that a decision would release if it were given now, by the matching that would release them. */
  readonly wouldRelease: (lasting: Lasting, except: string) => Promise<Result<readonly AlsoReleased[], string>>;
}

const notListed = "A new rule allows it, but it was not on the list when the rule was made.";

export function createReview(ports: ReviewPorts): Review {
  const { queue, decisions } = ports;
  let latest: Promise<void> = Promise.resolve();

  function same({ approval }: HeldPlace): HeldPlace | undefined {
    const now = queue.get(approval.approvalId);
    return now?.approval.digest === approval.digest ? now : undefined;
  }

  /** One after the other, so that what a decision has released is known when its own review ends. */
  function everything(): Promise<void> {
    const done = reviewAfter(latest);
    latest = done.catch(() => undefined);
    return done;
  }

  async function reviewAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const place of queue.list()) await one(place);
  }

  async function one(held: HeldPlace): Promise<void> {
    // What cannot be evaluated goes on waiting for its human.
    const { override } = held.evaluation;
    const evaluation = await ports.evaluate(held.approval.intent, { override }).catch(() => undefined);
    const place = same(held);
    if (evaluation === undefined || place === undefined) return;
    const { verdict } = evaluation;
    if (verdict.outcome === "ESCALATE") {
      if (isAnother(place, evaluation)) refresh(place, evaluation);
      return;
    }
    const decision = decisions.byRule(verdict.rule);
    const { approvalId } = place.approval;
    if (
      verdict.outcome !== "DENIED" &&
      !mayRelease(place.approval, verdict, decision?.shown.has(approvalId) === true)
    ) {
      decision?.heldBack.add(approvalId);
      keepAsking(place, evaluation);
      return;
    }
    const { outcome, reason, decider, rule, conditions, manifest, risk } = verdict;
    const settled = await ports.settle(place, {
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
      ...(decision === undefined ? {} : { cause: decision.approvalId }),
    });
    if (settled.ok) decision?.released.push(...decidedIntents(place.intents));
  }

  function isAnother({ approval }: HeldPlace, evaluation: Evaluation): boolean {
    if (evaluation.verdict.outcome === "DENIED") return false;
    return ports.digests.approval(approval.intent, stillAsked(approval, evaluation)) !== approval.digest;
  }

  /** A rule allows it, and nobody saw that it would: it waits on, and its card says why. */
  function keepAsking(place: HeldPlace, evaluation: Evaluation): void {
    if (place.approval.askedBecause === notListed && !isAnother(place, evaluation)) return;
    show(place, stillAsked(place.approval, evaluation), { askedBecause: notListed });
  }

  function refresh(place: HeldPlace, evaluation: Evaluation): void {
    const asked = stillAsked(place.approval, evaluation);
    show(place, asked, askedAgain(place.approval.intent, asked));
  }

  function show(place: HeldPlace, evaluation: Evaluation, because: Pick<HeldApproval, "askedBecause">): void {
    const { askedBecause: _because, ...before } = place.approval;
    const { verdict, facts } = evaluation;
    const digest = ports.digests.approval(before.intent, evaluation);
    const approval = { ...before, verdict, facts, digest, ...because };
    queue.put({ ...place, approval, evaluation });
    ports.events.publish({ type: "approval_changed", at: ports.clock.now(), approval });
  }

  function askedAgain(intent: Intent, { facts, verdict }: Evaluation): Pick<HeldApproval, "askedBecause"> {
    const action = actionOf(ports.digests, intent, facts);
    const because = askedBecause(ports.grants, action, verdict, ports.clock.now());
    return because === undefined ? {} : { askedBecause: because };
  }

  return {
    everything,
    one,
    same,
    isAnother,
    refresh,
    askedAgain,
    wouldRelease: (lasting, except) => releasedBy(ports, lasting, except),
  };
}

/** Tries the decision on everything that waits, with the policy and grants as they would be. */
async function releasedBy(
  ports: ReviewPorts,
  { grant, rule }: Lasting,
  except: string,
): Promise<Result<readonly AlsoReleased[], string>> {
  if (grant.effect === "deny") return ok([]);
  const policies = rule === undefined ? undefined : ports.ruleBook.trial(rule);
  if (policies?.ok === false) return fail(policies.error);
  const grants = createGrantBook([...ports.grants.list(ports.clock.now()), grant]);
  const trial = { grants, ...(policies === undefined ? {} : { policies: policies.value }) };
  const looked = await Promise.all(
    ports.queue.list().map(async ({ approval }) => {
      if (approval.approvalId === except) return [];
      const evaluation = await ports.evaluate(approval.intent, trial).catch(() => undefined);
      if (evaluation === undefined) return [];
      const { outcome } = evaluation.verdict;
      const passes = outcome === "APPROVED" || outcome === "CONDITIONAL";
      return passes && mayRelease(approval, evaluation.verdict, true) ? [alsoReleased(approval)] : [];
    }),
  );
  return ok(looked.flat());
}

function alsoReleased(approval: HeldApproval): AlsoReleased {
  const { approvalId, digest, agentName, facts, verdict, count } = approval;
  const headline = approvalHeadline(approval).sentence;
  return { approvalId, digest, agentName, headline, summary: summaryOf(facts), level: verdict.risk.level, count };
}

/** Above medium only what was listed; critical never. */
function mayRelease({ verdict: held }: HeldApproval, now: Verdict, listed: boolean): boolean {
  const levels: readonly RiskLevel[] = [held.risk.level, now.risk.level];
  if (levels.includes("CRITICAL")) return false;
  return listed || !levels.some(isAboveMedium);
}

/** How the card shows a request that a rule would allow by now, and that waits all the same: asked for the reason it was. */
function stillAsked({ verdict: before }: HeldApproval, evaluation: Evaluation): Evaluation {
  const { verdict } = evaluation;
  if (verdict.outcome === "ESCALATE") return evaluation;
  const { rule: _rule, ...now } = verdict;
  const { outcome, reason, reasoning, decider, rule, phase } = before;
  const asked = { ...now, outcome, reason, reasoning, decider, phase, ...(rule === undefined ? {} : { rule }) };
  return { ...evaluation, verdict: asked };
}
