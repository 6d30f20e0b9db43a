// Decisions that outlive their intent: for a while as a live grant, for ever as a rule of the policy.
import type { Grant } from "../../../shared/domain/approval.ts";
import type { OperationError } from "../../../shared/contract/contract.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { PolicyRule } from "../../../shared/domain/policy.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import { actionOf } from "../intents/action.ts";
import type { Answer } from "../approvals/endings.ts";
import type { Digests } from "../intents/digests.ts";
import { grantEntry } from "../intents/entries.ts";
import type { Evaluations } from "../intents/evaluations.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import type { GrantBook } from "./grant-book.ts";
import { type GrantRequest, proposeGrant } from "./grants.ts";
import { nearCallOf } from "./near-miss.ts";
import type { Clock, Events, GrantStore, Identifiers, Ledger, RuleBook } from "../ports.ts";
import { standingRule } from "./standing-rule.ts";

export interface GrantingPorts {
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly digests: Digests;
  readonly ledger: Ledger;
  readonly events: Events;
  readonly grants: GrantBook;
  readonly grantStore: GrantStore;
  readonly ruleBook: RuleBook;
  /** Phases 1 to 4 again; with a policy or grants that are not in force, to see what they would decide. */
  readonly evaluate: Evaluations["again"];
}

export interface Lasting {
  readonly grant: Grant;
  readonly rule?: PolicyRule;
}

/** How far a decision is to reach. */
export type Reach = Pick<Answer, "decision" | "scope" | "duration">;

export interface Granting {
  /** What the answer is worth beyond its intent: checked to cover it and to answer what asked. Undefined: nothing. */
  readonly propose: (
    answer: Reach,
    intent: Intent,
    evaluation: Evaluation,
    actor: string,
  ) => Promise<Result<Lasting | undefined, string>>;
  /** A decision about an action that does not wait: recorded, then in force. */
  readonly give: (lasting: Lasting, actor: string) => Promise<Result<Grant, OperationError>>;
  readonly enact: (lasting: Lasting) => Result<undefined, string>;
  readonly revoke: (grantId: string, actor: string) => Promise<Result<Grant, OperationError>>;
}

export function createGranting(ports: GrantingPorts): Granting {
  function requestOf(answer: Reach, intent: Intent, evaluation: Evaluation, actor: string): GrantRequest {
    return {
      action: actionOf(ports.digests, intent, evaluation.facts),
      effect: answer.decision === "approve" ? "allow" : "deny",
      scope: answer.scope,
      duration: answer.duration,
      grantId: ports.identifiers.next(),
      fromIntent: intent.intentId,
      issuedBy: actor,
      now: ports.clock.now(),
    };
  }

  async function ruleFor(
    request: GrantRequest,
    intent: Intent,
    evaluation: Evaluation,
  ): Promise<Result<PolicyRule, string>> {
    if (evaluation.facts.secrets.length > 0)
      return fail("A rule would keep the secret in this action. Answer for a while instead.");
    const { rule: asked, decider } = evaluation.verdict;
    if (request.effect === "allow" && decider === "policy" && asked?.startsWith("project:") === true)
      return fail(
        "The project's own file asks here, and no rule of yours overrides that. Answer for a while instead, or change the file.",
      );
    const near = nearCallOf(intent, evaluation.facts, request.scope);
    const rule = standingRule({
      ...request,
      ...(decider === "policy" && asked !== undefined ? { answers: asked } : {}),
      example: { tool: intent.tool, arguments: intent.arguments },
      ...(near === undefined ? {} : { counterexample: near.arguments }),
    });
    if (!rule.ok) return rule;
    const trial = ports.ruleBook.trial(rule.value);
    if (!trial.ok) return fail(`The rule cannot be written: ${trial.error}`);
    const { verdict } = await ports.evaluate(intent, { policies: trial.value });
    const asks = verdict.outcome === "ESCALATE";
    const denies = verdict.outcome === "DENIED";
    const wanted = request.effect === "allow" ? !asks && !denies : denies;
    return wanted ? rule : fail(`The rule would not answer what asks here: ${verdict.reasoning}`);
  }

  async function propose(answer: Reach, intent: Intent, evaluation: Evaluation, actor: string) {
    if (answer.duration === "once") return onlyOnce(answer, intent);
    if (intent.question !== undefined) return fail("An answer to an agent's question holds for that question alone.");
    if (evaluation.override !== undefined && answer.decision === "approve")
      return fail("The score denies this action; you overrode that for this request alone. Allow it once instead.");
    if (answer.decision === "approve" && evaluation.verdict.risk.level === "CRITICAL")
      return fail("What is critical is allowed once only.");
    const request = requestOf(answer, intent, evaluation, actor);
    const grant = proposeGrant(request);
    if (!grant.ok) return grant;
    if (answer.duration !== "always") return ok({ grant: grant.value });
    const rule = await ruleFor(request, intent, evaluation);
    return rule.ok ? ok({ grant: { ...grant.value, rule: rule.value.id }, rule: rule.value }) : rule;
  }

  function enact({ grant, rule }: Lasting): Result<undefined, string> {
    const written = rule === undefined ? ok(undefined) : ports.ruleBook.add(rule);
    if (!written.ok) return written;
    ports.grants.add(grant);
    ports.grantStore.save(grant);
    ports.events.publish({ type: "grant_changed", at: ports.clock.now(), grant, live: true });
    return ok(undefined);
  }

  async function give(lasting: Lasting, actor: string): Promise<Result<Grant, OperationError>> {
    try {
      await ports.ledger.append([grantEntry(lasting.grant, true, actor, ports.clock.now())]);
    } catch (error) {
      return unrecorded("The ledger cannot record it, so it is not in force.", error);
    }
    const enacted = enact(lasting);
    return enacted.ok ? ok(lasting.grant) : fail({ code: "refused", message: enacted.error });
  }

  async function revoke(grantId: string, actor: string): Promise<Result<Grant, OperationError>> {
    const grant = ports.grants.get(grantId);
    if (grant === undefined) {
      return fail({ code: "not_found", message: "There is no such live grant: it was revoked or has expired." });
    }
    // Taken away first: a ledger that cannot write must not keep a permission alive.
    const removed = grant.rule === undefined ? ok(undefined) : ports.ruleBook.remove(grant.rule);
    // It stays in the list, so that it can be revoked when its rule can be.
    if (!removed.ok) return fail({ code: "refused", message: `Its rule is still in the policy. ${removed.error}` });
    ports.grants.revoke(grantId);
    ports.grantStore.remove(grantId);
    const now = ports.clock.now();
    ports.events.publish({ type: "grant_changed", at: now, grant, live: false });
    try {
      await ports.ledger.append([grantEntry(grant, false, actor, now)]);
    } catch (error) {
      return unrecorded("The grant is revoked, but the ledger could not record it.", error);
    }
    return ok(grant);
  }

  return { propose, enact, give, revoke };
}

/** Nobody waits for a path of a contained run: a sandbox that runs is not changed. */
function onlyOnce({ decision }: Reach, { boundary }: Intent): Result<undefined, string> {
  const tooLate = decision === "approve" && boundary !== undefined && boundary.kind !== "connect";
  return tooLate
    ? fail("It was blocked already, so once is too late. Allow it for this session or always.")
    : ok(undefined);
}

function unrecorded(message: string, error: unknown): Result<never, OperationError> {
  return fail({ code: "unavailable", message: `${message} ${error instanceof Error ? error.message : ""}` });
}
