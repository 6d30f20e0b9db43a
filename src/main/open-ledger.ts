// Opens the ledger for the composition root: its health becomes events, and why it cannot be opened a sentence.
import { fail, ok, type Result } from "../shared/result.ts";
import { systemClock } from "./machine/clock.ts";
import { type LedgerStore, openLedger } from "./store/ledger.ts";
import type { EventBus } from "./telemetry/events.ts";

export interface LedgerThreads {
  /** Where the ledger's threads start, when the program is bundled. */
  readonly writerUrl?: URL;
  readonly indexUrl?: URL;
  readonly readerUrl?: URL;
}

export async function openLedgerSafely(
  directory: string,
  { writerUrl, indexUrl, readerUrl }: LedgerThreads,
  events: EventBus,
): Promise<Result<LedgerStore, string>> {
  // Why it cannot be opened at all is the caller's to say.
  let open = false;
  try {
    const ledger = await openLedger({
      directory,
      clock: systemClock,
      ...(writerUrl === undefined ? {} : { workerUrl: writerUrl }),
      ...(indexUrl === undefined ? {} : { indexUrl }),
      ...(readerUrl === undefined ? {} : { readerUrl }),
      onHealth: ({ healthy, message }) => {
        if (open && message !== undefined) console.error(message);
        const at = systemClock.now();
        events.publish({ type: "ledger_health", at, healthy, ...(message === undefined ? {} : { message }) });
      },
    });
    open = true;
    for (const message of [ledger.health().message, ledger.alarm()]) if (message !== undefined) console.error(message);
    return ok(ledger);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
