// Questions to the engine that no event keeps current: asked when a screen needs them, kept under their input.
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { OperationName } from "../shared/channels.ts";
import type { operationInputs } from "../shared/contract.ts";
import { call } from "./bridge.ts";
import { tell } from "./ui-store.ts";

type Input<Name extends OperationName> = z.input<(typeof operationInputs)[Name]>;

export interface AnswerOptions {
  readonly enabled?: boolean;
  readonly refetchMs?: number | false;
  /** The answer to the question before stands until this one is there. */
  readonly keepPrevious?: boolean;
  /** How long an answer counts as fresh; for ever unless told. */
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

/** An operation that changes something; what it makes old is asked again. */
export function useCommand<Name extends OperationName>(name: Name, makesOld: readonly OperationName[] = []) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<Name>) => call(name, input),
    onSuccess: () =>
      Promise.all(makesOld.map((each) => client.invalidateQueries({ queryKey: [each] satisfies QueryKey }))),
    onError: (error) => tell(error.message, "problem"),
  });
}
