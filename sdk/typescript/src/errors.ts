// What the client throws. A denial is no error: it is a verdict, except in `governed`, which cannot go on without an approval.
import { isJsonObject } from "../../../src/shared/lib/json.ts";
import type { Verdict } from "./verdict.ts";

/** The base of everything the client throws. */
export class GovernanceError extends Error {
  override readonly name: string = "GovernanceError";
}

/** The engine answered with a JSON-RPC error that is no denial. */
export class RefusedError extends GovernanceError {
  override readonly name = "RefusedError";
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code: number, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The word for it in `data.reason`, where there is one. */
  get reason(): string | undefined {
    const reason = isJsonObject(this.data) ? this.data["reason"] : undefined;
    return typeof reason === "string" ? reason : undefined;
  }
}

/** The engine could not be reached, or its answer cannot be read. */
export class UnreachableError extends GovernanceError {
  override readonly name: string = "UnreachableError";
}

/** The engine did not answer in time. */
export class AnswerTimeoutError extends UnreachableError {
  override readonly name = "AnswerTimeoutError";
}

/** Too many calls wait for a place already. */
export class OverloadedError extends GovernanceError {
  override readonly name = "OverloadedError";
}

/** Thrown by governed functions instead of running. */
export class DeniedError extends GovernanceError {
  override readonly name = "DeniedError";
  readonly verdict: Verdict;

  constructor(verdict: Verdict, message = messageOf(verdict)) {
    super(message);
    this.verdict = verdict;
  }
}

function messageOf({ verdict, approved, reason }: Verdict): string {
  if (approved) return `Only a dry run is approved: ${reason}`;
  return verdict === "ESCALATE" ? `No human has answered yet: ${reason}` : reason;
}
