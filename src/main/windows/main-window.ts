// The console's window: sandboxed, isolated, and never in the way of what the user is typing elsewhere.
import { BrowserWindow, nativeTheme, screen } from "electron";
import { fitPlacement, minimumSize, readPlacement, writePlacement } from "./bounds.ts";

export interface MainWindowOptions {
  readonly url: string;
  readonly preload: string;
  /** Where the window's place is remembered. */
  readonly placementFile: string;
}

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
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Would fetch dictionaries from the network.
      spellcheck: false,
      // The queue has to count down while the window is covered.
      backgroundThrottling: false,
    },
  });
  window.once("ready-to-show", () => {
    if (maximized) window.maximize();
    window.showInactive();
  });
  window.on("close", () => {
    writePlacement(options.placementFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  });
  void window.loadURL(options.url);
  return window;
}
