// What the screens read and change, cached once for all of them.
import { QueryClient, useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { activityInputs } from "../../shared/contract/activity.ts";
import type { OperationName } from "../../shared/contract/channels.ts";
import { second } from "../../shared/lib/clock.ts";
import { call } from "./bridge.ts";
import { fetchLive } from "./live.ts";
import type { LiveName, LiveValues } from "./live-state.ts";
import { tell } from "./ui-store.ts";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Events keep the cache current; nothing is fetched again on its own.
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
        // The reducers keep what did not change; comparing a thousand rows in depth would cost more than it saves.
        structuralSharing: false,
      },
      mutations: { networkMode: "always" },
    },
  });
}

export function useLive<Name extends LiveName>(name: Name): UseQueryResult<LiveValues[Name]> {
  return useQuery({
    queryKey: [name],
    queryFn: () => fetchLive(name),
    // The count of ledger entries has no event of its own.
    refetchInterval: name === "getStatus" || name === "getLedger" ? 5 * second : false,
  });
}

type Change = Exclude<
  OperationName,
  | LiveName
  | Exclude<keyof typeof activityInputs, "verifyLedger" | "exportLedger" | "cancelLedgerJob">
  | "getPolicy"
  | "getSettings"
  | "savePolicy"
  | "saveSettings"
>;

/** An operation that changes something. Events bring the result; after a failure what is shown may be old. */
export function useChange<Name extends Change>(name: Name) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof call<Name>>[1]) => call(name, input),
    onError: (error) => {
      tell(error.message, "problem");
      void client.invalidateQueries();
    },
  });
}
