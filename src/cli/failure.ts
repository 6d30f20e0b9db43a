// How a command fails: in words for people, with an exit code for scripts.
import type { OperationError } from "../shared/contract/contract.ts";
import { assertNever } from "../shared/lib/result.ts";

export interface CommandFailure {
  readonly code: OperationError["code"] | "usage" | "not_running";
  readonly message: string;
  /** One by one, for machines. */
  readonly problems?: readonly unknown[];
}

export const exitCodes = { done: 0, failed: 1, notRunning: 2, usage: 64 } as const;

export function usage(message: string): CommandFailure {
  return { code: "usage", message };
}

export function exitCodeOf({ code }: CommandFailure): number {
  switch (code) {
    case "usage":
      return exitCodes.usage;
    case "not_running":
      return exitCodes.notRunning;
    case "invalid_input":
    case "not_found":
    case "refused":
    case "stale":
    case "unavailable":
    case "fault":
      return exitCodes.failed;
    default:
      return assertNever(code);
  }
}
