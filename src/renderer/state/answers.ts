// Queries that no event keeps up to date: fetched when a screen needs them, cached by their input.
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { OperationName } from "../../shared/contract/channels.ts";
import type { operationInputs } from "../../shared/contract/contract.ts";
import { call } from "./bridge.ts";
import { tell } from "./ui-store.ts";

type Input<Name extends OperationName> = z.input<(typeof operationInputs)[Name]>;

export interface AnswerOptions {
  readonly enabled?: boolean;
  readonly refetchMs?: number | false;
  /** Keeps showing the previous answer until this one arrives. */
  readonly keepPrevious?: boolean;
  /** How long an answer counts as fresh; without it, forever. */
  readonly staleMs?: number;
}

export function useAnswer<Name extends OperationName>(name: Name, input: Input<Name>, options: AnswerOptions = {}) {
  const { enabled = true, refetchMs = false, keepPrevious = false, staleMs = Infinity } = options;
  return useQuery({
    queryKey: [name, input],
    queryFn: () => call(name, input),
    enabled,
    refetchInterval: refetchMs,
    staleTime: staleMs,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/** An operation that changes something; the queries it makes stale are fetched again. */
export function useCommand<Name extends OperationName>(name: Name, makesOld: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      Promise.all(makesOld.map((each) => client.invalidateQueries({ queryKey: [each] satisfies QueryKey }))),
    onError: (error) => tell(error.message, "problem"),
  });
}
