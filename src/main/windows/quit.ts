// Quitting: asks the operator while requests wait, but ends at once on a signal or when the machine shuts down.
import { app, type BrowserWindow, dialog, type MessageBoxOptions, powerMonitor } from "electron";
import { type QuitPorts, quitQuestion, createQuit } from "./quit-steps.ts";
import { quitWords } from "./words.ts";

export interface QuittingOptions extends Pick<QuitPorts, "waiting" | "stop" | "end"> {
  readonly window: () => BrowserWindow | undefined;
}

/** Takes over how the application ends; says whether it is about to. */
export function handleQuitting(options: QuittingOptions): () => boolean {
  const quit = createQuit({
    waiting: options.waiting,
    confirm: (waiting) => confirmed(options.window(), waiting),
    stop: options.stop,
    end: options.end,
  });
  app.on("before-quit", (event) => {
    if (quit.stopped()) return;
    event.preventDefault();
    quit.request();
  });
  // Not before: Electron puts its own handlers in place while it starts, and these would lose against them.
  app.once("ready", () => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, quit.force);
    powerMonitor.on("shutdown", quit.force);
  });
  return quit.underway;
}

async function confirmed(window: BrowserWindow | undefined, waiting: number): Promise<boolean> {
  const { message, detail, cancel, action } = quitQuestion(waiting);
  const question: MessageBoxOptions = {
    type: "warning",
    title: quitWords.product,
    message,
    detail,
    buttons: [cancel, action],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  // A dialog of a hidden window would be hidden too.
  const { response } =
    window?.isVisible() === true
      ? await dialog.showMessageBox(window, question)
      : await dialog.showMessageBox(question);
  return response === 1;
}
