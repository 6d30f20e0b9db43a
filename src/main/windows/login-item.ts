// Starting with the user's session: the system's own list on macOS and Windows, an autostart file on Linux.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { app } from "electron";
import { loginItemWords as words } from "./words.ts";

/** Given when it was started that way: then its window stays hidden. */
export const atLoginSwitch = "at-login";

export function applyStartAtLogin(wanted: boolean): void {
  try {
    if (process.platform === "linux") return applyOnLinux(wanted);
    if (app.getLoginItemSettings().openAtLogin !== wanted) {
      app.setLoginItemSettings({ openAtLogin: wanted, args: [`--${atLoginSwitch}`] });
    }
  } catch (error) {
    console.error("Starting at login could not be changed:", error);
  }
  return undefined;
}

/** Nothing is written where nothing changes, and another installation's file is not removed. */
function applyOnLinux(wanted: boolean): void {
  const file = autostartFile(process.env);
  // An AppImage runs from a folder that is gone afterwards.
  const program = process.env["APPIMAGE"] ?? process.execPath;
  const text = autostartText(app.isPackaged ? [program] : [program, app.getAppPath()]);
  const isOurs = existsSync(file) && readFileSync(file, "utf8") === text;
  if (wanted === isOurs) return;
  if (!wanted) return rmSync(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o644 });
}

export function autostartFile(environment: NodeJS.ProcessEnv): string {
  const configured = environment["XDG_CONFIG_HOME"] ?? "";
  return join(configured === "" ? join(homedir(), ".config") : configured, "autostart", "gatehouse.desktop");
}

/** As the desktop entry specification wants it: quoted, with what is special in quotes escaped. */
export function autostartText(command: readonly string[]): string {
  const quoted = [...command, `--${atLoginSwitch}`].map((part) => `"${part.replace(/["`$\\]/g, "\\$&")}"`);
  return [
    "[Desktop Entry]",
    "Type=Application",
    `Name=${words.name}`,
    `Comment=${words.comment}`,
    `Exec=${quoted.join(" ").replaceAll("%", "%%")}`,
    "X-GNOME-Autostart-enabled=true",
    "",
  ].join("\n");
}
