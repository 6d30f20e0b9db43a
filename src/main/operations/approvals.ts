// Held intents and live grants, as people handle them.
import { approvalHeadline } from "../../shared/headline/index.ts";
import { briefApproval } from "../../shared/headline/brief-approval.ts";
import { type BatchAnswer, notificationActor, type Operations } from "../../shared/contract/contract.ts";
import { popoverActor } from "../../shared/contract/window/popover.ts";
import type { HeldApproval } from "../../shared/domain/approval.ts";
import type { Duration } from "../../shared/domain/directive.ts";
import { ok } from "../../shared/lib/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";
import { targetOf } from "./policy/reach.ts";

type ApprovalOperations = Pick<
  Operations,
  | "listApprovals"
  | "readApproval"
  | "resolveApproval"
  | "resolveApprovals"
  | "previewRelease"
  | "undoDecision"
  | "keepWaiting"
  | "letExpire"
  | "listGrants"
  | "revokeGrant"
>;

export function approvalOperations(ports: OperationPorts): ApprovalOperations {
  const { engine, grants, clock } = ports;

  /** What was compared with the change is no longer there: what the human approved would not be what comes of it. */
  function targetChanged(approvalId: string, seen: string | undefined): boolean {
    const approval = engine.approvals.list().find((each) => each.approvalId === approvalId);
    if (seen === undefined || approval === undefined) return false;
    const present = targetOf(approval, ports.presentText);
    return present.ok && present.value.digest !== seen;
  }

  /** Also of a request that is not known any more: then nobody can say what it was. */
  function fitsNotification({ approvalId, duration }: { approvalId: string; duration: Duration }): boolean {
    const level = engine.approvals.list().find((each) => each.approvalId === approvalId)?.verdict.risk.level;
    return duration === "once" && (level === "LOW" || level === "MEDIUM");
  }

  /** The small window shows the essence of a request; what is critical, or lasts, needs all of it. */
  function fitsPopover({ approvalId, duration }: { approvalId: string; duration: Duration }): boolean {
    const approval = engine.approvals.list().find((each) => each.approvalId === approvalId);
    if (approval === undefined || approval.facts.uninspected.length > 0) return false;
    return duration === "once" && approval.verdict.risk.level !== "CRITICAL";
  }

  /** One answer, bound to what was seen of the request and of the file it would change. */
  const answer: Operations["resolveApproval"] = async (input, actor) => {
    if (actor === notificationActor && input.decision === "approve" && !fitsNotification(input))
      return refuse("refused", "Above medium risk, and for longer than once, requests are only allowed in the window.");
    if (actor === popoverActor && input.decision === "approve" && !fitsPopover(input))
      return refuse("refused", "This request is only allowed on the full card. Open it.");
    if (input.decision === "approve" && targetChanged(input.approvalId, input.targetDigest))
      return refuse("stale", "The file has changed since you saw this request. Look at it again.");
    return engine.approvals.resolve(input, actor);
  };

  return {
    listApprovals: async ({ brief }) => {
      const held = engine.approvals.list();
      return ok(brief === true ? held.map(briefApproval) : held);
    },
    readApproval: async ({ approvalId }) => {
      const approval = engine.approvals.list().find((each) => each.approvalId === approvalId);
      return approval === undefined
        ? refuse("not_found", "This request is no longer waiting.")
        : ok(JSON.stringify({ ...approval, headline: approvalHeadline(approval) }));
    },
    resolveApproval: answer,
    resolveApprovals: async ({ decision, reason, items }, actor) => {
      const waiting = new Map(engine.approvals.list().map((approval) => [approval.approvalId, approval]));
      const levels = new Set(items.map(({ approvalId }) => waiting.get(approvalId)?.verdict.risk.level));
      levels.delete(undefined);
      if (levels.has("CRITICAL")) return refuse("refused", "Critical requests are answered one by one.");
      if (levels.size > 1) return refuse("refused", "Answer requests of one risk level together, not of several.");
      const answers: BatchAnswer[] = [];
      for (const item of items) {
        const one = { ...item, decision, scope: "exact", duration: "once" } as const;
        const answered = await answer(reason === undefined ? one : { ...one, reason }, actor);
        answers.push({ approvalId: item.approvalId, answer: answered });
      }
      return ok(answers);
    },
    previewRelease: ({ approvalId, scope, duration, arguments: edited }, actor) =>
      engine.approvals.wouldRelease(approvalId, { decision: "approve", scope, duration }, edited, actor),
    undoDecision: async ({ approvalId }, actor) => {
      const undone = await engine.approvals.undo(approvalId, actor);
      if (!undone.ok) return undone;
      // What Gatehouse itself runs ends with the permission to run it.
      const stopped = undone.value.withdrawn.filter(({ agentDid, intentId }) =>
        ports.executions.cancel(agentDid, intentId, actor),
      );
      return ok({ ...undone.value, stopped: stopped.length });
    },
    keepWaiting: async ({ approvalId }) => waiting(engine.approvals.keepWaiting(approvalId)),
    letExpire: async ({ approvalId }) => waiting(engine.approvals.letExpire(approvalId)),
    listGrants: async () => {
      // A rule that somebody took out of the policy by hand is not in force.
      const rules = new Set(ports.policy.document().rules.map(({ id }) => id));
      return ok(grants.list(clock.now()).filter(({ rule }) => rule === undefined || rules.has(rule)));
    },
    revokeGrant: ({ grantId }, actor) => engine.approvals.revokeGrant(grantId, actor),
  };
}

function waiting(approval: HeldApproval | undefined) {
  return approval === undefined
    ? refuse("not_found", "This request is no longer waiting.")
    : ok(briefApproval(approval));
}
