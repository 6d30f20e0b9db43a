// What a choice would be worth beyond its request, asked of the engine when the choice is made.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import type { ReachPreview } from "../../../../shared/contract/reach.ts";
import { call, wireArguments } from "../../../state/bridge.ts";
import { type Choice, scopeProblem } from "../../../lib/scope.ts";

export interface Preview {
  readonly value: ReachPreview | undefined;
  readonly problem: string | undefined;
  readonly pending: boolean;
}

export function usePreview(
  approval: HeldApproval,
  decision: "approve" | "deny",
  choice: Choice,
  edited: JsonObject | undefined,
  wanted = true,
): Preview {
  const lasting = wanted && choice.duration !== "once";
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ["previewReach", approval.approvalId, approval.digest, decision, choice, edited],
    enabled: lasting,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    queryFn: () =>
      call("previewReach", {
        subject: { approvalId: approval.approvalId },
        decision,
        ...choice,
        ...(edited === undefined ? {} : { arguments: wireArguments(edited) }),
      }),
  });
  if (!lasting) return { value: undefined, problem: undefined, pending: false };
  return {
    value: error === null ? data : undefined,
    problem: error?.message,
    pending: isFetching || isPlaceholderData,
  };
}

/** How often the like of this request has passed: the ground for offering a rule. */
export function useRoutine(
  approval: HeldApproval,
  wanted: boolean,
): { readonly choice: Choice; readonly preview: Preview } {
  const scope = scopeProblem("command_form", approval.facts) === undefined ? "command_form" : "exact";
  const choice: Choice = { scope, duration: "always" };
  return { choice, preview: usePreview(approval, "approve", choice, undefined, wanted) };
}
