// The steps of quitting without Electron: ask where requests wait, stop the engine once, then end.
import { quitWords } from "./words.ts";

export interface QuitPorts {
  /** How many requests wait for an answer. */
  readonly waiting: () => Promise<number>;
  /** Asks whether to quit although requests wait. */
  readonly confirm: (waiting: number) => Promise<boolean>;
  /** Denies what waits and closes everything. */
  readonly stop: () => Promise<void>;
  readonly end: () => void;
}

export interface Quit {
  /** Somebody wants to quit: asks first when requests wait. */
  readonly request: () => void;
  /** Quits without asking. */
  readonly force: () => void;
  /** Whether it has been decided to quit. */
  readonly underway: () => boolean;
  /** Whether everything is stopped, so that the application may end. */
  readonly stopped: () => boolean;
}

export function createQuit({ waiting, confirm, stop, end }: QuitPorts): Quit {
  let state: "running" | "asking" | "stopping" | "stopped" = "running";

  async function ask(): Promise<void> {
    state = "asking";
    let agreed = false;
    try {
      const count = await waiting();
      agreed = count === 0 || (await confirm(count));
    } catch (error) {
      console.error("Quitting could not be asked about:", error);
    }
    // A signal may have come while the question was open.
    if (state === "asking") state = "running";
    if (agreed) force();
  }

  function force(): void {
    if (state === "stopping" || state === "stopped") return;
    state = "stopping";
    void stop()
      .catch((error: unknown) => console.error("The engine did not stop cleanly:", error))
      .finally(() => {
        state = "stopped";
        end();
      });
  }

  return {
    request: () => {
      if (state === "running") void ask();
    },
    force,
    underway: () => state === "stopping" || state === "stopped",
    stopped: () => state === "stopped",
  };
}

export function quitQuestion(waiting: number) {
  const { message, detail, cancel, action } = quitWords;
  return { message: message(waiting), detail, cancel, action: action(waiting) };
}
