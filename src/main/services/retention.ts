// Retention: soon after the start, and then several times a day, entries older than the setting says are archived and removed.
import { day, hour, minute } from "../../shared/lib/clock.ts";
import type { Clock } from "../engine/ports.ts";
import { type RecordEntry, retentionEntry } from "./system-entries.ts";

export interface RetentionOptions {
  readonly clock: Clock;
  readonly ledger: { readonly prune: (before: number) => Promise<number> };
  readonly days: () => number;
  readonly record: RecordEntry;
  readonly fault: (where: string, error: unknown) => void;
}

/** Not at once, when the start is busy, but soon: many consoles run for a few hours only. */
const firstAfter = minute;
const every = 6 * hour;

/** Returns how to stop it. */
export function startRetention({ clock, ledger, days, record, fault }: RetentionOptions): () => void {
  let gone = 0;
  let cancel = clock.after(firstAfter, () => void retain());

  async function retain(): Promise<void> {
    cancel = clock.after(every, () => void retain());
    const before = clock.now() - days() * day;
    try {
      const removed = await ledger.prune(before);
      if (removed === 0 || removed === gone) return;
      gone = removed;
      await record(retentionEntry(removed, before));
    } catch (error) {
      fault("retention", error);
    }
  }

  return () => cancel();
}
