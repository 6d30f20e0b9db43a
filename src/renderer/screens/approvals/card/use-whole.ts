// A request with everything it carries: the queue has long ones without their long texts.
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo } from "react";
import type { HeldApproval } from "../../../../shared/domain/approval.ts";
import { call } from "../../../state/bridge.ts";
import { useReadingDesk } from "./action/reading.tsx";

export interface Whole {
  /** Undefined until it has been read. */
  readonly approval: HeldApproval | undefined;
  readonly problem: string | undefined;
}

/** Among several, the others alone are not all there is to read. */
export function useExpected({ approval }: Whole): void {
  const desk = useReadingDesk();
  const missing = approval === undefined;
  useLayoutEffect(() => (missing ? desk?.expect() : undefined), [missing, desk]);
}

export function useWhole(approval: HeldApproval): Whole {
  const { approvalId, digest, shortened } = approval;
  const { data, error } = useQuery({
    queryKey: ["readApproval", approvalId, digest],
    enabled: shortened === true,
    gcTime: 0,
    // The main process wrote the text, so it is what its type says.
    queryFn: async (): Promise<HeldApproval> => JSON.parse(await call("readApproval", { approvalId })),
  });
  const whole = useMemo(() => {
    if (shortened !== true) return approval;
    // Changed meanwhile: the queue will bring the new one.
    if (data?.digest !== digest) return undefined;
    const { shortened: _shortened, intent: _intent, facts: _facts, ...current } = approval;
    return { ...current, intent: data.intent, facts: data.facts };
  }, [approval, digest, shortened, data]);
  return { approval: whole, problem: error?.message };
}
