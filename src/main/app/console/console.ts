// The console on Electron: a hardened window around an engine, however that engine is started.
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { app, protocol } from "electron";
import { commandChannel, eventsChannel } from "../../../shared/contract/channels.ts";
import type { Operations } from "../../../shared/contract/contract.ts";
import type { ExportFormat } from "../../../shared/contract/ledger-export.ts";
import { fail, ok, type Result } from "../../../shared/lib/result.ts";
import type { SequencedEvent } from "../../../shared/domain/telemetry.ts";
import { attendConsole } from "../../services/attention/index.ts";
import { createPublisher } from "../../ipc/publish.ts";
import type { Trust } from "../../ipc/sender.ts";
import { unavailableOperations } from "../../ipc/unavailable.ts";
import { dataDirectoryPath } from "../../machine/data-directory.ts";
import type { Log } from "../../machine/log.ts";
import { logEngine, logFault, openAppLog } from "../log.ts";
import { answerWindows } from "./answers.ts";
import { handleCrashes } from "./crash.ts";
import { createConsoleWindows, type WindowState } from "./windows.ts";
import { type ReadyAddress, readyLine } from "../ready-line.ts";
import { giveBack, takeOver } from "../take-over.ts";
import { startUpdates } from "./updates.ts";
import { appOrigin, registerAppScheme, serveApp } from "../../windows/app-protocol.ts";
import { hardenApp, refusesDebugging } from "../../windows/hardening.ts";
import { chooseExportFile } from "../../windows/export-dialog.ts";
import { setApplicationMenu } from "../../windows/menu.ts";
import { handleLinks, linkIn } from "../../windows/links.ts";
import { createPopoverWindow } from "../../windows/popover/window.ts";
import { handleQuitting } from "../../windows/quit.ts";

export interface Engine {
  readonly operations: Operations;
  readonly events: { readonly subscribe: (listener: (event: SequencedEvent) => void) => () => void };
  readonly address: ReadyAddress;
  readonly stop: () => Promise<void>;
}

export interface EngineOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly resourcesDirectory: string;
  readonly chooseFile: (format: ExportFormat) => Promise<string | undefined>;
  /** A human can be asked: the console shows its window when it has to. */
  readonly hasWindow: () => boolean;
  readonly onFault: (where: string, error: unknown) => void;
}

export type StartEngine = (options: EngineOptions) => Promise<Result<Engine, string>>;

interface State extends WindowState {
  engine: Engine | undefined;
  operations: Promise<Operations>;
  /** Installs an update the human agreed to, once everything has stopped. */
  install: (() => void) | undefined;
}

export function runConsole(start: StartEngine): void {
  if (refusesDebugging(app)) {
    console.error("Gatehouse does not open with a debugging port: whoever reaches it could approve requests.");
    app.exit(1);
    return;
  }
  const dataDirectory = chooseDataDirectory();
  // One console for each data directory: two would fight over the port and the ledger.
  if (!app.requestSingleInstanceLock()) {
    console.error(`Gatehouse is already running with the data in ${dataDirectory}; its window is shown.`);
    app.exit(0);
    return;
  }
  const log = openAppLog(dataDirectory);
  handleCrashes(dataDirectory, log);
  const developmentServer = app.isPackaged ? undefined : process.env["ELECTRON_RENDERER_URL"];
  const origins = developmentServer === undefined ? [appOrigin] : [new URL(developmentServer).origin];
  const pageUrl = developmentServer === undefined ? `${appOrigin}/` : new URL("/", developmentServer).href;
  const preload = join(import.meta.dirname, "../preload/index.cjs");
  hardenApp(app, origins);
  registerAppScheme(protocol);

  const trust: Trust = { isOurs: (id) => state.window?.webContents.id === id, origins };
  const publisher = createPublisher({
    send: (batch) => state.window?.webContents.send(eventsChannel, JSON.stringify(batch)),
    after,
  });

  const startEngine = async (): Promise<Operations> => {
    const port = chosenPort();
    if (port.ok && (await takeOver(dataDirectory)))
      console.error("Took over from the engine that ran without a window.");
    const started = port.ok
      ? await start({
          dataDirectory,
          port: port.value,
          resourcesDirectory: resourcesDirectory(),
          chooseFile: (format) => chooseExportFile(state.window, format),
          hasWindow: () => true,
          onFault: (where, error) => logFault(log, where, error),
        })
      : port;
    if (!started.ok) {
      console.error(started.error);
      log.write("error", "start", started.error);
      return unavailableOperations(started.error);
    }
    const engine = started.value;
    state.engine = engine;
    engine.events.subscribe(publisher.publish);
    logEngine(log, engine);
    console.log(readyLine(engine.address, process.pid));
    state.attention = await attendConsole({
      operations: engine.operations,
      window: () => state.window,
      popoverWindow: (trayBounds) =>
        createPopoverWindow({
          url: `${pageUrl}popover.html`,
          preload,
          trayBounds,
        }),
      open: (approvalId) => bringUp(approvalId === undefined ? undefined : { approvalId }),
      review: () => bringUp({}),
    });
    engine.events.subscribe(state.attention.hear);
    engine.events.subscribe(({ event }) => {
      if (event.type === "terminal_changed" && event.terminal.confirmations.length > 0) showForConfirmation();
    });
    return engine.operations;
  };
  const state: State = {
    engine: undefined,
    operations: Promise.resolve(unavailableOperations("The engine is starting.")),
    window: undefined,
    attention: undefined,
    install: undefined,
  };

  const {
    open: openWindow,
    bringUp,
    showForConfirmation,
  } = createConsoleWindows(state, {
    url: pageUrl,
    preload,
    placementFile: join(dataDirectory, "window.json"),
    quitting: () => quitting(),
  });

  const begin = async (): Promise<void> => {
    await app.whenReady();
    serveApp(protocol, join(import.meta.dirname, "../renderer"));
    setApplicationMenu({
      platform: process.platform,
      developing: !app.isPackaged,
      command: (command) => {
        bringUp();
        state.window?.webContents.send(commandChannel, command);
      },
    });
    state.operations = startEngine();
    answerWindows({ state, trust, origins, log, startEngine, windowReady: publisher.ready });
    const link = linkIn(process.argv);
    if (link === undefined) openWindow();
    else bringUp({ approvalId: link });
    await updateFrom(state, dataDirectory, log);
  };
  void begin();

  handleLinks(app, (link) => bringUp({ approvalId: link }));
  app.on("second-instance", (_event, words) => {
    const link = linkIn(words);
    bringUp(link === undefined ? undefined : { approvalId: link });
  });
  app.on("activate", () => bringUp());
  // Closing the window only hides it. Without this, Electron would quit when a window is gone.
  app.on("window-all-closed", () => undefined);
  const quitting = handleQuitting({
    window: () => state.window,
    waiting: () => waitingIn(state),
    stop: async () => {
      publisher.stop();
      state.attention?.stop();
      await stopEngine(state);
    },
    end: () => (state.install ?? app.quit.bind(app))(),
  });
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}

function updateFrom(state: State, dataDirectory: string, log: Pick<Log, "write">): Promise<void> {
  return startUpdates({
    dataDirectory,
    operations: () => state.operations,
    onFault: (error) => log.write("error", "updates", `The update failed. ${String(error)}`),
    quitInto: (install) => {
      state.install = () => {
        // The next version starts before this one has ended.
        app.releaseSingleInstanceLock();
        install();
      };
      app.quit();
    },
  });
}

/** None without an engine: nobody can wait then. */
async function waitingIn(state: State): Promise<number> {
  if (state.engine === undefined) return 0;
  const held = await state.engine.operations.listApprovals({}, "console");
  return held.ok ? held.value.reduce((sum, { count }) => sum + count, 0) : 0;
}

/** Answers what is in flight and flushes the ledger, even if the engine is just starting. */
async function stopEngine(state: State): Promise<void> {
  await state.operations;
  await state.engine?.stop();
  giveBack();
}

/** The directory the engine uses without a window, too. The browser's profile has a folder of its own in it. */
function chooseDataDirectory(): string {
  const place = { platform: process.platform, environment: process.env, home: homedir() };
  const dataDirectory = dataDirectoryPath(undefined, place);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  app.setPath("userData", dataDirectory);
  app.setPath("sessionData", join(dataDirectory, "browser"));
  return dataDirectory;
}

function chosenPort(): Result<number, string> {
  const given = process.env["GATEHOUSE_PORT"] ?? "";
  if (given === "") return ok(3000);
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  return port <= 65_535 ? ok(port) : fail(`GATEHOUSE_PORT is "${given}", but a port is a number from 0 to 65535.`);
}

function resourcesDirectory(): string {
  return app.isPackaged ? process.resourcesPath : join(app.getAppPath(), "resources");
}
