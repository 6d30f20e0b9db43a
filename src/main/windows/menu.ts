// The application menu: editing, zoom and the window. Reload and developer tools only while developing.
import { Menu, type MenuItemConstructorOptions } from "electron";

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
    platform === "darwin" ? { role: "appMenu" } : { label: "Gatehouse", submenu: [{ role: "quit" }] },
    { role: "editMenu" },
    { label: "View", submenu: view },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
