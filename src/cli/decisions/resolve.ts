// Answering a held request: shows it, then sends the answer bound to the digest of what was shown.
import { type Duration, durations, type Scope, scopes } from "../../shared/domain/directive.ts";
import { assertNever, fail, ok, type Result } from "../../shared/lib/result.ts";
import { approvalText } from "./approval-text.ts";
import type { Answer, OperatorRequest } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import type { Call } from "../operator.ts";
import { table, visible } from "../text.ts";

const scopeOfOnce = `--scope says what a lasting answer covers, and an answer for once covers its request alone. Add --duration with one of ${durations.filter((duration) => duration !== "once").join(", ")}, or leave --scope out.`;

export async function resolveHeld(
  request: OperatorRequest<"scope" | "duration" | "reason">,
  decision: "approve" | "deny",
  listed?: string,
): Promise<Result<Answer, CommandFailure>> {
  const { call, operands, options, now } = request;
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
  const reach = { approvalId, scope: scope.value ?? "exact", duration: duration.value ?? "once" };
  if (listed === "none") return releaseList(call, reach);
  const named = listed?.split(",").filter((id) => id !== "") ?? [];
  const unknown = named.find((id) => !held.value.some((each) => each.approvalId === id));
  if (unknown !== undefined)
    return fail({ code: "not_found", message: `No request ${visible(unknown)} waits. Look again with --listed none.` });
  const resolved = await call("resolveApproval", {
    approvalId,
    decision,
    digest: approval.digest,
    ...(named.length > 0 && {
      listed: held.value
        .filter((each) => named.includes(each.approvalId))
        .map((each) => ({ approvalId: each.approvalId, digest: each.digest })),
    }),
    ...(scope.value !== undefined && { scope: scope.value }),
    ...(duration.value !== undefined && { duration: duration.value }),
    ...(options.reason !== undefined && { reason: options.reason }),
  });
  if (!resolved.ok) return resolved;
  if (resolved.value.outcome === "REFUSED") return fail({ code: "refused", message: visible(resolved.value.why) });
  const { grantId, released = 0, heldBack = 0 } = resolved.value;
  const lines = [approvalText(approval, now), "", `${word(resolved.value.outcome)}.`];
  if (grantId !== undefined)
    lines.push(`It holds from now on as grant ${grantId}; take it back with: gatehouse revoke ${grantId}`);
  if (released > 0) lines.push(`It also ended ${released} waiting requests.`);
  if (heldBack > 0) lines.push(`${heldBack} of high risk still wait, because they were not named with --listed.`);
  if (resolved.value.outcome !== "DENIED")
    lines.push(`Undo this decision and all it allowed that has not ended: gatehouse undo ${approvalId}`);
  return ok({ data: resolved.value, text: lines.join("\n") });
}

/** What a lasting approval would release, without giving it. */
async function releaseList(
  call: Call,
  reach: { readonly approvalId: string; readonly scope: Scope; readonly duration: Duration },
): Promise<Result<Answer, CommandFailure>> {
  const released = await call("previewRelease", reach);
  if (!released.ok) return released;
  const rows = released.value.map(({ approvalId, level, agentName, headline, summary, count }) => [
    approvalId,
    level,
    visible(agentName),
    visible(headline),
    `${visible(summary)}${count > 1 ? ` x${count}` : ""}`,
  ]);
  const text =
    rows.length === 0
      ? "It would release no other request. Nothing was approved."
      : `${table([["ID", "RISK", "AGENT", "WHAT", "CALL"], ...rows])}\n\nNothing was approved.`;
  return ok({ data: released.value, text });
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
