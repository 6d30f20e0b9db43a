// What deserves a human's attention outside the window: single requests, one digest for many, one for what was missed.
import type { HeldApproval } from "../../shared/domain/approval.ts";
import { minute, second } from "../../shared/lib/clock.ts";
import type { EngineEvent } from "../../shared/domain/telemetry.ts";
import type { ReasonCode } from "../../shared/domain/verdict.ts";
import { digestNotice, missedNotice, type Notice, requestNotice } from "./notices.ts";

export interface AttentionPorts {
  readonly now: () => number;
  /** Calls back after a delay; returns how to cancel. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** Whether requests queue silently now: quiet hours, or notifications are off. */
  readonly silent: () => boolean;
  /** Whether the human looks at the console anyway. */
  readonly watched: () => boolean;
  /** Whether requests are on the screen in another way, without the console. */
  readonly shownOtherwise: () => boolean;
  /** Shows a notice in place of an earlier one with the same key; returns how to take it away. */
  readonly show: (key: string, notice: Notice) => () => void;
  /** The number that waits has changed. */
  readonly counted: (waiting: number) => void;
}

export interface Attention {
  /** What waits when the console starts to listen. */
  readonly begin: (approvals: readonly HeldApproval[]) => void;
  readonly hear: (event: EngineEvent) => void;
  /** The human is back: what was shown outside has served its purpose. */
  readonly seen: () => void;
  readonly stop: () => void;
}

/** Requests that arrive together share one notification. */
const gatherMs = 600;
const missedMs = 3 * second;
/** How soon a silent time is noticed to have ended. */
const lookMs = minute;

/** Endings nobody has to hear of: a human has just brought them about. */
const answered: ReadonlySet<ReasonCode> = new Set(["human_approved", "human_denied", "human_modified", "agent_halted"]);

export function createAttention(ports: AttentionPorts): Attention {
  const waiting = new Map<string, HeldApproval>();
  const fresh = new Set<string>();
  const shown = new Map<string, () => void>();
  let missed: { readonly approval: HeldApproval; readonly reason: ReasonCode }[] = [];
  let cancelFresh: (() => void) | undefined;
  let cancelMissed: (() => void) | undefined;
  let cancelLook: (() => void) | undefined;

  function put(key: string, notice: Notice): void {
    shown.set(key, ports.show(key, notice));
  }

  function takeAway(key: string): void {
    shown.get(key)?.();
    shown.delete(key);
  }

  /** During quiet hours everything is collected and reported once afterwards. */
  function later(): void {
    cancelLook ??= ports.after(lookMs, () => {
      cancelLook = undefined;
      tellFresh();
      tellMissed();
    });
  }

  function tellFresh(): void {
    cancelFresh = undefined;
    const approvals = [...fresh].flatMap((id) => waiting.get(id) ?? []);
    if (approvals.length === 0) return;
    if (ports.silent()) return later();
    fresh.clear();
    if (ports.watched() || ports.shownOtherwise()) return;
    const [only] = approvals;
    // A second one makes a digest of the first: never a pile of notices.
    const untold = [...waiting.values()];
    if (untold.length === 1 && only !== undefined) return put(only.approvalId, requestNotice(only, ports.now()));
    for (const key of shown.keys()) if (key !== "missed") takeAway(key);
    put("digest", digestNotice(untold));
  }

  function tellMissed(): void {
    cancelMissed = undefined;
    if (missed.length === 0) return;
    if (ports.silent()) return later();
    if (!ports.watched()) put("missed", missedNotice(missed));
    else missed = [];
  }

  /** `released`: by a human's lasting answer to another request. */
  function ended(approvalId: string, reason: ReasonCode, released: boolean): void {
    const approval = waiting.get(approvalId);
    waiting.delete(approvalId);
    fresh.delete(approvalId);
    takeAway(approvalId);
    if (waiting.size === 0) takeAway("digest");
    else if (shown.has("digest")) put("digest", digestNotice([...waiting.values()]));
    if (approval === undefined || released || answered.has(reason) || ports.watched()) return;
    missed.push({ approval, reason });
    cancelMissed ??= ports.after(missedMs, tellMissed);
  }

  return {
    begin(approvals) {
      for (const approval of approvals) waiting.set(approval.approvalId, approval);
      ports.counted(waiting.size);
    },
    hear(event) {
      if (event.type === "intent_held") {
        waiting.set(event.approval.approvalId, event.approval);
        fresh.add(event.approval.approvalId);
        cancelFresh ??= ports.after(gatherMs, tellFresh);
        ports.counted(waiting.size);
      } else if (event.type === "approval_changed") {
        waiting.set(event.approval.approvalId, event.approval);
      } else if (event.type === "approval_resolved") {
        ended(event.approvalId, event.verdict.reason, event.cause !== undefined);
        ports.counted(waiting.size);
      }
    },
    seen() {
      missed = [];
      fresh.clear();
      for (const key of shown.keys()) takeAway(key);
    },
    stop() {
      cancelFresh?.();
      cancelMissed?.();
      cancelLook?.();
      for (const key of shown.keys()) takeAway(key);
    },
  };
}
