// Joins the operations to the window: one channel each, sender checked, input validated, errors as values.
import type { IpcMain } from "electron";
import { channelOf, operationNames, startAgainChannel } from "../../shared/contract/channels.ts";
import type { OperationError, Operations } from "../../shared/contract/contract.ts";
import { performOperation } from "../../shared/contract/perform.ts";
import { fail } from "../../shared/lib/result.ts";
import { type Message, refusalOf, type Trust } from "./sender.ts";

/** Who acts, as the ledger names it. */
const actor = "console";

export type Registry = Pick<IpcMain, "handle">;

export interface Served {
  /** The operations in force; while the engine starts, a promise of them. */
  readonly operations: () => Promise<Operations>;
  readonly startAgain: () => Promise<void>;
  readonly onFault: (channel: string, error: unknown) => void;
}

export function handleOperations(registry: Registry, trust: Trust, served: Served): void {
  for (const name of operationNames) {
    const channel = channelOf(name);
    registry.handle(channel, async (event, input: unknown) => {
      const refused = checkSender(event, trust);
      if (refused !== undefined) return fail(refused);
      try {
        return await performOperation(await served.operations(), name, input, actor);
      } catch (error) {
        served.onFault(channel, error);
        return fail({
          code: "fault",
          message: "The engine failed while it answered. Nothing was changed that the ledger does not show.",
        } satisfies OperationError);
      }
    });
  }
  registry.handle(startAgainChannel, async (event) => {
    if (checkSender(event, trust) === undefined) await served.startAgain();
  });
}

function checkSender(message: Message, trust: Trust): OperationError | undefined {
  const why = refusalOf(message, trust);
  return why === undefined ? undefined : { code: "refused", message: `The request was refused. ${why}` };
}
