// The application menu: what every desktop application has, and the commands of this one with their keys.
import { app, Menu, type MenuItemConstructorOptions } from "electron";
import type { WindowCommand } from "../../shared/contract/window/desktop.ts";
import { menuWords as words } from "./words.ts";

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Reload and developer tools only while developing. */
  readonly developing: boolean;
  readonly command: (command: WindowCommand) => void;
}

export function setApplicationMenu(options: MenuOptions): void {
  const { name, version } = { name: words.product, version: app.getVersion() };
  app.setAboutPanelOptions({ applicationName: name, applicationVersion: version, copyright: words.about });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));
}

function menuTemplate({ platform, developing, command }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === "darwin";
  const item = (label: string, does: WindowCommand, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => command(does),
    // The page listens to these keys itself; the menu only shows them.
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
  });
  const settings: MenuItemConstructorOptions = {
    label: words.settings,
    accelerator: "CommandOrControl+,",
    click: () => command("settings"),
  };
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const about: MenuItemConstructorOptions = { label: words.aboutItem, click: () => app.showAboutPanel() };
  return [
    ...(mac ? [{ label: words.product, submenu: macItems(about, settings) }] : []),
    {
      label: words.file,
      submenu: [
        item(words.pause, "pause"),
        ...(mac ? [] : [separator, settings]),
        separator,
        { role: "close" },
        ...(mac ? [] : [{ role: "quit" } as const]),
      ],
    },
    { role: "editMenu" },
    {
      label: words.view,
      submenu: [
        item(words.palette, "palette", "CommandOrControl+K"),
        separator,
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
        ...(developing ? ([separator, { role: "reload" }, { role: "toggleDevTools" }] as const) : []),
      ],
    },
    { role: "windowMenu" },
    {
      role: "help",
      label: words.help,
      submenu: [
        item(words.documentation, "help", "F1"),
        item(words.shortcuts, "shortcuts", "?"),
        item(words.gettingStarted, "getting-started"),
        item(words.log, "log"),
        ...(mac ? [] : [separator, about]),
      ],
    },
  ];
}

function macItems(
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: "separator" };
  return [
    about,
    separator,
    settings,
    separator,
    { role: "services" },
    separator,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    separator,
    { role: "quit" },
  ];
}
