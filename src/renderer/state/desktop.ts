// The application around the engine, as the window sees it: pauses, the log, and what its menus ask for.
import { desktopNotices as labels } from "../labels/desktop/desktop.ts";
import { shortTime } from "../labels/format.ts";
import type { DesktopRequest, DesktopState, WindowCommand } from "../../shared/contract/window/desktop.ts";
import { openChecklist } from "./checklist.ts";
import { openOverlay, show, tell } from "./ui-store.ts";

export function askDesktop(request: DesktopRequest): Promise<DesktopState> {
  return window.gatehouse.desktop(request);
}

/** Nothing is shown outside the window for a while; the notice takes it back. */
export async function pauseNotifications(): Promise<void> {
  try {
    const { pausedUntil } = await askDesktop("pause");
    if (pausedUntil !== undefined) tell(labels.paused(shortTime(pausedUntil)));
  } catch {
    tell(labels.failed, "problem");
  }
}

export async function resumeNotifications(): Promise<void> {
  try {
    await askDesktop("resume");
    tell(labels.resumed);
  } catch {
    tell(labels.failed, "problem");
  }
}

const commands: Readonly<Record<WindowCommand, () => void>> = {
  palette: () => openOverlay("palette"),
  shortcuts: () => openOverlay("shortcuts"),
  settings: () => show("settings"),
  help: () => show("help"),
  log: () => show("log"),
  "getting-started": () => {
    openChecklist(true);
    show("overview");
  },
  pause: () => void pauseNotifications(),
};

/** Returns how to stop. */
export function followCommands(): () => void {
  return window.gatehouse.onCommand((command) => commands[command]());
}
