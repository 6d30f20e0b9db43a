// What the small window asks for: sender checked, input validated.
import type { IpcMain } from "electron";
import { popoverActionChannel } from "../../shared/contract/channels.ts";
import { type PopoverAction, popoverActionSchema } from "../../shared/contract/window/popover.ts";
import { type Message, refusalOf, type Trust } from "./sender.ts";

export function handlePopover(
  registry: Pick<IpcMain, "on">,
  trust: Trust,
  act: (action: PopoverAction) => void,
  onFault: (message: string) => void,
): void {
  registry.on(popoverActionChannel, (event: Message, input: unknown) => {
    const refused = refusalOf(event, trust);
    if (refused !== undefined) return onFault(`A message of the small window was refused. ${refused}`);
    const action = popoverActionSchema.safeParse(input);
    if (!action.success) return onFault("A message of the small window makes no sense.");
    return act(action.data);
  });
}
