// electron-updater with our signature in front of it: finds, fetches and installs the next version.
import {
  AppImageUpdater,
  type AppUpdater,
  DebUpdater,
  MacUpdater,
  NoOpLogger,
  NsisUpdater,
  RpmUpdater,
} from "electron-updater";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import { NodeHttpExecutor } from "./http.ts";
import type { Installed } from "./installed.ts";
import { signedProvider } from "./provider.ts";
import type { UpdateSource } from "./source.ts";

export interface Updater {
  /** The version to update to; undefined when this one is the latest. Throws when the feed cannot be read or trusted. */
  readonly check: () => Promise<string | undefined>;
  /** Fetches the version that was found. Throws when the file is not the one that was signed. */
  readonly download: () => Promise<void>;
  /** Replaces this version and starts the next one. */
  readonly install: () => void;
}

const updaters = {
  appimage: AppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
  mac: MacUpdater,
  nsis: NsisUpdater,
} as const satisfies Record<Installed, unknown>;

export function openUpdater(source: UpdateSource, installed: Installed, app: AppAdapter): Updater {
  const updater: AppUpdater = new updaters[installed](undefined, app);
  // Given an application of ours it leaves these to us: how it fetches, where it puts files, and no id of the user.
  Object.assign(updater, {
    httpExecutor: new NodeHttpExecutor(),
    configOnDisk: { value: Promise.resolve({ updaterCacheDirName: "updates" }) },
    stagingUserIdPromise: { value: Promise.resolve("") },
  });
  // Failures are thrown to whoever asked.
  updater.logger = new NoOpLogger();
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Parts of the old file are no use here: the checksum is that of the whole new one.
  updater.disableDifferentialDownload = true;
  updater.setFeedURL({ provider: "custom", updateProvider: signedProvider(source) });
  return {
    check: async () => {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable === true ? found.updateInfo.version : undefined;
    },
    download: async () => void (await updater.downloadUpdate()),
    install: () => updater.quitAndInstall(false, true),
  };
}
