// Performs an operation by name: the one function through which every input from outside reaches the contract's implementation.
import { z } from "zod";
import type { OperationName } from "./channels.ts";
import {
  type OperationError,
  type OperationInput,
  operationInputs,
  type OperationOutput,
  type Operations,
} from "./contract.ts";
import { fail, type Result } from "../lib/result.ts";

export async function performOperation<Name extends OperationName>(
  operations: Operations,
  name: Name,
  input: unknown,
  actor: string,
): Promise<Result<OperationOutput<Name>, OperationError>> {
  const parsed = operationInputs[name].safeParse(input);
  if (!parsed.success) {
    const faults = z.prettifyError(parsed.error).replace(/\s+/g, " ");
    return fail({ code: "invalid_input", message: `The request is not valid: ${faults}` });
  }
  // The schema table and the contract name the same input by the same key; the compiler does not follow that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return operations[name](parsed.data as OperationInput<Name>, actor);
}
