// Updates of the packaged console: what decides about them, and how the human is asked.
import { app } from "electron";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import type { Operations } from "../../../shared/contract/contract.ts";
import { howInstalled, packageCommands } from "../../updates/installed.ts";
import { readUpdateSource } from "../../updates/source.ts";
import { createUpdates, isBusy, stepEvery } from "../../services/updates.ts";
import { askToRestart, tellOfVersion } from "../../windows/update-dialog.ts";

export interface UpdateWiring {
  readonly dataDirectory: string;
  readonly operations: () => Promise<Operations>;
  readonly onFault: (error: unknown) => void;
  /** Quits as always; what it is given then takes the place of ending. */
  readonly quitInto: (install: () => void) => void;
}

/** Does nothing in a build without a feed, and in one that is not installed. */
export async function startUpdates({ dataDirectory, operations, onFault, quitInto }: UpdateWiring): Promise<void> {
  if (!app.isPackaged || process.env["GATEHOUSE_UPDATES"] === "off") return;
  const source = readUpdateSource(app.getAppPath());
  const installed = howInstalled(process.platform, process.env, process.resourcesPath);
  if (source === undefined || installed === undefined) return;
  // Only now: electron-updater is much to load for those who do not use it.
  const { openUpdater } = await import("../../updates/updater.ts");
  const updater = openUpdater(source, installed, updatedApp(dataDirectory));
  const command = packageCommands[installed];
  const updates = createUpdates({
    enabled: async () => isEnabled(await operations()),
    busy: async () => isBusy(await operations()),
    updater,
    ...(command === undefined ? {} : { tell: (version: string) => tellOfVersion(version, command) }),
    askToRestart,
    restart: () => quitInto(updater.install),
    onFault,
    now: Date.now,
  });
  setInterval(() => void updates.step(), stepEvery).unref();
}

async function isEnabled(operations: Operations): Promise<boolean> {
  const settings = await operations.getSettings({}, "console");
  return settings.ok && settings.value.checkForUpdates;
}

function updatedApp(dataDirectory: string): AppAdapter {
  return {
    version: app.getVersion(),
    name: app.getName(),
    isPackaged: app.isPackaged,
    // Not there: the feed is in package.json.
    appUpdateConfigPath: "",
    userDataPath: dataDirectory,
    baseCachePath: dataDirectory,
    whenReady: () => app.whenReady(),
    relaunch: () => app.relaunch(),
    quit: () => app.quit(),
    onQuit: (handler) => void app.once("quit", (_event, code) => handler(code)),
  };
}
