// Records that a part of Gatehouse failed. What it said goes to the console's log alone: it may quote what an agent sent.
import { minute } from "../../shared/lib/clock.ts";
import type { RecordEntry } from "./system-entries.ts";

/** A part that fails all the time must not fill the ledger. */
const atMostEvery = minute;

export function createFaultRecord(now: () => number, record: RecordEntry): (where: string, error: unknown) => void {
  const last = new Map<string, number>();
  return (where, error) => {
    const at = now();
    const before = last.get(where);
    if (before !== undefined && Math.abs(at - before) < atMostEvery) return;
    last.set(where, at);
    const name = error instanceof Error ? error.name : "unknown error";
    void record({
      kind: "fault",
      summary: `Gatehouse failed in its ${where}: ${name}`,
      body: { event: "internal_fault", where, error: name },
    });
  };
}
