// One intent's life: evaluate, record, answer, broadcast, hold for a human. Fails closed.
import type { Cancellation } from "../../shared/cancellation.ts";
import type { FeedItem } from "../../shared/feed.ts";
import type { Intent } from "../../shared/intent.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { EngineEvent, PublicIntent } from "../../shared/telemetry.ts";
import { type ReasonCode, reasons, type Verdict } from "../../shared/verdict.ts";
import { createAppraise } from "./appraise.ts";
import { type ApprovalPorts, type Approvals, createApprovals } from "./approvals.ts";
import { contentDigest } from "./digest.ts";
import { intentEntry, verdictEntry } from "./entries.ts";
import { type Asker, considered, evaluate, type Evaluation, type EvaluationPorts, judge, weigh } from "./evaluate.ts";
import { faultEvaluation, overruled } from "./faults.ts";
import { type Decided, feedItem, goesOn } from "./feed.ts";
import { createLastWord } from "./last-word.ts";
import { lifts } from "./lift.ts";
import { createLifting, type Lifting } from "./lifting.ts";
import { publicVerdict, withoutViews } from "./light-verdict.ts";
import { createIntentMemory, type IntentMemory, type IntentRecord } from "./intents.ts";
import { enforcing } from "./observe.ts";
import type { Considered } from "./policy/snapshot.ts";
import type {
  AgentDirectory,
  Events,
  GrantStore,
  Identifiers,
  Ledger,
  Outbox,
  PolicySource,
  Recall,
  RuleBook,
} from "./ports.ts";
import { createRecentDenials, type RecentDenials } from "./recent-denials.ts";
import { redactObject } from "./redact.ts";
import { createReports, type Reports } from "./reports.ts";
import { createSessionBook, type PastSessions } from "./session-book.ts";
import { sizesOf } from "./text-steps.ts";
import { waitForVerdict } from "./waiting.ts";

/** Older ones are looked up in the ledger. */
const rememberedIntents = 5000;

export interface GovernorPorts extends Omit<EvaluationPorts, "appraise"> {
  readonly identifiers: Identifiers;
  readonly ledger: Ledger;
  readonly recall: Recall;
  readonly events: Events;
  readonly outbox: Outbox;
  readonly grantStore: GrantStore;
  readonly ruleBook: RuleBook;
  readonly agents: AgentDirectory;
  /** What sessions did before the start; no action is judged without it. Absent: there was nothing before. Never rejects. */
  readonly past?: Promise<PastSessions>;
}

export interface Governor {
  /** The verdict, on disk before it is returned. Only a reused id with other content is refused. */
  readonly submit: (intent: Intent) => Promise<Result<Verdict, string>>;
  /** The final verdict of a held intent, or the latest word when the time is up or nobody waits. Undefined: no such intent. */
  readonly settled: (
    agentDid: string,
    intentId: string,
    timeoutMs: number,
    gone?: Cancellation,
  ) => Promise<Verdict | undefined>;
  /** Also by another policy than the one in force. */
  readonly explain: (
    intent: Intent,
    policies?: PolicySource,
  ) => Promise<{ readonly evaluation: Evaluation; readonly considered: readonly Considered[] }>;
  /** The agents that have used this id for an intent; usually one. */
  readonly ownersOf: (intentId: string) => readonly string[];
  readonly approvals: Approvals;
  readonly lifting: Pick<Lifting, "preview" | "lift">;
  /** An action that was denied by score lately, with all of its arguments. */
  readonly recentlyDenied: RecentDenials["get"];
  readonly reports: Reports;
}

export function createGovernor(given: GovernorPorts): Governor {
  const ports = { ...given, appraise: createAppraise(given.world) };
  /** For intents of their own: these may use a human's lift. */
  const deciding = { ...ports, findLift: ports.grants.findLift };
  const intents: IntentMemory = createIntentMemory(rememberedIntents);
  let sessions = createSessionBook();
  let restoring = ports.past?.then(restore);
  const underway = new Map<string, { readonly digest: string; readonly verdict: Promise<Verdict> }>();
  const { findSecrets } = ports.world;
  const lastWord = createLastWord(ports);

  function restore(past: PastSessions): void {
    sessions = createSessionBook(past);
    restoring = undefined;
  }

  function askerOf(intent: Intent): Asker {
    const now = ports.clock.now();
    return {
      agent: ports.agents.view(intent.agentDid),
      session: sessions.session(intent, now),
      rates: sessions.rates(intent, now),
      standing: (tools) => ports.agents.standing(intent.agentDid, tools),
    };
  }

  /** Of an intent that limits have let pass when it was asked: it must not be in its own way. */
  const counted = (intent: Intent): Asker => ({ ...askerOf(intent), rates: undefined });

  /** As if observe mode were off: switching it on answers nothing that waits, and is no answer for a lasting decision. */
  const again: ApprovalPorts["evaluate"] = async (
    intent,
    { policies = ports.policies, grants = ports.grants, lift } = {},
  ) => {
    if (restoring !== undefined) await restoring;
    const findLift: EvaluationPorts["findLift"] = (seen) =>
      lift !== undefined && lifts(lift, seen()) ? lift : undefined;
    return evaluate({ ...ports, policies, grants, findLift, settings: enforcing(ports.settings) }, intent, counted);
  };
  const lifting = createLifting({ ...ports, evaluate: again, lifted: (grant) => approvals.given(grant) });
  const denials = createRecentDenials();

  const approvals = createApprovals({
    ...ports,
    intents,
    stopped: lastWord.stopped,
    evaluate: again,
    released(intent, { facts, marks }, verdict, waitedMs) {
      if (verdict.outcome !== "DENIED") sessions.released(intent, facts, marks, ports.clock.now());
      const record = intents.get(intent.agentDid, intent.intentId);
      if (record === undefined) return;
      for (const event of outcomeOf(publicIntent(intent, record.item.at), verdict)) ports.events.publish(event);
      changeFeed(record, goesOn(record.item, verdict, waitedMs, findSecrets));
    },
  });

  async function submit(intent: Intent): Promise<Result<Verdict, string>> {
    try {
      return await answerOnce(intent);
    } catch (error) {
      return ok(await failed(intent, error));
    }
  }

  async function answerOnce(intent: Intent): Promise<Result<Verdict, string>> {
    const digest = contentDigest(ports.sha256, intent);
    const key = `${intent.agentDid}\n${intent.intentId}`;
    const running = underway.get(key);
    if (running !== undefined) return running.digest === digest ? ok(await running.verdict) : fail(reusedIdentifier);
    const known =
      intents.get(intent.agentDid, intent.intentId) ?? ports.recall.intent(intent.agentDid, intent.intentId);
    if (known !== undefined && known.contentDigest !== digest) return fail(reusedIdentifier);
    if (known !== undefined && !decidesAnew(intent, known.verdict)) return ok(known.verdict);

    const verdict = answer(intent, digest);
    underway.set(key, { digest, verdict });
    try {
      return ok(await verdict);
    } finally {
      underway.delete(key);
      approvals.answered(intent);
    }
  }

  /** Whether an intent that has a verdict is judged once more. */
  function decidesAnew(intent: Intent, known: Verdict): boolean {
    return passing.has(known.reason) || lastWord.takesBack(intent, known) || lifting.reopens(intent, known);
  }

  async function answer(intent: Intent, digest: string): Promise<Verdict> {
    const receivedAt = ports.clock.now();
    const started = ports.microseconds();
    const judged = await evaluateSafely(intent);
    const { verdict: light, heavy } = withoutViews(intent, judged.verdict);
    const evaluation = { ...judged, verdict: light };
    const verdict = await lastWord.on(intent, judged.facts, await record(intent, evaluation, receivedAt, digest));
    const decided: Decided = {
      intent,
      facts: evaluation.facts,
      verdict,
      agentName: evaluation.agentName,
      receivedAt,
      decidedInMs: (ports.microseconds() - started) / 1000,
    };
    const item = feedItem(decided, findSecrets);
    // An intent the ledger could not take is not remembered: asking again must try again. Its session counted it even so.
    if (verdict.reason !== "ledger_unavailable") {
      // A text is asked about once and has no report: only one that waits must be found again. The ledger has the large ones.
      if ((intent.text === undefined && !heavy) || verdict.outcome === "ESCALATE") {
        intents.put({ agentDid: intent.agentDid, intentId: intent.intentId, contentDigest: digest, verdict, item });
      }
      remember(decided, evaluation);
      denials.remember(intent, verdict);
    }
    ports.events.publishSoon(() => [...eventsOf(decided), { type: "feed_changed", at: verdict.decidedAt, item }]);
    if (verdict.outcome === "ESCALATE") approvals.hold(intent, { ...evaluation, verdict });
    return verdict;
  }

  async function evaluateSafely(intent: Intent): Promise<Evaluation> {
    try {
      if (intent.text !== undefined) return withRoom(intent, await evaluate(ports, intent, askerOf));
      const weighed = await weigh(ports, intent);
      if (restoring !== undefined) await restoring;
      // Without a pause: of steps that come together, each is judged by those before it, and one uses a lift.
      const evaluation = withRoom(intent, judge(deciding, intent, weighed, askerOf(intent)));
      lifting.spend(evaluation);
      const { facts, verdict, marks } = evaluation;
      sessions.answered(intent, facts, verdict.outcome, marks, verdict.decidedAt);
      return evaluation;
    } catch (error) {
      const fault = faultEvaluation(ports, intent, error);
      if (intent.text === undefined) sessions.answered(intent, fault.facts, "DENIED", [], fault.verdict.decidedAt);
      return fault;
    }
  }

  function withRoom(intent: Intent, evaluation: Evaluation): Evaluation {
    const { verdict } = evaluation;
    if (verdict.outcome !== "ESCALATE" || approvals.hasRoom(intent, evaluation)) return evaluation;
    return { ...evaluation, verdict: denied(verdict, "queue_full") };
  }

  async function record(intent: Intent, evaluation: Evaluation, receivedAt: number, digest: string): Promise<Verdict> {
    const { facts, verdict, timings } = evaluation;
    try {
      await ports.ledger.append([
        intentEntry(intent, facts, receivedAt, digest, ports),
        verdictEntry(intent, evaluation, verdict, findSecrets, timings),
      ]);
      return verdict;
    } catch (error) {
      return denied(verdict, "ledger_unavailable", error instanceof Error ? error.message : undefined);
    }
  }

  /** A port failed, perhaps after the verdict was recorded: the last word is a denial, and nobody is left waiting. */
  async function failed(intent: Intent, error: unknown): Promise<Verdict> {
    const fault = faultEvaluation(ports, intent, error);
    const { verdict } = fault;
    const { agentDid, intentId } = intent;
    await approvals.giveUp(agentDid, intentId, "agent_gone", verdict.reasoning).catch(() => undefined);
    intents.settle(agentDid, intentId, verdict);
    // Nothing in it comes from the agent, and the scanner may be what failed.
    await lastWord.record(verdictEntry(intent, fault, verdict, () => []));
    return verdict;
  }

  function remember({ intent, verdict }: Decided, evaluation: Evaluation): void {
    ports.agents.count(intent.agentDid, verdict);
    const grantId =
      evaluation.grantId ?? (verdict.rule === undefined ? undefined : ports.grants.byRule(verdict.rule)?.grantId);
    if (grantId === undefined) return;
    const now = ports.clock.now();
    const grant = ports.grants.use(grantId, now);
    if (grant !== undefined) ports.events.publish({ type: "grant_changed", at: now, grant, live: true });
  }

  function eventsOf({ intent: original, verdict, receivedAt }: Decided): readonly EngineEvent[] {
    const intent = publicIntent(original, receivedAt);
    return [
      { type: "intent_received", at: receivedAt, intent },
      { type: "risk_assessed", at: verdict.decidedAt, intent, verdict: publicVerdict(verdict) },
      ...outcomeOf(intent, verdict),
    ];
  }

  function outcomeOf(intent: PublicIntent, decided: Verdict): readonly EngineEvent[] {
    const verdict = publicVerdict(decided);
    if (verdict.outcome === "ESCALATE") return [];
    const type = verdict.outcome === "DENIED" ? "intent_blocked" : "intent_allowed";
    return [{ type, at: verdict.decidedAt, intent, verdict }];
  }

  function publicIntent(intent: Intent, receivedAt: number): PublicIntent {
    const { reasoning: _reasoning, ...context } = intent.context;
    // The title of a text quotes it, and findings travel with the verdict.
    const { text: _text, findings: _findings, peerKey: _peer, ...rest } = intent;
    const given = intent.text === undefined ? redactObject(intent.arguments, findSecrets) : sizesOf(intent.arguments);
    return { ...rest, context, arguments: given, receivedAt };
  }

  function changeFeed(record: IntentRecord, item: FeedItem): void {
    intents.put({ ...record, item });
    ports.events.publish({ type: "feed_changed", at: ports.clock.now(), item });
  }

  async function settled(
    agentDid: string,
    intentId: string,
    timeoutMs: number,
    gone?: Cancellation,
  ): Promise<Verdict | undefined> {
    // Asked in the same breath as the intent itself.
    await underway.get(`${agentDid}\n${intentId}`)?.verdict.catch(() => undefined);
    const record = intents.get(agentDid, intentId) ?? ports.recall.intent(agentDid, intentId);
    if (record === undefined || record.verdict.outcome !== "ESCALATE" || timeoutMs <= 0) {
      return record?.verdict;
    }
    return waitForVerdict({ clock: ports.clock, intents }, { agentDid, intentId, timeoutMs, gone }, record.verdict);
  }

  function ownersOf(intentId: string): readonly string[] {
    const asking = [...underway.keys()].map((key) => key.split("\n")).filter(([, id]) => id === intentId);
    const owners = new Set([...intents.ownersOf(intentId), ...asking.map(([agentDid = ""]) => agentDid)]);
    return owners.size > 0 ? [...owners] : ports.recall.agentsOf(intentId);
  }

  return {
    submit,
    settled,
    ownersOf,
    // What the rules say, whether or not observe mode is on.
    async explain(intent, policies = ports.policies) {
      if (restoring !== undefined) await restoring;
      const settings = enforcing(ports.settings);
      const evaluation = await evaluate({ ...deciding, policies, settings }, intent, askerOf);
      return { evaluation, considered: considered({ ...ports, policies }, evaluation.facts, askerOf(intent)) };
    },
    approvals,
    lifting,
    recentlyDenied: denials.get,
    reports: createReports({ ...ports, intents, changeFeed }),
  };
}

/** Refusals that are not about the action: asking again later is no contradiction. */
const passing: ReadonlySet<ReasonCode> = new Set([
  "pairing_required",
  "agent_halted",
  "queue_full",
  "rate_exceeded",
  "quota_exceeded",
  "session_expired",
  "ledger_unavailable",
]);

const reusedIdentifier = "This intent_id was used before with other content. Use a new id for a new intent.";

function denied(verdict: Verdict, reason: ReasonCode, detail?: string): Verdict {
  return overruled(verdict, reason, `${reasons[reason]}.${detail === undefined ? "" : ` ${detail}`}`);
}
