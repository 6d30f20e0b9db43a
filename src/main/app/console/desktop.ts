// What the window learns about the application around the engine.
import { app, shell } from "electron";
import type { DesktopRequest, DesktopState } from "../../../shared/contract/window/desktop.ts";
import type { Log } from "../../machine/log.ts";
import type { ConsoleAttention } from "../../services/attention/index.ts";

export function answerDesktop(
  request: DesktopRequest,
  attention: ConsoleAttention | undefined,
  log: Log,
): DesktopState {
  if (request === "pause") attention?.pause();
  if (request === "resume") attention?.resume();
  if (request === "show-log-file") shell.showItemInFolder(log.file);
  const pausedUntil = attention?.pausedUntil();
  const shortcut = attention?.shortcut();
  const { electron, chrome, node } = process.versions;
  return {
    versions: { Gatehouse: app.getVersion(), Electron: electron, Chromium: chrome, Node: node },
    logFile: log.file,
    ...(pausedUntil === undefined ? {} : { pausedUntil }),
    ...(shortcut === undefined ? {} : { shortcut }),
    ...(request === "log" ? { log: log.entries() } : {}),
  };
}
