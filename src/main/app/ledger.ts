// Opens the ledger for the start: its health becomes events, and why it cannot be opened a sentence.
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { systemClock } from "../machine/clock.ts";
import { type LedgerStore, openLedger } from "../store/ledger.ts";
import type { EventBus } from "../telemetry/events.ts";

export async function openLedgerSafely(directory: string, events: EventBus): Promise<Result<LedgerStore, string>> {
  // Why it cannot be opened at all is the caller's to say.
  let open = false;
  try {
    const ledger = await openLedger({
      directory,
      clock: systemClock,
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
