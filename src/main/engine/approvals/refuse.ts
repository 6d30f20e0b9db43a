// A request that cannot be answered as asked, with the code that says why.
import type { OperationError } from "../../../shared/contract/contract.ts";
import { fail, type Result } from "../../../shared/lib/result.ts";

export function refuse(code: OperationError["code"], message: string): Result<never, OperationError> {
  return fail({ code, message });
}
