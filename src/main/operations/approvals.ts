// Held intents and live grants, as people handle them.
import type { Operations } from "../../shared/contract.ts";
import { ok } from "../../shared/result.ts";
import { type OperationPorts, refuse } from "./ports.ts";

type ApprovalOperations = Pick<
  Operations,
  "listApprovals" | "resolveApproval" | "keepWaiting" | "listGrants" | "revokeGrant"
>;

export function approvalOperations({ governor, grants, clock }: OperationPorts): ApprovalOperations {
  return {
    listApprovals: async () => ok(governor.approvals.list()),
    resolveApproval: (input, actor) => governor.approvals.resolve(input, actor),
    keepWaiting: async ({ approvalId }) => {
      const approval = governor.approvals.keepWaiting(approvalId);
      return approval === undefined ? refuse("not_found", "This request is no longer waiting.") : ok(approval);
    },
    listGrants: async () => ok(grants.list(clock.now())),
    revokeGrant: ({ grantId }, actor) => governor.approvals.revokeGrant(grantId, actor),
  };
}
