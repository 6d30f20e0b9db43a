// Opens the console in a real Electron window for a test, with a data directory of its own and a free port.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { electronSources, findElectron } from "../../../scripts/electron/runtime.ts";
import { electronSwitches, thisMachine } from "../../../scripts/machine.ts";
import { projectRoot } from "../../../scripts/project.ts";
import type { SettingsChanges } from "../../../src/shared/contract/settings.ts";
import { second } from "../../../src/shared/lib/clock.ts";
import { listenToChildren } from "../process/child-output.ts";
import { type ReadyLine, readReadyLine } from "../../../scripts/ready-line.ts";

export interface LaunchOptions {
  /** Kept after `close`, so that a second launch can find what the first one left. By default a temporary one. */
  readonly dataDirectory?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Settings that differ from the defaults, in a data directory that has none. */
  readonly settings?: SettingsChanges;
  readonly args?: readonly string[];
  readonly colorScheme?: "light" | "dark";
  /** The engine is meant not to start: nothing waits for the line it would print. */
  readonly withoutEngine?: boolean;
  /** Another application than the console, for the test of this file. */
  readonly appPath?: string;
  /** Another folder with a program called electron in it, such as one that runs the real one under a tracer. */
  readonly executableFolder?: string;
}

export interface Console extends ReadyLine {
  readonly application: ElectronApplication;
  readonly window: Page;
  readonly dataDirectory: string;
  /** What the main process has written so far, standard error included. */
  readonly output: () => string;
  /** Quits the application the way a user does and removes a temporary data directory. */
  readonly close: () => Promise<void>;
}

const patience = 30 * second;

export async function launchConsole(options: LaunchOptions = {}): Promise<Console> {
  const machine = thisMachine();
  if (!machine.display) throw new Error("No display: run `npm test -- --only e2e`, which brings a virtual one.");
  const electron = await findElectron(electronSources(() => {}));
  if (!electron.ok) throw new Error(electron.error);

  const dataDirectory = options.dataDirectory ?? mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  const removeData = (): void => {
    if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  };
  if (options.settings !== undefined)
    writeFileSync(join(dataDirectory, "settings.json"), JSON.stringify(options.settings), { mode: 0o600 });
  const listener = listenToChildren();
  let application: ElectronApplication | undefined;
  try {
    // Named by its folder and not by executablePath: only then does Playwright load itself into the application before
    // the first window opens, and a window that opens sooner would leave the launch waiting for ever.
    process.env["ELECTRON_OVERRIDE_DIST_PATH"] = options.executableFolder ?? dirname(electron.value.executable);
    application = await _electron.launch({
      args: [...electronSwitches(machine, "test"), options.appPath ?? projectRoot, ...(options.args ?? [])],
      // Playwright would switch Chromium's sandbox off for everyone; only root has to do without.
      chromiumSandbox: !machine.root,
      colorScheme: options.colorScheme ?? null,
      env: environmentFor(dataDirectory, options.environment ?? {}),
      timeout: patience,
    });
    const running = application;
    const output = listener.outputOf(running.process());
    const window = await running.firstWindow({ timeout: patience });
    const ready = options.withoutEngine === true ? nowhere : await readReadyLine(output, patience);
    const close = (): Promise<void> => quit(running).finally(removeData);
    return { ...ready, application: running, window, dataDirectory, output, close };
  } catch (error) {
    application?.process().kill("SIGKILL");
    removeData();
    throw new Error(`The console did not open. It wrote:\n${listener.everything()}`, { cause: error });
  } finally {
    listener.stop();
  }
}

const nowhere: ReadyLine = { http: "", ws: "", a2e: "" };

/** An application that does not quit when asked is at fault; it must not take the test run's time as well. */
async function quit(application: ElectronApplication): Promise<void> {
  const child = application.process();
  let stuck = false;
  const timer = setTimeout(() => {
    stuck = true;
    child.kill("SIGKILL");
  }, patience);
  // Where requests wait, the console asks first.
  await application.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false });
  });
  await application.close().finally(() => clearTimeout(timer));
  if (stuck) throw new Error(`The console did not quit within ${patience} ms and was killed.`);
}

function environmentFor(dataDirectory: string, extra: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return {
    ...Object.fromEntries(inherited),
    GATEHOUSE_HOME: dataDirectory,
    GATEHOUSE_PORT: "0",
    // A bundled fake cannot tell where the project is.
    GATEHOUSE_FAKE_RESOURCES: join(projectRoot, "resources"),
    ...extra,
  };
}
