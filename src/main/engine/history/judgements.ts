// Judgements: for each recorded action, what the engine said first, what a person did about it, and which findings weighed how much.
import type { LedgerEntry } from "../../../shared/domain/audit.ts";
import type { Settings } from "../../../shared/contract/settings.ts";
import type { TuningOutcome } from "../../../shared/contract/tuning.ts";
import { intentKey } from "../../../shared/lib/intent-key.ts";
import { isJsonObject, type Json } from "../../../shared/lib/json.ts";
import type { Finding } from "../../../shared/domain/verdict.ts";
import { deniedByScore, escalateThreshold } from "../pipeline/decide.ts";
import { scoreOf } from "../risk/combine.ts";

export interface Judgement {
  readonly intentId: string;
  readonly agentDid: string;
  readonly at: number;
  readonly summary: string;
  /** The engine's own verdict, before any person. */
  readonly first: LedgerEntry;
  readonly answer: "approved" | "refused" | "none";
  /** A person overrode the denial. */
  readonly overridden: boolean;
  /** A person said that it should not have been asked about or denied. */
  readonly disputed: boolean;
  /** A person said that it should not have passed. */
  readonly missed: boolean;
}

interface Marks {
  overridden?: true;
  disputed?: true;
  missed?: true;
  last?: LedgerEntry;
  first?: LedgerEntry;
}

/** Entries newest first, as the reader gives them. */
export function judgements(entries: Iterable<LedgerEntry>): readonly Judgement[] {
  const marks = new Map<string, Marks>();
  const found: Judgement[] = [];
  for (const entry of entries) {
    const { agentDid, intentId, summary, at } = entry;
    if (agentDid === undefined || intentId === undefined) continue;
    const key = intentKey(agentDid, intentId);
    const mark = marks.get(key) ?? {};
    if (entry.kind !== "intent") {
      marks.set(key, mark);
      add(mark, entry);
      continue;
    }
    marks.delete(key);
    if (mark.first === undefined) continue;
    found.push({
      intentId,
      agentDid,
      at,
      summary,
      first: mark.first,
      answer: answerOf(mark.last),
      overridden: mark.overridden === true,
      disputed: mark.disputed === true,
      missed: mark.missed === true,
    });
  }
  return found;
}

function add(mark: Marks, entry: LedgerEntry): void {
  if (entry.kind === "verdict") {
    mark.last ??= entry;
    mark.first = entry;
  }
  if (entry.kind === "override") mark.overridden = true;
  if (entry.kind !== "feedback") return;
  const { verdict } = entry.body;
  if (verdict === "APPROVED" || verdict === "CONDITIONAL") mark.missed = true;
  else mark.disputed = true;
}

function answerOf(last: LedgerEntry | undefined): Judgement["answer"] {
  if (last?.reason === "human_approved") return "approved";
  return last?.reason === "human_denied" ? "refused" : "none";
}

type Weighed = Pick<Finding, "id" | "score" | "threat">;

/** What a recorded verdict by score found. */
export function findingsOf({ body }: LedgerEntry): readonly Weighed[] {
  const findings = body["findings"];
  if (!Array.isArray(findings)) return [];
  return findings.flatMap((item: Json) => {
    if (!isJsonObject(item)) return [];
    const { id, score, threat } = item;
    return typeof id === "string" && typeof score === "number" && typeof threat === "string"
      ? [{ id, score, threat }]
      : [];
  });
}

/** What the score alone says. */
export function outcomeOf(score: number, highBand: Settings["highBand"]): TuningOutcome {
  if (deniedByScore({ score }, highBand)) return "denied";
  return score >= escalateThreshold && highBand === "escalate" ? "asked" : "passed";
}

/** The score of a recorded verdict if a rule's findings had counted as this much at most. */
export function scoreWith(first: LedgerEntry, rule: string, most: number): number {
  const model = first.body["model_score"];
  const findings = findingsOf(first).map((each) =>
    each.id === rule ? { ...each, reason: "", score: Math.min(each.score, most) } : { ...each, reason: "" },
  );
  return Math.max(scoreOf(findings), typeof model === "number" ? model : 0);
}
