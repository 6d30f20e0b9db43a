// The only file that uses window.gatehouse: operations as functions that throw errors with a code.
import type { z } from "zod";
import type { OperationName } from "../../shared/contract/channels.ts";
import type {
  EventBatch,
  GatehouseBridge,
  OperationError,
  operationInputs,
  OperationOutput,
} from "../../shared/contract/contract.ts";
import type { Resolution } from "../../shared/domain/directive.ts";
import type { JsonObject } from "../../shared/lib/json.ts";

declare global {
  interface Window {
    readonly gatehouse: GatehouseBridge;
  }
}

/** An operation that did not succeed. Its message is for people. */
export class OperationFailure extends Error {
  readonly code: OperationError["code"];

  constructor(error: OperationError) {
    super(error.message);
    this.name = "OperationFailure";
    this.code = error.code;
  }
}

export async function call<Name extends OperationName>(
  name: Name,
  input: z.input<(typeof operationInputs)[Name]>,
): Promise<OperationOutput<Name>> {
  const result = await window.gatehouse.call(name, input);
  if (!result.ok) throw new OperationFailure(result.error);
  return result.value;
}

/** Returns how to stop. The main process wrote the text, so it is what its type says. */
export function onEvents(listener: (batch: EventBatch) => void): () => void {
  return window.gatehouse.onEvents((text) => {
    const batch: EventBatch = JSON.parse(text);
    listener(batch);
  });
}

export const onOpen: GatehouseBridge["onOpen"] = (listener) => window.gatehouse.onOpen(listener);

export const startAgain: GatehouseBridge["startAgain"] = () => window.gatehouse.startAgain();

/** The same value: the schema's own type of JSON only lacks `readonly`. */
export function wireArguments(given: JsonObject): NonNullable<Resolution["arguments"]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return given as NonNullable<Resolution["arguments"]>;
}
