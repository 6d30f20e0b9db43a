// The small window itself: without a frame, above others, in the corner where the tray is, and never with the focus by itself.
import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from "electron";
import { popoverStateChannel } from "../../../shared/contract/channels.ts";
import type { PopoverState } from "../../../shared/contract/window/popover.ts";
import { minute } from "../../../shared/lib/clock.ts";
import type { Rectangle } from "../bounds.ts";
import { guardedPage } from "../guarded-page.ts";
import { placePopover } from "./place.ts";

export interface PopoverWindowOptions {
  readonly url: string;
  readonly preload: string;
  /** Where the tray's icon is, where the system says so. */
  readonly trayBounds: () => Rectangle | undefined;
}

export interface PopoverWindow {
  readonly show: (state: PopoverState | undefined) => void;
  /** The page has drawn the last state, this many pixels high. */
  readonly drawn: (height: number) => void;
  readonly focus: () => void;
  readonly isOurs: (webContentsId: number) => boolean;
  readonly close: () => void;
}

const popoverWidth = 400;
/**
 * A page that nobody needed for this long is closed. While it is there it costs a process; to open it again takes about a fifth of a
 * second (`npm run bench -- popover`), and requests that come in a row find it open.
 */
const unusedMs = 2 * minute;
const background = { light: "#ffffff", dark: "#1c1e21" };

function windowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    width: popoverWidth,
    height: 240,
    show: false,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    title: "Gatehouse",
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: guardedPage(preload),
  };
}

export function createPopoverWindow({ url, preload, trayBounds }: PopoverWindowOptions): PopoverWindow {
  let window: BrowserWindow | undefined;
  let loaded = false;
  let wanted: PopoverState | undefined;
  let takesFocus = false;
  let unused: NodeJS.Timeout | undefined;

  function ready(): void {
    keepFor();
    if (window !== undefined) return;
    loaded = false;
    const created = new BrowserWindow(windowOptions(preload));
    created.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    created.webContents.once("did-finish-load", () => {
      loaded = true;
      send();
    });
    created.webContents.on("render-process-gone", () => created.destroy());
    created.on("closed", () => {
      window = undefined;
      loaded = false;
    });
    window = created;
    void created.loadURL(url);
  }

  function send(): void {
    if (window === undefined || !loaded) return;
    // Hidden, it shows nothing: what comes next has to be seen anew before it can be answered.
    const state: PopoverState = wanted ?? { waiting: 0 };
    window.webContents.send(popoverStateChannel, { ...state, visible: window.isVisible() } satisfies PopoverState);
  }

  function keepFor(): void {
    clearTimeout(unused);
    unused = setTimeout(() => {
      if (wanted === undefined) window?.destroy();
      else keepFor();
    }, unusedMs);
    unused.unref();
  }

  return {
    show(state) {
      wanted = state;
      if (state === undefined) {
        takesFocus = false;
        window?.hide();
        return send();
      }
      ready();
      return send();
    },
    drawn(height) {
      if (window === undefined || wanted === undefined) return;
      const workArea = screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea;
      window.setBounds(placePopover({ width: popoverWidth, height }, workArea, trayBounds()));
      const before = window.isVisible();
      if (takesFocus) window.show();
      else if (!before) window.showInactive();
      takesFocus = false;
      // From now on it is in view.
      if (!before) send();
    },
    focus() {
      if (window?.isVisible() === true) window.focus();
      else takesFocus = true;
    },
    isOurs: (id) => window !== undefined && !window.isDestroyed() && window.webContents.id === id,
    close() {
      clearTimeout(unused);
      window?.destroy();
    },
  };
}
