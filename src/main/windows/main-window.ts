// The console's window: sandboxed, isolated, and never in the way of what the user is typing elsewhere.
import { BrowserWindow, nativeTheme, screen } from "electron";
import { fitPlacement, minimumSize, readPlacement, wasToldOfHiding, writePlacement } from "./bounds.ts";
import { guardedPage } from "./guarded-page.ts";

export interface MainWindowOptions {
  readonly url: string;
  readonly preload: string;
  /** Where the window's place is remembered. */
  readonly placementFile: string;
  /** Whether the application ends: then the window closes, where it is otherwise only hidden. */
  readonly quitting: () => boolean;
  /** The window was hidden for the first time: the operator does not know yet that the engine keeps running. */
  readonly onFirstHidden: () => void;
  /** Started with the user's session: it stays out of sight until it is asked for. */
  readonly startHidden: boolean;
}

const restartAfterMs = 500;

/** The page's own background, so that nothing flashes before it is drawn. */
const background = { light: "#fcfcfd", dark: "#101113" };

export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...placement } = fitPlacement(readPlacement(options.placementFile), workAreas);
  const window = new BrowserWindow({
    ...placement,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    show: false,
    title: "Gatehouse",
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    autoHideMenuBar: true,
    webPreferences: guardedPage(options.preload),
  });
  window.once("ready-to-show", () => {
    if (options.startHidden) return;
    if (maximized) window.maximize();
    window.showInactive();
  });
  window.on("close", (event) => {
    const quitting = options.quitting();
    const told = wasToldOfHiding(readPlacement(options.placementFile));
    const bounds = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    writePlacement(options.placementFile, { ...bounds, toldOfHiding: told || !quitting });
    if (quitting) return;
    event.preventDefault();
    hide(window);
    if (!told) options.onFirstHidden();
  });
  // A page that is empty (about:blank) is the one place a script can go without asking; from there it is brought back.
  window.webContents.on("did-navigate", (_event, url) => {
    if (!url.startsWith(options.url)) void window.loadURL(options.url);
  });
  // A page whose process died is started again; the engine lives in another one and did not notice.
  window.webContents.on("render-process-gone", (_event, { reason }) => {
    if (reason === "clean-exit") return;
    // Not from within the event: Electron is still taking the old process down.
    setTimeout(() => {
      if (!window.isDestroyed()) void window.loadURL(options.url);
    }, restartAfterMs);
  });
  void window.loadURL(options.url);
  return window;
}

/** On macOS a window that fills the screen has to give it back first, or an empty screen stays. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) return window.hide();
  window.once("leave-full-screen", () => window.hide());
  window.setFullScreen(false);
}
