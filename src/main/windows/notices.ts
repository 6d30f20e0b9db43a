// What a notification says: agent, verb, target and risk; and which buttons it may carry.
import type { HeldApproval } from "../../shared/approval.ts";
import { effectTitle } from "../../shared/effect-words.ts";
import { type ReasonCode, reasons, type RiskLevel, riskLevels } from "../../shared/verdict.ts";
import { visibleLine } from "../../shared/visible.ts";

export type NoticeAction = "allow" | "review" | "deny";

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly level: RiskLevel;
  /** The request it is about; absent for a digest, which leads to the queue. */
  readonly approval?: HeldApproval;
  readonly actions: readonly { readonly does: NoticeAction; readonly label: string }[];
}

const levelWords: Readonly<Record<RiskLevel, string>> = {
  LOW: "Low",
  MEDIUM: "Medium",
  HIGH: "High",
  CRITICAL: "Critical",
};

const deny = { does: "deny", label: "Deny" } as const;
const allow = { does: "allow", label: "Allow once" } as const;
const review = { does: "review", label: "Review" } as const;
const longestTarget = 140;

export function requestNotice(approval: HeldApproval, now: number): Notice {
  const { agentName, facts, verdict, deadline } = approval;
  const { level, score } = verdict.risk;
  const target = targetOf(approval);
  const left = deadline === undefined ? "It waits for you." : `Denied by itself in ${minutesWords(deadline - now)}.`;
  return {
    title: `${agentName}: ${lowerFirst(effectTitle(facts))}`,
    body: `${target.text}\n${levelWords[level]} risk ${score.toFixed(2)}. ${left}`,
    level,
    approval,
    // What could not be inspected, or is more than fits here, is only allowed where all of it can be read.
    actions: mayBeAllowed(level) && facts.uninspected.length === 0 && target.whole ? [allow, deny] : [review, deny],
  };
}

/** The engine refuses the others too: a program can press a notification's button. */
function mayBeAllowed(level: RiskLevel): boolean {
  return level === "LOW" || level === "MEDIUM";
}

export function digestNotice(approvals: readonly HeldApproval[]): Notice {
  const level = gravest(approvals);
  const agents = [...Map.groupBy(approvals, (approval) => approval.agentName)].map(
    ([name, held]) => `${name}: ${held.length}`,
  );
  return {
    title: approvals.length === 1 ? "One request waits for you" : `${approvals.length} requests wait for you`,
    body: `${agents.join(", ")}\nThe gravest is of ${levelWords[level].toLowerCase()} risk.`,
    level,
    actions: [],
  };
}

export interface Missed {
  readonly approval: HeldApproval;
  readonly reason: ReasonCode;
}

export function missedNotice(missed: readonly Missed[]): Notice {
  const byReason = [...Map.groupBy(missed, ({ reason }) => reason)].map(
    ([reason, endings]) => `${endings.length} × ${lowerFirst(reasons[reason])}`,
  );
  const [first] = missed;
  const what =
    missed.length === 1 && first !== undefined
      ? `${first.approval.agentName}: ${lowerFirst(effectTitle(first.approval.facts))}. `
      : "";
  return {
    title: missed.length === 1 ? "A request ended without you" : `${missed.length} requests ended without you`,
    body: `${what}${byReason.join(", ")}.`,
    level: gravest(missed.map(({ approval }) => approval)),
    actions: [],
  };
}

/** For the first time the window is closed: it is not the end of Gatehouse. */
export function hiddenNotice(tray: boolean): Notice {
  const way = tray
    ? "Open or quit it from the tray, or start Gatehouse again."
    : "Start Gatehouse again to see its window.";
  return {
    title: "Gatehouse keeps running",
    body: `It goes on answering your agents. ${way}`,
    level: "LOW",
    actions: [],
  };
}

/** The command, path or address on one line as what it is, and whether that is all there is to read. */
function targetOf({ facts, intent }: HeldApproval): { readonly text: string; readonly whole: boolean } {
  const { command } = facts;
  const host = facts.hosts[0];
  const line = visibleLine(
    command ?? facts.paths[0]?.path ?? host?.url ?? host?.host ?? JSON.stringify(intent.arguments),
  );
  if (line.length > longestTarget) {
    return { text: `${line.slice(0, longestTarget)} … open it to read all`, whole: false };
  }
  // A path is not what is written to it.
  return { text: line, whole: command !== undefined || Object.keys(intent.arguments).length <= 1 };
}

function gravest(approvals: readonly HeldApproval[]): RiskLevel {
  return riskLevels.findLast((level) => approvals.some((each) => each.verdict.risk.level === level)) ?? "LOW";
}

function minutesWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
