// One intent's life: evaluated, recorded, answered, and held while a human is asked. Fails closed.
import type { Cancellation } from "../../../shared/lib/cancellation.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { ReasonCode, Verdict } from "../../../shared/domain/verdict.ts";
import type { Approvals } from "../approvals/approvals.ts";
import type { Reservations } from "../approvals/reservations.ts";
import { headlineOf } from "../../../shared/headline/index.ts";
import { summaryOf } from "../grants/grants.ts";
import type { GrantBook } from "../grants/grant-book.ts";
import type { RecentDenials } from "../overrides/recent-denials.ts";
import type { OverrideUse } from "../overrides/use.ts";
import type { Evaluation } from "../pipeline/evaluation.ts";
import { faultEvaluation } from "../pipeline/faults.ts";
import { kindOf } from "../pipeline/intent-kind.ts";
import type { StillAllowed } from "../pipeline/still-allowed.ts";
import type { AgentDirectory, Clock, Events, Ledger, PolicySource, Recall, World } from "../ports.ts";
import { compactVerdict } from "./compact-verdict.ts";
import type { Digests } from "./digests.ts";
import { verdictEntry } from "./entries.ts";
import type { Evaluations } from "./evaluations.ts";
import { type Decided, feedItem } from "./feed.ts";
import type { IntentMemory } from "./memory.ts";
import type { Publisher } from "./publisher.ts";
import { createRecording } from "./recording.ts";
import { redactHeadline, redactObject, redactText } from "./redact.ts";
import { waitForVerdict } from "./waiting.ts";

export interface Governor {
  /** The verdict, on disk before it is returned. Only a reused id with other content is refused. */
  readonly submit: (intent: Intent) => Promise<Result<Verdict, string>>;
  /** The final verdict of a held intent, or the latest one when the time is up or nobody waits. Undefined: no such intent. */
  readonly settled: (
    agentDid: string,
    intentId: string,
    timeoutMs: number,
    gone?: Cancellation,
  ) => Promise<Verdict | undefined>;
  /** The agents that have used this id for an intent; usually one. */
  readonly ownersOf: (intentId: string) => readonly string[];
}

export interface GovernorPorts {
  readonly clock: Clock;
  readonly microseconds: () => number;
  readonly world: World;
  readonly ledger: Ledger;
  readonly recall: Recall;
  readonly events: Events;
  readonly agents: AgentDirectory;
  readonly policies: PolicySource;
  readonly grants: GrantBook;
  readonly digests: Digests;
  readonly evaluations: Pick<Evaluations, "forVerdict">;
  readonly approvals: Pick<Approvals, "hold" | "giveUp">;
  readonly reservations: Pick<Reservations, "release">;
  readonly intents: IntentMemory;
  readonly publisher: Publisher;
  readonly denials: RecentDenials;
  readonly stillAllowed: StillAllowed;
  readonly overrideUse: Pick<OverrideUse, "reopens">;
}

/** An intent that is being answered. */
interface Pending {
  readonly intent: Intent;
  readonly digest: string;
  readonly verdict: Promise<Verdict>;
}

export function createGovernor(ports: GovernorPorts): Governor {
  const { approvals, clock, digests, intents } = ports;
  const { findSecrets } = ports.world;
  const { record, recheck, recordDenial } = createRecording(ports);
  const pending = new Map<string, Pending>();

  async function submit(intent: Intent): Promise<Result<Verdict, string>> {
    try {
      const { agentDid, intentId } = intent;
      const digest = digests.content(intent);
      const key = intentKey(agentDid, intentId);
      const running = pending.get(key);
      if (running !== undefined) return running.digest === digest ? ok(await running.verdict) : fail(reusedIdentifier);
      const known = intents.get(agentDid, intentId) ?? ports.recall.intent(agentDid, intentId);
      if (known !== undefined && known.contentDigest !== digest) return fail(reusedIdentifier);
      if (known !== undefined && !mustDecideAgain(ports, intent, known.verdict)) return ok(known.verdict);

      const verdict = answer(intent, digest);
      pending.set(key, { intent, digest, verdict });
      try {
        return ok(await verdict);
      } finally {
        pending.delete(key);
        ports.reservations.release(intent);
      }
    } catch (error) {
      return ok(await answerFault(intent, error));
    }
  }

  async function answer(intent: Intent, digest: string): Promise<Verdict> {
    const receivedAt = clock.now();
    const started = ports.microseconds();
    const evaluated = await ports.evaluations.forVerdict(intent);
    const { verdict: compact, large } = compactVerdict(digests, intent, evaluated.verdict);
    const evaluation = compact === evaluated.verdict ? evaluated : { ...evaluated, verdict: compact };
    const summary = redactText(summaryOf(evaluation.facts), findSecrets);
    const headline = redactHeadline(headlineOf(evaluation.facts), findSecrets);
    const given = redactObject(intent.arguments, findSecrets);
    const recorded = await record(intent, evaluation, { receivedAt, digest, summary, headline, arguments: given });
    const verdict = await recheck(intent, evaluation, recorded);
    const decided: Decided = {
      intent,
      facts: evaluation.facts,
      verdict,
      agentName: evaluation.agentName,
      receivedAt,
      decidedInMs: (ports.microseconds() - started) / 1000,
      summary,
      headline,
      redactedArguments: given,
    };
    const item = feedItem(decided, findSecrets);
    // An intent the ledger could not take is not remembered: asking again must try again. Its session counted it even so.
    if (verdict.reason !== "ledger_unavailable") {
      if (isAskedAbout(intent, verdict, large))
        intents.put({ agentDid: intent.agentDid, intentId: intent.intentId, contentDigest: digest, verdict, item });
      count(ports, intent, evaluation, verdict);
    }
    ports.publisher.decided(decided, item);
    if (verdict.outcome === "ESCALATE") approvals.hold(intent, { ...evaluation, verdict });
    return verdict;
  }

  /** A port failed, perhaps after the verdict was recorded: the final verdict is a denial, and nobody is left waiting. */
  async function answerFault(intent: Intent, error: unknown): Promise<Verdict> {
    const fault = faultEvaluation(ports, intent, error);
    const { verdict } = fault;
    const { agentDid, intentId } = intent;
    await approvals.giveUp(agentDid, intentId, "agent_gone", verdict.reasoning).catch(() => undefined);
    intents.settle(agentDid, intentId, verdict);
    // Nothing in it comes from the agent, and the scanner may be what failed.
    await recordDenial(verdictEntry(intent, fault, verdict, () => []));
    return verdict;
  }

  async function settled(
    agentDid: string,
    intentId: string,
    timeoutMs: number,
    gone?: Cancellation,
  ): Promise<Verdict | undefined> {
    // The intent itself may still be on its way to a verdict.
    await pending.get(intentKey(agentDid, intentId))?.verdict.catch(() => undefined);
    const record = intents.get(agentDid, intentId) ?? ports.recall.intent(agentDid, intentId);
    if (record === undefined || record.verdict.outcome !== "ESCALATE" || timeoutMs <= 0) {
      return record?.verdict;
    }
    return waitForVerdict({ clock, intents }, { agentDid, intentId, timeoutMs, gone }, record.verdict);
  }

  function ownersOf(intentId: string): readonly string[] {
    const asking = [...pending.values()].filter(({ intent }) => intent.intentId === intentId);
    const owners = new Set([...intents.ownersOf(intentId), ...asking.map(({ intent }) => intent.agentDid)]);
    return owners.size > 0 ? [...owners] : ports.recall.agentsOf(intentId);
  }

  return { submit, settled, ownersOf };
}

function mustDecideAgain({ stillAllowed, overrideUse }: GovernorPorts, intent: Intent, known: Verdict): boolean {
  return (
    transientReasons.has(known.reason) ||
    stillAllowed.isNoLongerAllowed(intent, known) ||
    overrideUse.reopens(intent, known)
  );
}

/** Nobody asks about a text again unless it waits, and it has no report. Large verdicts are found in the ledger. */
function isAskedAbout(intent: Intent, { outcome }: Verdict, large: boolean): boolean {
  return (kindOf(intent).isAction && !large) || outcome === "ESCALATE";
}

function count(ports: GovernorPorts, intent: Intent, evaluation: Evaluation, verdict: Verdict): void {
  ports.agents.count(intent.agentDid, verdict);
  countGrantUse(ports, evaluation, verdict);
  ports.denials.remember(intent, verdict);
}

function countGrantUse(ports: GovernorPorts, { grantId: used }: Evaluation, { rule }: Verdict): void {
  const grantId = used ?? (rule === undefined ? undefined : ports.grants.byRule(rule)?.grantId);
  if (grantId === undefined) return;
  const now = ports.clock.now();
  const grant = ports.grants.use(grantId, now);
  if (grant !== undefined) ports.events.publish({ type: "grant_changed", at: now, grant, live: true });
}

/** Refusals that are not about the action: asking again later is allowed to have another answer. */
const transientReasons: ReadonlySet<ReasonCode> = new Set([
  "pairing_required",
  "denial_undone",
  "agent_halted",
  "queue_full",
  "rate_exceeded",
  "quota_exceeded",
  "session_expired",
  "ledger_unavailable",
]);

const reusedIdentifier = "This intent_id was used before with other content. Use a new id for a new intent.";
