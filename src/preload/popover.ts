// The bridge of the small window: what it shows comes in, what its human wants goes out, and nothing else.
import { ipcRenderer, type IpcRendererEvent } from "electron";
import { popoverActionChannel, popoverStateChannel } from "../shared/contract/channels.ts";
import type { PopoverBridge, PopoverState } from "../shared/contract/window/popover.ts";

export const popoverBridge: PopoverBridge = {
  onState: (listener) => {
    const receive = (_event: IpcRendererEvent, state: PopoverState): void => listener(state);
    ipcRenderer.on(popoverStateChannel, receive);
    return () => {
      ipcRenderer.removeListener(popoverStateChannel, receive);
    };
  },
  act: (action) => ipcRenderer.send(popoverActionChannel, action),
};
