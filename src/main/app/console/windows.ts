// The main window of the console: opened once, brought up when a human asks, shown without the focus when a terminal waits.
import { app, type BrowserWindow } from "electron";
import { openChannel } from "../../../shared/contract/channels.ts";
import type { ConsoleAttention } from "../../services/attention/index.ts";
import { atLoginSwitch } from "../../windows/login-item.ts";
import { openMainWindow } from "../../windows/main-window.ts";

export interface WindowState {
  window: BrowserWindow | undefined;
  attention: ConsoleAttention | undefined;
}

export interface WindowPlace {
  readonly url: string;
  readonly preload: string;
  readonly placementFile: string;
  readonly quitting: () => boolean;
}

export interface ConsoleWindows {
  readonly open: () => BrowserWindow;
  /** A human asked for the window: the only case in which it takes the focus. */
  readonly bringUp: (at?: { /** Or a link. */ readonly approvalId?: string }) => void;
  /** Somebody at a terminal waits for a confirmation here. They keep the focus: what they type next must not land in the window. */
  readonly showForConfirmation: () => void;
}

export function createConsoleWindows(state: WindowState, place: WindowPlace): ConsoleWindows {
  function open(): BrowserWindow {
    const window = openMainWindow({
      ...place,
      onFirstHidden: () => state.attention?.windowHidden(),
      startHidden: app.commandLine.hasSwitch(atLoginSwitch),
    });
    window.on("focus", () => state.attention?.windowFocused());
    window.on("closed", () => {
      state.window = undefined;
    });
    state.window = window;
    return window;
  }

  return {
    open,
    bringUp(at) {
      const window = state.window ?? open();
      if (window.isMinimized()) window.restore();
      window.show();
      if (at === undefined) return;
      const show = (): void => window.webContents.send(openChannel, at.approvalId);
      if (window.webContents.isLoading()) window.webContents.once("did-finish-load", show);
      else show();
    },
    showForConfirmation() {
      const window = state.window ?? open();
      if (window.isFocused()) return;
      window.showInactive();
      window.flashFrame(true);
    },
  };
}
