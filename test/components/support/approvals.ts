// Requests for component tests, by the name they have among the lifelike ones.
import type { HeldApproval } from "../../../src/shared/domain/approval.ts";
import type { OperationError } from "../../../src/shared/contract/contract.ts";
import { ok, type Result } from "../../../src/shared/lib/result.ts";
import { lifelikeApprovals } from "../../support/engine/lifelike.ts";

export function approvalNamed(name: "clean-up" | "workflow" | "install" | "hidden" | "push"): HeldApproval {
  const found = lifelikeApprovals(Date.now()).find(({ approvalId }) => approvalId.includes(name));
  if (found === undefined) throw new Error(`There is no request ${name}.`);
  return found;
}

/** An operation's answer. */
export function answered<Value>(value: Value): Promise<Result<Value, OperationError>> {
  return Promise.resolve(ok(value));
}
