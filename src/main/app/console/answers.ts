// What the windows may ask of the main process: operations of the engine, the application around it, and the small window's answers.
import { ipcMain } from "electron";
import { eventsReadyChannel } from "../../../shared/contract/channels.ts";
import type { Operations } from "../../../shared/contract/contract.ts";
import { handleDesktop } from "../../ipc/desktop.ts";
import { handleOperations } from "../../ipc/handle.ts";
import { handlePopover } from "../../ipc/popover.ts";
import { refusalOf, type Trust } from "../../ipc/sender.ts";
import type { Log } from "../../machine/log.ts";
import { answerDesktop } from "./desktop.ts";
import type { WindowState } from "./windows.ts";

interface Answering {
  readonly state: WindowState & { operations: Promise<Operations>; readonly engine: unknown };
  readonly trust: Trust;
  readonly origins: readonly string[];
  readonly log: Log;
  readonly startEngine: () => Promise<Operations>;
  readonly windowReady: () => void;
}

export function answerWindows({ state, trust, origins, log, startEngine, windowReady }: Answering): void {
  handleDesktop(ipcMain, trust, (request) => answerDesktop(request, state.attention, log));
  handleOperations(ipcMain, trust, {
    operations: () => state.operations,
    startAgain: async () => {
      await state.operations;
      if (state.engine === undefined) state.operations = startEngine();
      await state.operations;
    },
    onFault: (channel, error) => console.error(`${channel} failed:`, error),
  });
  handlePopover(
    ipcMain,
    { isOurs: (id) => state.attention?.isPopover(id) === true, origins },
    (action) => state.attention?.popoverActed(action),
    console.error,
  );
  ipcMain.on(eventsReadyChannel, (event) => {
    if (refusalOf(event, trust) === undefined) windowReady();
  });
}
