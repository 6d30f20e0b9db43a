// Questions about past actions, answered on a thread that starts with the first one and ends when nobody asks.
import { second } from "../../../shared/lib/clock.ts";
import type { PastSessions } from "../../engine/sessions/session-book.ts";
import type { PastActionsApi } from "../../operations/ports.ts";
import { createWorkerClient } from "../../workers/worker-client.ts";
import { type PastActionsData, pastActionsProtocol } from "./messages.ts";

export interface PastActions extends PastActionsApi {
  /** What sessions did before now. */
  readonly sessions: (now: number) => Promise<PastSessions>;
  readonly close: () => Promise<void>;
}

export function createPastActions(data: PastActionsData): PastActions {
  const { ask, close } = createWorkerClient({
    protocol: pastActionsProtocol,
    data: () => data,
    keepsProcessAlive: false,
    // It starts in a tenth of a second, and holds more than any other thread.
    idleMs: 20 * second,
    closeWithinMs: 0,
    describeEnd: (error) => error?.message ?? "Reading past actions was stopped.",
  });
  return {
    reach: ({ grant, rule }, now) => ask("reach", { grant, now, ...(rule === undefined ? {} : { rule }) }),
    observed: (names) => ask("observed", names),
    missed: (question) => ask("missed", question),
    steps: (question) => ask("steps", question),
    tuning: (question) => ask("tuning", question),
    sessions: (now) => ask("sessions", now),
    close: () => close(),
  };
}
