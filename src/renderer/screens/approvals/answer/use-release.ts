// Asks the engine which waiting requests a choice would release, and again whenever the queue changes.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AlsoReleased, HeldApproval } from "../../../../shared/domain/approval.ts";
import type { JsonObject } from "../../../../shared/lib/json.ts";
import { call, wireArguments } from "../../../state/bridge.ts";
import { useLive } from "../../../state/queries.ts";
import { listOf } from "./released-list.ts";
import type { Choice } from "../../../lib/scope.ts";

export interface Release {
  /** What is shown, and sent with the answer. Undefined until it is known: nothing lasting is allowed before. */
  readonly listed: readonly AlsoReleased[] | undefined;
  readonly more: number;
}

/** Many requests may come at once: asking for each of them would only keep the engine busy. */
const pauseMs = 400;

export function useRelease(approval: HeldApproval, choice: Choice, edited: JsonObject | undefined): Release {
  const { approvalId, digest } = approval;
  const lasting = choice.duration !== "once";
  const queue = useLive("listApprovals").data;
  const { data, refetch } = useQuery({
    queryKey: ["previewRelease", approvalId, digest, choice, edited],
    enabled: lasting,
    gcTime: 0,
    staleTime: 0,
    queryFn: () =>
      call("previewRelease", {
        approvalId,
        ...choice,
        ...(edited === undefined ? {} : { arguments: wireArguments(edited) }),
      }),
  });
  useEffect(() => {
    if (!lasting) return undefined;
    const timer = setTimeout(() => void refetch(), pauseMs);
    return () => clearTimeout(timer);
    // Asked again for another queue, which the question itself does not name.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [queue, lasting, refetch]);
  if (!lasting) return { listed: [], more: 0 };
  if (data === undefined) return { listed: undefined, more: 0 };
  return listOf(data);
}
