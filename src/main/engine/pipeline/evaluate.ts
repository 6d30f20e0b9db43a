// The pipeline: one intent, call or text, through phases 1 to 4 and the decision. Nothing is recorded here, so that explanations,
// edits and waiting requests can be evaluated again.
import type { OverrideGrant } from "../../../shared/domain/approval.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import type { RiskAssessment } from "../../../shared/domain/verdict.ts";
import { actionOf } from "../intents/action.ts";
import type { AppliedPolicy } from "./apply-policy.ts";
import { withContainment } from "./contain.ts";
import { askModel } from "./ask-model.ts";
import { decide, deniedByScore } from "./decide.ts";
import type { Evaluation, EvaluationPorts, Requester } from "./evaluation.ts";
import type { PolicyDecision } from "../policy/snapshot.ts";
import { kindOf } from "./intent-kind.ts";

export interface EvaluationOptions {
  /** Who asks, as they are at the moment of the decision. */
  readonly requesterOf: (intent: Intent) => Requester;
  /** What actions must wait for before they are decided; undefined: nothing. */
  readonly ready?: () => Promise<void> | undefined;
  /** Runs synchronously with the decision, so that the next intent is decided by what this one changed. */
  readonly commit?: (intent: Intent, evaluation: Evaluation) => Evaluation;
}

export async function evaluate(
  ports: EvaluationPorts,
  intent: Intent,
  { requesterOf, ready, commit }: EvaluationOptions,
): Promise<Evaluation> {
  const kind = kindOf(intent);
  const started = ports.microseconds();

  // Phase 1: facts.
  const extracted = kind.extractFacts(ports, intent);
  const { facts } = extracted;
  const factsDone = ports.microseconds();

  // Everything that takes time comes before phase 2: the model's answer, which phase 3 uses, and sessions from before the start.
  const answer = askModel(ports, () => kind.modelQuestion(intent, extracted, () => requesterOf(intent).session));
  // Awaited even without a model, so that intents that arrive together all finish phase 1 before the first begins phase 2: the
  // code of one phase then stays in the processor's caches.
  const model = await answer;
  // The time spent waiting is the model's only if one was asked.
  const modelDone = answer instanceof Promise ? ports.microseconds() : factsDone;
  const waiting = kind.isAction ? ready?.() : undefined;
  if (waiting !== undefined) await waiting;

  // Synchronous from here to the end: of several intents that arrive together, each is decided after those before it have counted.
  const policyBegun = ports.microseconds();
  const now = ports.clock.now();
  const requester = requesterOf(intent);

  // Phase 2: policy.
  const policy = kind.applyPolicy(ports, intent, facts, requester, now);
  const policyDone = ports.microseconds();

  // Phase 3: risk.
  const { risk, cut } = kind.assessRisk(ports, intent, extracted, model, requester);
  const riskDone = ports.microseconds();

  // Phase 4: manifest.
  const manifest = kind.buildManifest(ports, facts, policy.limits);

  const settings = ports.settings.current();
  const observing = settings.observe !== null;
  const { standing, exhausted, grant, decision, snapshot, marks } = policy;
  const override =
    kind.isAction && deniedByScore(risk, settings.highBand)
      ? findOverride(ports, intent, facts, policy, risk, now)
      : undefined;
  const contained = (ruled: PolicyDecision): PolicyDecision => {
    const conditions = withContainment(ruled.conditions, intent, facts, risk, settings.containCommands);
    return conditions === ruled.conditions ? ruled : { ...ruled, conditions };
  };
  const verdict = kind.present(
    decide({
      intentId: intent.intentId,
      description: kind.describe(facts),
      standing,
      exhausted,
      policy: contained(cut ?? decision),
      policyVersion: snapshot.version,
      constitutionHash: snapshot.constitutionHash,
      mode: observing ? "observe" : "enforce",
      protected: observing && decision.effect === "deny" && policy.staysInObserveMode(),
      risk,
      grant,
      override,
      answered: intent.answered,
      boundary: intent.boundary,
      settings: {
        highBand: settings.highBand,
        verdictExpirySeconds: policy.expirySeconds ?? settings.verdictExpirySeconds,
      },
      manifest,
      now,
    }),
  );
  const { latent } = extracted.assess();
  const evaluation: Evaluation = {
    facts,
    verdict,
    timings: {
      facts: factsDone - started,
      manifest: ports.microseconds() - riskDone,
      policy: policyDone - policyBegun,
      risk: modelDone - factsDone + (riskDone - policyDone),
    },
    agentName: requester.agent.name,
    marks,
    ...(latent === undefined ? {} : { latent }),
    ...(kind.isAction ? { ruled: decision } : {}),
    ...(override !== undefined && verdict.outcome !== "DENIED" ? { override } : {}),
    ...(verdict.reason === "grant" && grant !== undefined ? { grantId: grant.grantId } : {}),
  };
  return commit === undefined ? evaluation : commit(intent, evaluation);
}

/** A human's override of the denial by score, for exactly this action. */
function findOverride(
  { digests, findOverride: find }: EvaluationPorts,
  intent: Intent,
  facts: Facts,
  { decision, snapshot: { constitutionHash } }: AppliedPolicy,
  risk: RiskAssessment,
  now: number,
): OverrideGrant | undefined {
  return find?.(
    () => ({
      action: actionOf(digests, intent, facts),
      digest: digests.override(intent, { facts, constitutionHash, ruled: decision }),
      level: risk.level,
    }),
    now,
  );
}
