// The content of notifications: agent, action, target and risk, and which buttons they may have.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { approvalHeadline } from "../../shared/headline/index.ts";
import { type ReasonCode, reasons, type RiskLevel, riskLevels } from "../../shared/domain/verdict.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { noticeWords as words } from "./words.ts";

export type NoticeAction = "allow" | "review" | "deny" | "deny-all";

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly level: RiskLevel;
  /** The request it is about; absent for a digest, which leads to the queue. */
  readonly approval?: HeldApproval;
  /** The requests of a digest, as they were when it was shown: only these are denied together. */
  readonly batch?: readonly Pick<HeldApproval, "approvalId" | "digest">[];
  readonly actions: readonly { readonly does: NoticeAction; readonly label: string }[];
}

const deny = { does: "deny", label: words.deny } as const;
const allow = { does: "allow", label: words.allow } as const;
const review = { does: "review", label: words.review } as const;
const longestTarget = 140;

export function requestNotice(approval: HeldApproval, now: number): Notice {
  const { agentName, facts, verdict, deadline } = approval;
  const { level, score } = verdict.risk;
  const target = targetOf(approval);
  const left = deadline === undefined ? words.waits : words.timeout(deadline - now);
  return {
    title: words.request(agentName, approvalHeadline(approval).sentence),
    body: `${target.text}\n${words.risk(level, score)} ${left}`,
    level,
    approval,
    // What could not be inspected, or is more than fits here, is only allowed where all of it can be read.
    actions: mayBeAllowed(level) && facts.uninspected.length === 0 && target.whole ? [allow, deny] : [review, deny],
  };
}

/** The engine refuses the others too, because a program can press a button of a notification. */
function mayBeAllowed(level: RiskLevel): boolean {
  return level === "LOW" || level === "MEDIUM";
}

export function digestNotice(approvals: readonly HeldApproval[]): Notice {
  const level = highestLevel(approvals);
  const agents = [...Map.groupBy(approvals, (approval) => approval.agentName)].map(
    ([name, held]) => `${name}: ${held.length}`,
  );
  return {
    title: words.digest(approvals.length),
    body: `${agents.join(", ")}\n${words.highest(level)}`,
    level,
    batch: approvals.map(({ approvalId, digest }) => ({ approvalId, digest })),
    actions: [review, { does: "deny-all", label: words.denyAll(approvals.length) }],
  };
}

export interface Missed {
  readonly approval: HeldApproval;
  readonly reason: ReasonCode;
}

export function missedNotice(missed: readonly Missed[]): Notice {
  const byReason = [...Map.groupBy(missed, ({ reason }) => reason)].map(([reason, endings]) =>
    words.times(endings.length, reasons[reason]),
  );
  const [first] = missed;
  const what =
    missed.length === 1 && first !== undefined
      ? `${words.request(first.approval.agentName, approvalHeadline(first.approval).sentence)}. `
      : "";
  return {
    title: words.missed(missed.length),
    body: `${what}${byReason.join(", ")}.`,
    level: highestLevel(missed.map(({ approval }) => approval)),
    actions: [],
  };
}

/** Shown when the window is closed for the first time, because the engine keeps running. */
export function hiddenNotice(tray: boolean): Notice {
  return {
    title: words.hidden,
    body: tray ? words.hiddenWithTray : words.hiddenWithoutTray,
    level: "LOW",
    actions: [],
  };
}

/** The command, path or address on one line, and whether it is the whole request. */
function targetOf({ facts, intent }: HeldApproval): { readonly text: string; readonly whole: boolean } {
  const { command } = facts;
  const host = facts.hosts[0];
  const line = visibleLine(
    command ?? facts.paths[0]?.path ?? host?.url ?? host?.host ?? JSON.stringify(intent.arguments),
  );
  if (line.length > longestTarget) {
    return { text: words.shortened(line.slice(0, longestTarget)), whole: false };
  }
  // A path is not what is written to it.
  return { text: line, whole: command !== undefined || Object.keys(intent.arguments).length <= 1 };
}

function highestLevel(approvals: readonly HeldApproval[]): RiskLevel {
  return riskLevels.findLast((level) => approvals.some((each) => each.verdict.risk.level === level)) ?? "LOW";
}
