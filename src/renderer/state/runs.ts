// Contained runs and their traffic: read again every few seconds while somebody looks.
import { useQuery } from "@tanstack/react-query";
import type { RunView } from "../../shared/containment/view.ts";
import { second } from "../../shared/lib/clock.ts";
import { call } from "./bridge.ts";

export function useRuns(agentDid: string): readonly RunView[] {
  const runs = useQuery({
    queryKey: ["listRuns", agentDid],
    queryFn: () => call("listRuns", { agentDid }),
    refetchInterval: 3 * second,
  }).data;
  return runs ?? none;
}

const none: readonly RunView[] = [];
