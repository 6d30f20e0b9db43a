// Held intents and live grants, as people handle them.
import type { BatchAnswer, Operations } from "../../shared/contract.ts";
import { ok } from "../../shared/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

type ApprovalOperations = Pick<
  Operations,
  "listApprovals" | "resolveApproval" | "resolveApprovals" | "keepWaiting" | "listGrants" | "revokeGrant"
>;

export function approvalOperations({ governor, grants, clock }: OperationPorts): ApprovalOperations {
  return {
    listApprovals: async () => ok(governor.approvals.list()),
    resolveApproval: (input, actor) => governor.approvals.resolve(input, actor),
    resolveApprovals: async ({ decision, reason, items }, actor) => {
      const waiting = new Map(governor.approvals.list().map((approval) => [approval.approvalId, approval]));
      const levels = new Set(items.map(({ approvalId }) => waiting.get(approvalId)?.verdict.risk.level));
      levels.delete(undefined);
      if (levels.has("CRITICAL")) return refuse("refused", "Critical requests are answered one by one.");
      if (levels.size > 1) return refuse("refused", "Answer requests of one risk level together, not of several.");
      const answers: BatchAnswer[] = [];
      for (const { approvalId, digest } of items) {
        const one = { approvalId, digest, decision, scope: "exact", duration: "once" } as const;
        const answer = await governor.approvals.resolve(reason === undefined ? one : { ...one, reason }, actor);
        answers.push({ approvalId, answer });
      }
      return ok(answers);
    },
    keepWaiting: async ({ approvalId }) => {
      const approval = governor.approvals.keepWaiting(approvalId);
      return approval === undefined ? refuse("not_found", "This request is no longer waiting.") : ok(approval);
    },
    listGrants: async () => ok(grants.list(clock.now())),
    revokeGrant: ({ grantId }, actor) => governor.approvals.revokeGrant(grantId, actor),
  };
}
