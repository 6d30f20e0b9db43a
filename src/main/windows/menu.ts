// The application menu: editing, zoom and the window. Reload and developer tools only while developing.
import { Menu, type MenuItemConstructorOptions } from "electron";
import { menuWords } from "./words.ts";

export function setApplicationMenu(platform: NodeJS.Platform, developing: boolean): void {
  const view: MenuItemConstructorOptions[] = [
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
    ...(developing ? ([{ type: "separator" }, { role: "reload" }, { role: "toggleDevTools" }] as const) : []),
  ];
  const template: MenuItemConstructorOptions[] = [
    platform === "darwin" ? { role: "appMenu" } : { label: menuWords.product, submenu: [{ role: "quit" }] },
    { role: "editMenu" },
    { label: menuWords.view, submenu: view },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
