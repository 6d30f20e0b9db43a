// What a policy would have said about the past: recorded intents decided again, from what the ledger has of them.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { Facts } from "../../../shared/domain/facts.ts";
import type { Intent } from "../../../shared/domain/intent.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import type { Json } from "../../../shared/lib/json.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { WhatIfChange, WhatIfGroup } from "../../../shared/contract/policy-api.ts";
import { type CapabilityManifest, type ReasonCode, riskLevelOf, type Verdict } from "../../../shared/domain/verdict.ts";
import { decide } from "../pipeline/decide.ts";
import { canonicalJson } from "../intents/digests.ts";
import { projectOf } from "../pipeline/apply-policy.ts";
import { describeAction } from "../grants/grants.ts";
import { exhaustedLimit } from "../pipeline/limits.ts";
import type { AgentView } from "../rules/input.ts";
import type { PolicySource, Sha256, World } from "../ports.ts";
import { factsOf, intentOf, isText } from "../intents/recorded.ts";
import { normaliser } from "../normalise/index.ts";
import { createSessionBook, type SessionBook } from "../sessions/session-book.ts";

export interface ReplayParts {
  readonly inForce: PolicySource;
  readonly draft: PolicySource;
  readonly world: World;
  readonly sha256: Sha256;
  readonly settings: Pick<Settings, "highBand" | "verdictExpirySeconds">;
  readonly agentOf: (agentDid: string) => AgentView;
}

export type Replayed =
  | { readonly result: "cut" | "texts" | "standing" }
  | { readonly result: "same" | "changed"; readonly partial: boolean; readonly change?: WhatIfChange };

export interface Replay {
  /** Decides an intent again, in the order of the ledger: what ran before is what sequences look back at. */
  readonly evaluate: (intent: LedgerEntry, verdict: LedgerEntry) => Replayed;
  /** A later verdict on an intent, such as a human's approval. */
  readonly settle: (verdict: LedgerEntry) => void;
}

/** Refusals that are about the agent or the moment, not about the action: no policy changes them. */
const notPolicy: ReadonlySet<ReasonCode> = new Set([
  "pairing_required",
  "agent_halted",
  "capability_revoked",
  "session_expired",
  "queue_full",
  "ledger_unavailable",
  "engine_fault",
  "content_cut",
]);

/** Held intents that a human may still release; older ones were released long ago. */
const rememberedHeld = 2000;

const noManifest: CapabilityManifest = {
  maxMemoryMb: 0,
  maxCpuPercent: 0,
  timeoutSeconds: 0,
  networkAllowed: false,
  filesystemScope: [],
};

interface Side {
  readonly policies: PolicySource;
  readonly sessions: SessionBook;
}

interface Held {
  readonly intent: Intent;
  readonly facts: Facts;
  readonly marks: readonly (readonly string[])[];
}

export function createReplay(parts: ReplayParts): Replay {
  const before: Side = { policies: parts.inForce, sessions: createSessionBook() };
  const after: Side = { policies: parts.draft, sessions: createSessionBook() };
  const held = new Map<string, Held>();
  const factsOfCall = normaliser(parts.world);

  function evaluate(entry: LedgerEntry, verdict: LedgerEntry): Replayed {
    const intent = intentOf(entry);
    if (intent === undefined || verdict.outcome === undefined) return { result: "cut" };
    if (isText(entry)) return { result: "texts" };
    if (verdict.reason !== undefined && notPolicy.has(verdict.reason)) return { result: "standing" };
    const facts = factsOf(intent, entry, factsOfCall);
    const partial = parts.sha256(canonicalJson(intent.arguments)) !== entry.body["arguments_sha256"];
    if (partial && shortened(facts.command)) return { result: "cut" };
    const was = decideBy(parts, before, intent, facts, verdict);
    const would = decideBy(parts, after, intent, facts, verdict);
    for (const [side, marks] of [
      [before, was.marks],
      [after, would.marks],
    ] as const) {
      side.sessions.answered(intent, facts, verdict.outcome, marks, entry.at);
    }
    if (verdict.outcome === "ESCALATE") hold({ intent, facts, marks: [was.marks, would.marks] });
    const group = groupOf(was.verdict, would.verdict);
    if (group === undefined) return { result: "same", partial };
    const { rule, reasoning } = would.verdict;
    return {
      result: "changed",
      partial,
      change: {
        group,
        intentId: intent.intentId,
        agentDid: intent.agentDid,
        agentName: parts.agentOf(intent.agentDid).name,
        at: entry.at,
        tool: intent.tool,
        summary: entry.summary,
        level: verdict.level ?? "LOW",
        recorded: verdict.outcome,
        before: was.verdict.outcome,
        after: would.verdict.outcome,
        ...(rule === undefined ? {} : { rule }),
        why: reasoning,
        partial,
      },
    };
  }

  function hold(place: Held): void {
    held.set(intentKey(place.intent.agentDid, place.intent.intentId), place);
    const [oldest] = held.keys();
    if (held.size > rememberedHeld && oldest !== undefined) held.delete(oldest);
  }

  function settle(verdict: LedgerEntry): void {
    const key = intentKey(verdict.agentDid ?? "", verdict.intentId ?? "");
    const place = held.get(key);
    if (place === undefined || verdict.outcome === "ESCALATE") return;
    held.delete(key);
    if (verdict.outcome === "DENIED") return;
    for (const [index, side] of [before, after].entries()) {
      side.sessions.released(place.intent, place.facts, place.marks[index] ?? [], verdict.at);
    }
  }

  return { evaluate, settle };
}

function decideBy(
  { settings, agentOf }: ReplayParts,
  { policies, sessions }: Side,
  intent: Intent,
  facts: Facts,
  recorded: LedgerEntry,
): { readonly verdict: Verdict; readonly marks: readonly string[] } {
  const now = recorded.at;
  const snapshot = policies.current(projectOf(facts));
  const session = sessions.session(intent, now);
  const input = { facts, agent: agentOf(intent.agentDid), session, now };
  const capabilities = snapshot.capabilitiesFor(intent.agentDid, facts.workspace);
  const quotas = snapshot.quotasFor(intent.agentDid, facts.workspace);
  const rates = sessions.rates(intent, now);
  const exhausted = exhaustedLimit({ capabilities, quotas, facts, session, rates, now });
  const verdict = decide({
    intentId: intent.intentId,
    description: describeAction(facts),
    exhausted,
    policy: snapshot.evaluate(input),
    policyVersion: snapshot.version,
    constitutionHash: snapshot.constitutionHash,
    mode: "enforce",
    risk: riskOf(recorded),
    ...grantOf(recorded, intent),
    settings,
    manifest: noManifest,
    now,
  });
  return { verdict, marks: snapshot.marks(input) };
}

/** The scores of that day: a policy changes what they mean, not what they are. */
function riskOf({ score = 0, body }: LedgerEntry): Verdict["risk"] {
  const number = (value: Json | undefined): number => (typeof value === "number" ? value : 0);
  return {
    score,
    level: riskLevelOf(score),
    modelScore: number(body["model_score"]),
    heuristicScore: number(body["heuristic_score"]),
    modelStatus: "scored",
    threats: [],
    findings: [],
  };
}

/** A grant that answered then is taken to be live still: it is the human's, not the policy's. */
function grantOf({ reason, outcome }: LedgerEntry, intent: Intent) {
  if (reason !== "grant") return {};
  return {
    grant: {
      grantId: "recorded",
      effect: outcome === "DENIED" ? "deny" : "allow",
      scope: "exact",
      duration: "session",
      title: "a grant of that day",
      agentDid: intent.agentDid,
      tool: intent.tool,
      effects: [],
      hosts: [],
      issuedBy: "a human",
      issuedAt: 0,
      uses: 0,
      fromIntent: intent.intentId,
    },
  } as const;
}

function groupOf(before: Verdict, after: Verdict): WhatIfGroup | undefined {
  if (before.outcome !== after.outcome) {
    if (after.outcome === "DENIED") return "denied";
    if (after.outcome === "ESCALATE") return "asked";
    if (before.outcome === "DENIED" || before.outcome === "ESCALATE") return "allowed";
    return "conditions";
  }
  if (after.outcome !== "CONDITIONAL") return undefined;
  return canonicalJson(before.conditions) === canonicalJson(after.conditions) ? undefined : "conditions";
}

/** The mark that redaction leaves where it cut a long text. */
function shortened(command: string | undefined): boolean {
  return (
    command !== undefined && /… \[\d+ more characters\]$|^\[omitted: too long\]$|^\[\d+ characters\]$/.test(command)
  );
}
