// Holding: a request joins the queue, or one in it that is the same, and its countdown runs, stops and runs on.
import type { HeldApproval } from "../../../shared/domain/approval.ts";
import { second } from "../../../shared/lib/clock.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { Evaluation, EvaluationPorts } from "../pipeline/evaluation.ts";
import type { Events, Identifiers } from "../ports.ts";
import type { Deadlines } from "./deadlines.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import type { Review } from "./review.ts";

export interface HoldingPorts extends EvaluationPorts {
  readonly queue: HeldQueue;
  readonly identifiers: Identifiers;
  readonly events: Events;
  readonly deadlines: Deadlines;
  readonly askedAgain: Review["askedAgain"];
}

export interface Holding {
  readonly hold: (intent: Intent, evaluation: Evaluation) => void;
  /** Stops the countdown of a request, or lets it run on. */
  readonly keepWaiting: (approvalId: string) => HeldApproval | undefined;
  readonly letExpire: (approvalId: string) => HeldApproval | undefined;
}

/** The least time left when a countdown goes on, so that people can change their mind. */
const shortestRest = 10 * second;

export function createHolding(ports: HoldingPorts): Holding {
  const { queue, deadlines } = ports;

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
      ...ports.askedAgain(intent, evaluation),
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

  return { hold, keepWaiting, letExpire };
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
