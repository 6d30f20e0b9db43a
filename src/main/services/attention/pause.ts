// A pause of everything that is shown outside the window. Requests wait as always, and their time runs.
import { minute } from "../../../shared/lib/clock.ts";

export interface Pause {
  readonly begin: () => void;
  readonly end: () => void;
  /** Undefined when there is none. */
  readonly until: () => number | undefined;
}

const pauseMs = 15 * minute;

export function createPause(now: () => number, onEnd: () => void): Pause {
  let until: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    if (until === undefined) return;
    until = undefined;
    onEnd();
  };
  return {
    begin() {
      clearTimeout(timer);
      until = now() + pauseMs;
      timer = setTimeout(end, pauseMs);
      timer.unref();
    },
    end,
    until: () => until,
  };
}
