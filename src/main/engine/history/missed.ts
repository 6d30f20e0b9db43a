// What a person missed, from the ledger alone: endings without an answer, and what passed while nobody was there.
import { isPerson } from "../../../shared/domain/actors.ts";
import type { LedgerEntry, NewEntry } from "../../../shared/domain/audit.ts";
import { minute } from "../../../shared/lib/clock.ts";
import type { MissedItem } from "../../../shared/contract/missed.ts";
import { decidedPrefix } from "../../../shared/domain/policy.ts";
import type { ReasonCode } from "../../../shared/domain/verdict.ts";
import { escalateThreshold } from "../pipeline/decide.ts";

/** Requests that ended without a person's answer. */
export const unansweredReasons = ["timeout", "shutdown", "agent_gone", "queue_full"] as const satisfies ReasonCode[];

/** After a decision, somebody counts as present for this long. */
const presentFor = 5 * minute;
const mostItems = 100;

export interface MissedQuestion {
  readonly names: Readonly<Record<string, string>>;
  readonly now: number;
  /** When this engine started: what still waits was asked after it. */
  readonly startedAt: number;
}

export interface MissedAnswer {
  readonly items: readonly Omit<MissedItem, "grantId">[];
  readonly more: number;
  readonly through: number;
  /** When the list was dismissed last. */
  readonly dismissedAt?: number;
}

export type FoundItem = Omit<MissedItem, "agentName" | "headline" | "summary" | "grantId">;

export interface MissedEntries {
  /** Verdicts, in any order. */
  readonly verdicts: readonly LedgerEntry[];
  /** Questions that a crash left open: nobody has answered them, and nobody can. */
  readonly open: readonly LedgerEntry[];
  /** Entries that say when a person acted. */
  readonly acts: readonly LedgerEntry[];
  /** What was asked for, by the verdict about it. */
  readonly summaryOf: (verdict: LedgerEntry) => string;
}

export function missedItems(found: MissedEntries): { readonly items: readonly FoundItem[]; readonly more: number } {
  const times = found.acts.filter(isAct).map(({ at }) => at);
  const isAway = (at: number): boolean => !times.some((act) => act <= at && at - act < presentFor);
  const items = [
    ...found.verdicts.flatMap((entry): readonly Single[] => {
      if (isUnanswered(entry)) return [{ entry, kind: "unanswered", reason: entry.reason ?? "timeout" }];
      return passed(entry) && isAway(entry.at) ? [{ entry, kind: "passed", reason: entry.reason ?? "grant" }] : [];
    }),
    ...found.open.map((entry): Single => ({ entry, kind: "unanswered", reason: "shutdown" })),
  ];
  const groups = [...Map.groupBy(items, (item) => likeness(item, found)).values()]
    .map(groupOf)
    .sort((left, right) => right.at - left.at);
  return { items: groups.slice(0, mostItems), more: Math.max(0, groups.length - mostItems) };
}

interface Single extends Pick<MissedItem, "kind" | "reason"> {
  readonly entry: LedgerEntry;
}

function isAct({ kind, body }: LedgerEntry): boolean {
  return isPerson(kind === "directive" ? body["issued_by"] : body["actor"]);
}

function isUnanswered({ outcome, reason }: LedgerEntry): boolean {
  return outcome === "DENIED" && unansweredReasons.some((each) => each === reason);
}

/** Let pass by a person's lasting decision, or by a rule that allows what the score would have asked about. */
function passed({ outcome, reason, rule, score = 0 }: LedgerEntry): boolean {
  if (outcome !== "APPROVED" && outcome !== "CONDITIONAL") return false;
  if (reason === "grant") return true;
  return reason === "rule_allow" && (rule?.startsWith(decidedPrefix) === true || score >= escalateThreshold);
}

/** What passed goes by the decision that let it, what ended by what was asked. */
function likeness({ entry, kind, reason }: Single, { summaryOf }: Pick<MissedEntries, "summaryOf">): string {
  const { agentDid, rule, tool } = entry;
  return JSON.stringify([kind, agentDid, ...(kind === "passed" ? [rule] : [tool, summaryOf(entry), reason])]);
}

function groupOf(singles: readonly Single[]): FoundItem {
  const [latest, ...others] = singles.toSorted((left, right) => right.entry.at - left.entry.at);
  if (latest === undefined) throw new Error("A group has a member.");
  const { entry, kind, reason } = latest;
  const { agentDid = "", intentId = "", level = "LOW", at, rule } = entry;
  const by = kind === "passed" && rule !== undefined ? { rule } : {};
  return { kind, agentDid, intentId, reason, level, at, count: others.length + 1, ...by };
}

const dismissed = "missed_dismissed";

export function dismissalEntry(through: number, actor: string, at: number): NewEntry {
  const summary = `The list "While you were away" was dismissed by ${actor}`;
  return { kind: "lifecycle", at, summary, body: { actor, event: dismissed, through } };
}

/** Up to which entry a dismissal reaches; undefined for any other entry. */
export function dismissedThrough({ body }: LedgerEntry): number | undefined {
  const through = body["through"];
  return body["event"] === dismissed && typeof through === "number" ? through : undefined;
}
