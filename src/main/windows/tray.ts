// The tray on Electron. Where the desktop has none, there is simply none: nothing may fail for it.
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from "electron";
import type { Rectangle } from "./bounds.ts";
import { iconSize, trayPixels } from "./tray-icon.ts";
import { type TrayAction, type TrayItem, trayMenu, type TrayState, trayTooltip } from "./tray-menu.ts";

export interface ConsoleTray {
  readonly show: (state: TrayState) => void;
  /** Where its icon is; all zero where the desktop does not say. */
  readonly bounds: () => Rectangle;
  readonly remove: () => void;
}

/** Undefined where the system cannot make one. */
export function createTray(act: (action: TrayAction) => void, click: () => void): ConsoleTray | undefined {
  let tray: Tray;
  try {
    tray = new Tray(imageOf({ waiting: 0, halted: false }));
  } catch (error) {
    console.error("There is no tray on this desktop:", error);
    return undefined;
  }
  tray.on("click", click);
  let shown = "";
  return {
    show(state) {
      // Under a flood of events the tray changes only when it says something else.
      const next = JSON.stringify(state);
      if (next === shown || tray.isDestroyed()) return;
      shown = next;
      tray.setImage(imageOf(state));
      tray.setToolTip(trayTooltip(state));
      tray.setTitle(state.waiting === 0 ? "" : String(state.waiting));
      tray.setContextMenu(
        Menu.buildFromTemplate(
          trayMenu(state).map((item) => (item === "---" ? { type: "separator" } : menuItem(item, act))),
        ),
      );
    },
    bounds: () => tray.getBounds(),
    remove() {
      if (!tray.isDestroyed()) tray.destroy();
    },
  };
}

function menuItem({ label, action, items }: TrayItem, act: (action: TrayAction) => void): MenuItemConstructorOptions {
  if (items !== undefined) return { label, submenu: items.map((item) => menuItem(item, act)) };
  return action === undefined ? { label, enabled: false } : { label, click: () => act(action) };
}

function imageOf({ waiting, halted }: { readonly waiting: number; readonly halted: boolean }) {
  const ink = nativeTheme.shouldUseDarkColors ? ([236, 238, 241] as const) : ([23, 25, 28] as const);
  return nativeImage.createFromBitmap(trayPixels({ waiting, halted, ink }), {
    width: iconSize,
    height: iconSize,
    scaleFactor: 2,
  });
}
