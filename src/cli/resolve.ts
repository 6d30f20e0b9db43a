// Answering a held request: shows it, then sends the answer bound to the digest of what was shown.
import { durations, scopes } from "../shared/directive.ts";
import { assertNever, fail, ok, type Result } from "../shared/result.ts";
import { approvalText } from "./approval-text.ts";
import type { Answer, OperatorRequest } from "./command.ts";
import { type CommandFailure, usage } from "./failure.ts";
import { visible } from "./text.ts";

export const resolveOptions = ["scope", "duration", "reason"] as const;

export const resolveDetails = [
  `SCOPE     what the answer covers: ${scopes.join(", ")} (default ${scopes[0]})`,
  `DURATION  how long it holds: ${durations.join(", ")} (default ${durations[0]})`,
].join("\n");

const scopeOfOnce = `--scope says what a lasting answer covers, and an answer for once covers its request alone. Add --duration with one of ${durations.filter((duration) => duration !== "once").join(", ")}, or leave --scope out.`;

export async function resolveHeld(
  { call, operands, options, now }: OperatorRequest<(typeof resolveOptions)[number]>,
  decision: "approve" | "deny",
): Promise<Result<Answer, CommandFailure>> {
  const [approvalId = ""] = operands;
  const scope = choice("--scope", options.scope, scopes);
  if (!scope.ok) return scope;
  const duration = choice("--duration", options.duration, durations);
  if (!duration.ok) return duration;
  if ((scope.value ?? "exact") !== "exact" && (duration.value ?? "once") === "once") return fail(usage(scopeOfOnce));

  const held = await call("listApprovals", {});
  if (!held.ok) return held;
  const approval = held.value.find((each) => each.approvalId === approvalId);
  if (approval === undefined) {
    const message = `No request ${visible(approvalId)} waits. It may have been answered, or its time was up: see gatehouse approvals.`;
    return fail({ code: "not_found", message });
  }
  const resolved = await call("resolveApproval", {
    approvalId,
    decision,
    digest: approval.digest,
    ...(scope.value !== undefined && { scope: scope.value }),
    ...(duration.value !== undefined && { duration: duration.value }),
    ...(options.reason !== undefined && { reason: options.reason }),
  });
  if (!resolved.ok) return resolved;
  if (resolved.value.outcome === "REFUSED") return fail({ code: "refused", message: visible(resolved.value.why) });
  const { grantId } = resolved.value;
  const lines = [approvalText(approval, now), "", `${word(resolved.value.outcome)}.`];
  if (grantId !== undefined)
    lines.push(`It holds from now on as grant ${grantId}; take it back with: gatehouse revoke ${grantId}`);
  return ok({ data: resolved.value, text: lines.join("\n") });
}

function word(outcome: "APPROVED" | "DENIED" | "CONDITIONAL"): string {
  switch (outcome) {
    case "APPROVED":
      return "Approved";
    case "DENIED":
      return "Denied";
    case "CONDITIONAL":
      return "Approved with conditions";
    default:
      return assertNever(outcome);
  }
}

function choice<const Value extends string>(
  option: string,
  given: string | undefined,
  values: readonly Value[],
): Result<Value | undefined, CommandFailure> {
  if (given === undefined) return ok(undefined);
  const found = values.find((value) => value === given);
  return found === undefined
    ? fail(usage(`${option} is one of ${values.join(", ")}; ${JSON.stringify(given)} is not.`))
    : ok(found);
}
