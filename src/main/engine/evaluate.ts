// Phases 1 to 4 for one intent. Nothing is recorded here, so that explain, edits and the queue can ask again.
import { detached } from "../../shared/detached.ts";
import { withWholeArguments } from "../../shared/effective-arguments.ts";
import type { LiftGrant } from "../../shared/approval.ts";
import type { Facts } from "../../shared/facts.ts";
import type { Intent } from "../../shared/intent.ts";
import type { RiskAssessment, Verdict } from "../../shared/verdict.ts";
import { actionOf } from "./action.ts";
import type { Appraise } from "./appraise.ts";
import { askModel } from "./ask-model.ts";
import { decide, deniedByScore, type StandingFault } from "./decide.ts";
import { liftDigest } from "./digest.ts";
import { deedOf } from "./grants.ts";
import type { GrantBook } from "./grant-book.ts";
import type { DeniedSight } from "./lift.ts";
import { impliedTools } from "./implied-tools.ts";
import { exhaustedLimit } from "./limits.ts";
import { buildManifest } from "./manifest.ts";
import { staysInObserveMode } from "./observe.ts";
import { withoutOutgoingSecrets } from "./outgoing.ts";
import type { AgentView, Considered, PolicyDecision, PolicyInput } from "./policy/snapshot.ts";
import type { Clock, PolicySource, RiskModel, SecretScanner, SettingsSource, Sha256, World } from "./ports.ts";
import { redactText } from "./redact.ts";
import { combine, type HeuristicAssessment, withFindings } from "./risk/combine.ts";
import type { SessionView } from "./sessions.ts";
import { evaluateText } from "./text-steps.ts";

export interface EvaluationPorts {
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly world: World;
  readonly appraise: Appraise;
  readonly policies: PolicySource;
  readonly settings: SettingsSource;
  readonly grants: GrantBook;
  /** Finds a human's lift for a denial by score. Absent: none counts, as for everything that is not an intent of its own. */
  readonly findLift?: (seen: () => DeniedSight, now: number) => LiftGrant | undefined;
  readonly model?: RiskModel;
  /** Counts microseconds from any fixed moment: for the story of a decision, never for deciding. */
  readonly microseconds: () => number;
}

/** How long each phase took, in microseconds. */
export interface PhaseTimings {
  readonly facts: number;
  readonly policy: number;
  readonly risk: number;
  readonly manifest: number;
}

/** Who asks, and what is known about them. */
export interface Asker {
  readonly agent: AgentView;
  readonly session: SessionView;
  /** Everything the agent did, whatever session it named: limits count here. Undefined: no limit applies. */
  readonly rates: SessionView | undefined;
  /** Why the agent may not use one of these tools at all, whatever the policy says. */
  readonly standing: (tools: readonly string[]) => StandingFault | undefined;
}

export interface Evaluation {
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly timings: PhaseTimings;
  readonly grantId?: string;
  /** The lift without which the score would have denied it. */
  readonly lift?: LiftGrant;
  /** What the rules of the policy say about it, whoever decided. Absent for a text. */
  readonly ruled?: PolicyDecision;
  readonly agentName: string;
  /** The sequences of which this is the first step, once it may run. */
  readonly marks: readonly string[];
}

/** What an intent is and how risky, whoever asks and whatever they did before. */
export interface Weighed {
  readonly facts: Facts;
  readonly risk: RiskAssessment;
  readonly microseconds: Pick<PhaseTimings, "facts" | "risk">;
}

export async function evaluate(
  ports: EvaluationPorts,
  intent: Intent,
  askerOf: (intent: Intent) => Asker,
): Promise<Evaluation> {
  if (intent.text !== undefined) return evaluateText(ports, intent, intent.text, askerOf(intent));
  const weighed = await weigh(ports, intent);
  return judge(ports, intent, weighed, askerOf(intent));
}

/** Phase 1 and 3: all that takes its time, and needs nothing that other intents change meanwhile. */
export async function weigh(ports: EvaluationPorts, intent: Intent): Promise<Weighed> {
  const started = ports.microseconds();
  const appraisal = ports.appraise(intent);
  const { facts } = appraisal;
  const factsDone = ports.microseconds();
  const assessed = appraisal.assess();
  const found = withFindings(assessed, intent.findings);
  const heuristic = withoutSecrets(found, facts, ports.world.findSecrets);
  const { findings } = assessed;
  const { arguments: toolArguments, relayed = false } = intent;
  const model = await askModel(ports, { kind: "call", facts, findings, arguments: toolArguments, relayed });
  const risk = combine(heuristic, model);
  return { facts, risk, microseconds: { facts: factsDone - started, risk: ports.microseconds() - factsDone } };
}

/** Phase 2 and 4, at one moment: who asks is as they are now, and what they did is all that was judged before. */
export function judge(ports: EvaluationPorts, intent: Intent, weighed: Weighed, asker: Asker): Evaluation {
  const { facts, risk } = weighed;
  const started = ports.microseconds();
  const now = ports.clock.now();
  const standing = asker.standing([facts.givenTool, facts.tool, ...impliedTools(facts)]);
  const snapshot = ports.policies.current(projectOf(facts));
  const input: PolicyInput = { facts, agent: asker.agent, session: asker.session, now };
  const ruled = withoutOutgoingSecrets(snapshot.evaluate(input), intent, ports.world.findSecrets);
  const policy = { ...ruled, conditions: withWholeArguments(ruled.conditions, intent.arguments) };
  const policyDone = ports.microseconds();

  const settings = ports.settings.current();
  const observing = settings.observe !== null;
  const grant = ports.grants.find(() => actionOf(ports.sha256, intent, facts), now);
  const { constitutionHash } = snapshot;
  const denied = deniedByScore(risk, settings.highBand);
  const seen = (): DeniedSight => ({
    action: actionOf(ports.sha256, intent, facts),
    digest: liftDigest(ports.sha256, intent, { facts, constitutionHash, ruled: policy }),
    level: risk.level,
  });
  const lift = denied ? ports.findLift?.(seen, now) : undefined;
  const capabilities = snapshot.capabilitiesFor(intent.agentDid, facts.workspace);
  const quotas = snapshot.quotasFor(intent.agentDid, facts.workspace);
  const { session, rates } = asker;
  const exhausted =
    rates === undefined ? undefined : exhaustedLimit({ capabilities, quotas, facts, session, rates, now });
  const verdict = decide({
    intentId: intent.intentId,
    deed: deedOf(facts),
    ...(standing === undefined ? {} : { standing }),
    ...(exhausted === undefined ? {} : { exhausted }),
    policy,
    policyVersion: snapshot.version,
    constitutionHash,
    mode: observing ? "observe" : "enforce",
    protected: observing && policy.effect === "deny" && staysInObserveMode(snapshot.explain(input).considered, facts),
    risk,
    ...(grant === undefined ? {} : { grant }),
    ...(lift === undefined ? {} : { lift }),
    settings: {
      highBand: settings.highBand,
      verdictExpirySeconds: snapshot.document.verdict_expiry_seconds ?? settings.verdictExpirySeconds,
    },
    manifest: buildManifest(
      facts,
      capabilities,
      policy.conditions,
      ports.world,
      snapshot.projectLimits(intent.agentDid, facts),
    ),
    now,
  });
  const timings = {
    facts: weighed.microseconds.facts,
    manifest: ports.microseconds() - policyDone,
    policy: policyDone - started,
    risk: weighed.microseconds.risk,
  };
  return {
    facts,
    verdict,
    timings,
    agentName: asker.agent.name,
    marks: snapshot.marks(input),
    ruled: policy,
    ...(lift !== undefined && verdict.outcome !== "DENIED" ? { lift } : {}),
    ...(verdict.reason === "grant" && grant !== undefined ? { grantId: grant.grantId } : {}),
  };
}

/** The folder whose project files speak: the workspace, or without one the place the action is about. */
export function projectOf({ workspace, workingDirectory, paths }: Facts): string | undefined {
  const place = workspace ?? workingDirectory ?? paths.find((fact) => fact.path.startsWith("/"))?.path;
  // The folders it begins with are all that matters, and what is found for it is remembered by it.
  return place === undefined || place.length <= longestPlace ? place : detached(place.slice(0, longestPlace));
}

const longestPlace = 4096;

/** The rules that were looked at for an intent, for people who ask why. */
export function considered(ports: EvaluationPorts, facts: Facts, asker: Asker): readonly Considered[] {
  const input: PolicyInput = { facts, agent: asker.agent, session: asker.session, now: ports.clock.now() };
  return ports.policies.current(projectOf(facts)).explain(input).considered;
}

/** Findings quote the action, and travel with the verdict to places where its secrets must not. */
function withoutSecrets(heuristic: HeuristicAssessment, facts: Facts, findSecrets: SecretScanner): HeuristicAssessment {
  if (facts.secrets.length === 0) return heuristic;
  const findings = heuristic.findings.map((finding) => ({
    ...finding,
    reason: redactText(finding.reason, findSecrets),
    ...(finding.evidence === undefined ? {} : { evidence: redactText(finding.evidence, findSecrets) }),
  }));
  return { ...heuristic, findings };
}
