// What the client throws. A denial is no error: it is a decision, except in `guard`, which cannot go on without a yes.
import type { Decision } from "./decision.ts";

/** Gatehouse answered with a JSON-RPC error. */
export class GatehouseError extends Error {
  override readonly name = "GatehouseError";
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Gatehouse could not be reached, did not answer in time, or answered with something that is no JSON-RPC. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Thrown by guarded functions instead of running. */
export class DeniedError extends Error {
  override readonly name = "DeniedError";
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(messageOf(decision));
    this.decision = decision;
  }
}

function messageOf({ verdict, approved, reason }: Decision): string {
  if (approved) return `Only a dry run is approved: ${reason}`;
  return verdict === "ESCALATE" ? `No human has answered yet: ${reason}` : reason;
}
