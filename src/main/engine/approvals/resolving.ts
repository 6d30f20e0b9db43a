// Resolving: a human's answer, bound to what was shown. It is checked again, recorded, and what lasts beyond it is put in force.
import type { Grant, Resolved } from "../../../shared/domain/approval.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import { ok, type Result } from "../../../shared/lib/result.ts";
import type { Granting, GrantingPorts } from "../grants/granting.ts";
import type { Evaluation, EvaluationPorts } from "../pipeline/evaluation.ts";
import { type Decision, decidedIntents, type Decisions } from "./decisions.ts";
import { type Answer, endingOf } from "./endings.ts";
import type { HeldPlace, HeldQueue } from "./held.ts";
import { refuse } from "./refuse.ts";
import type { Review } from "./review.ts";
import type { Settlement } from "./settlement.ts";

export interface ResolvingPorts extends EvaluationPorts {
  readonly queue: HeldQueue;
  readonly decisions: Decisions;
  readonly evaluate: GrantingPorts["evaluate"];
  readonly granting: Granting;
  readonly review: Review;
  readonly settle: Settlement["settle"];
}

const endedMeanwhile = "This request ended while you were answering.";

type Refused = Result<never, OperationError>;

/** An answer that fits what was shown, with the action as it would run now. */
interface Checked {
  readonly held: HeldPlace;
  readonly intent: Intent;
  readonly edited: JsonObject | undefined;
  readonly evaluation: Evaluation;
}

export function createResolving(
  ports: ResolvingPorts,
): (answer: Answer, actor: string) => Promise<Result<Resolved, OperationError>> {
  const { queue, decisions, granting, review, settle } = ports;

  /** Whether it is still what the human saw, and may be approved at all. */
  async function check(answer: Answer): Promise<Result<Checked, OperationError>> {
    const held = queue.get(answer.approvalId);
    if (held === undefined)
      return refuse("not_found", "This request is no longer waiting: it was answered elsewhere or has ended.");
    const { approval } = held;
    if (approval.digest !== answer.digest)
      return refuse("stale", "The request has changed since you saw it. Look at it again.");
    const { arguments: edited } = answer;
    if (edited !== undefined && approval.intent.question !== undefined)
      return refuse("refused", "A question cannot be changed. Write your answer instead.");
    const intent = edited === undefined ? approval.intent : { ...approval.intent, arguments: edited };
    const evaluation = await ports.evaluate(intent, { override: held.evaluation.override });
    const refused = await refusalOf(answer, { held, intent, edited, evaluation });
    return refused ?? ok({ held, intent, edited, evaluation });
  }

  async function refusalOf({ decision }: Answer, { held, edited, evaluation }: Checked): Promise<Refused | undefined> {
    const seen = review.same(held);
    if (seen === undefined) return refuse("not_found", endedMeanwhile);
    if (evaluation.verdict.constitutionHash !== held.approval.verdict.constitutionHash) {
      await review.one(seen);
      return refuse("stale", "The policy has changed since you saw this request. Look at it again.");
    }
    if (decision !== "approve") return undefined;
    if (edited === undefined && review.isAnother(seen, evaluation)) {
      review.refresh(seen, evaluation);
      return refuse("stale", "What it does, or why you are asked, has changed since you saw it. Look at it again.");
    }
    return evaluation.verdict.outcome === "DENIED"
      ? refuse("refused", `It cannot be approved: ${evaluation.verdict.reasoning}`)
      : undefined;
  }

  /** Of the requests the human saw listed, those that are still what was seen. */
  function listedNow({ listed = [] }: Answer): ReadonlySet<string> {
    const unchanged = listed.filter(({ approvalId, digest }) => queue.get(approvalId)?.approval.digest === digest);
    return new Set(unchanged.map(({ approvalId }) => approvalId));
  }

  /** Remembers what the answer decided, so that it can be undone. */
  function decided(place: HeldPlace, approved: boolean, shown: ReadonlySet<string>, grant?: Grant): Decision {
    const decision: Decision = {
      approvalId: place.approval.approvalId,
      approved,
      shown,
      answered: decidedIntents(place.intents),
      released: [],
      heldBack: new Set(),
      ...(grant === undefined ? {} : { grant }),
    };
    decisions.add(decision);
    return decision;
  }

  return async (answer, actor) => {
    const checked = await check(answer);
    if (!checked.ok) return checked;
    const { held, intent, edited, evaluation } = checked.value;
    const lasting = await granting.propose(answer, intent, evaluation, actor);
    if (!lasting.ok) return refuse("refused", lasting.error);
    const place = review.same(held);
    if (place === undefined) return refuse("not_found", endedMeanwhile);
    const grant = lasting.value?.grant;
    // Before the rule changes what the digests of waiting requests are.
    const shown = listedNow(answer);
    const settled = await settle(place, endingOf(answer, edited, evaluation, actor), grant);
    if (!settled.ok) return settled;
    const resolved = { approvalId: answer.approvalId, outcome: settled.value };
    const decision = decided(place, settled.value !== "DENIED", shown, grant);
    if (lasting.value === undefined) return ok(resolved);
    const enacted = granting.enact(lasting.value);
    await review.everything();
    if (!enacted.ok) return refuse("refused", `This one is answered, but the rule was not written: ${enacted.error}`);
    const { grantId } = lasting.value.grant;
    return ok({ ...resolved, grantId, released: decision.released.length, heldBack: decision.heldBack.size });
  };
}
