// Answers the window about the application around the engine: sender checked, input validated.
import type { IpcMain } from "electron";
import { desktopChannel } from "../../shared/contract/channels.ts";
import { type DesktopRequest, desktopRequestSchema, type DesktopState } from "../../shared/contract/window/desktop.ts";
import { type Message, refusalOf, type Trust } from "./sender.ts";

export function handleDesktop(
  registry: Pick<IpcMain, "handle">,
  trust: Trust,
  answer: (request: DesktopRequest) => DesktopState,
): void {
  registry.handle(desktopChannel, (event: Message, input: unknown) => {
    const refused = refusalOf(event, trust);
    if (refused !== undefined) throw new Error(`The request was refused. ${refused}`);
    return answer(desktopRequestSchema.parse(input));
  });
}
