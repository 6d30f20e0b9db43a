// Retention: soon after the start, and then several times a day, what is older than the setting says is archived and let go.
import { day, hour, minute } from "../shared/clock.ts";
import type { Clock } from "./engine/ports.ts";
import { type RecordEntry, retentionEntry } from "./house-entries.ts";

export interface RetentionOptions {
  readonly clock: Clock;
  readonly ledger: { readonly prune: (before: number) => Promise<number> };
  readonly days: () => number;
  readonly record: RecordEntry;
  readonly fault: (where: string, error: unknown) => void;
}

/** Not at once: a start has better things to do. But on the same day, because many a console runs for hours only. */
const firstAfter = minute;
const every = 6 * hour;

/** Gives back how to stop it. */
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
