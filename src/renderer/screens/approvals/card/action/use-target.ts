// The file a request would write, and whether it is still what the operator has seen.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HeldApproval } from "../../../../../shared/domain/approval.ts";
import { second } from "../../../../../shared/lib/clock.ts";
import type { PresentText } from "../../../../../shared/contract/reach.ts";
import { call } from "../../../../state/bridge.ts";

export interface Target {
  readonly present: PresentText | undefined;
  /** Not read yet: what cannot be seen cannot be approved. */
  readonly pending: boolean;
  /** What was shown when the human last looked; an approval is bound to it. */
  readonly seen: string | undefined;
  readonly changed: boolean;
  readonly lookAgain: () => void;
}

/** Other programs write files too, so it is read again while the card is open. */
const readEveryMs = 2 * second;
/** So many are read as often as one; more of them together wait their turn. */
const readAtOnce = 20;

/** `together`: how many cards are open at once, none of them once they are answered. */
export function useTarget({ approvalId, facts, digest }: HeldApproval, together = 1): Target {
  const writes = facts.command === undefined && facts.paths.some((path) => path.access === "write" && !path.pattern);
  const { data, isLoading } = useQuery({
    queryKey: ["readTarget", approvalId, digest],
    enabled: writes && together > 0,
    gcTime: 0,
    // A card reads the file again even if a batch has just read it.
    staleTime: 0,
    refetchInterval: readEveryMs * Math.ceil(together / readAtOnce),
    queryFn: () => call("readTarget", { approvalId }),
  });
  const [acknowledged, setAcknowledged] = useState<string>();
  const [first, setFirst] = useState<string>();
  if (data !== undefined && first === undefined) setFirst(data.digest);
  const seen = acknowledged ?? first;
  return {
    present: data,
    pending: isLoading,
    seen,
    changed: data !== undefined && seen !== undefined && seen !== data.digest,
    lookAgain: () => setAcknowledged(data?.digest),
  };
}
