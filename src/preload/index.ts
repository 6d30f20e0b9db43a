// The bridge between the page and the main process: the names of the contract and nothing else.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";
import {
  channelOf,
  commandChannel,
  desktopChannel,
  eventsChannel,
  eventsReadyChannel,
  openChannel,
  operationNames,
  startAgainChannel,
} from "../shared/contract/channels.ts";
import type { GatehouseBridge } from "../shared/contract/contract.ts";
import type { WindowCommand } from "../shared/contract/window/desktop.ts";
import { popoverBridge } from "./popover.ts";

const known: ReadonlySet<string> = new Set(operationNames);

const bridge: GatehouseBridge = {
  call: (name, input) => {
    // The page is not trusted to keep to the types.
    if (!known.has(name)) return Promise.reject(new Error(`There is no operation called ${name}.`));
    return ipcRenderer.invoke(channelOf(name), input);
  },
  onEvents: (listener) => {
    const receive = (_event: IpcRendererEvent, batch: string): void => {
      try {
        listener(batch);
      } finally {
        ipcRenderer.send(eventsReadyChannel);
      }
    };
    ipcRenderer.on(eventsChannel, receive);
    ipcRenderer.send(eventsReadyChannel);
    return () => {
      ipcRenderer.removeListener(eventsChannel, receive);
    };
  },
  onOpen: (listener) => {
    const receive = (_event: IpcRendererEvent, approvalId: unknown): void =>
      listener(typeof approvalId === "string" ? approvalId : undefined);
    ipcRenderer.on(openChannel, receive);
    return () => {
      ipcRenderer.removeListener(openChannel, receive);
    };
  },
  startAgain: () => ipcRenderer.invoke(startAgainChannel),
  desktop: (request) => ipcRenderer.invoke(desktopChannel, request),
  onCommand: (listener) => {
    const receive = (_event: IpcRendererEvent, command: WindowCommand): void => listener(command);
    ipcRenderer.on(commandChannel, receive);
    return () => {
      ipcRenderer.removeListener(commandChannel, receive);
    };
  },
};

// One file for both pages, because a sandboxed preload script cannot load another. The main process checks who asks.
if (location.pathname === "/popover.html") contextBridge.exposeInMainWorld("gatehousePopover", popoverBridge);
else contextBridge.exposeInMainWorld("gatehouse", bridge);
