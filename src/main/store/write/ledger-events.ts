// Entries the ledger writes about itself: a file set aside or restored, a time without recording, a clock set back.
import type { CheckpointFileProblem } from "../proof/index.ts";
import type { NewEntry } from "../../../shared/domain/audit.ts";
import { day } from "../../../shared/lib/clock.ts";
import type { JsonObject } from "../../../shared/lib/json.ts";
import type { LedgerFault } from "../faults.ts";

function event(now: number, summary: string, body: JsonObject): NewEntry {
  return { kind: "fault", at: now, summary, body };
}

export const setAsideReasons = {
  corrupt: "is damaged",
  altered: "was altered from outside",
  "other-key": "was signed with a key this console no longer has",
  missing: "is gone",
} as const;
export type SetAsideReason = keyof typeof setAsideReasons;

export function ledgerReplacedEntry(
  now: number,
  why: SetAsideReason,
  more: { readonly file?: string; readonly detail?: string; readonly lastSize?: number },
): NewEntry {
  const kept = more.file === undefined ? "" : ` It is kept as ${more.file}.`;
  const lost =
    "What was remembered about agents and decisions is gone with it, so all agents are stopped until you let them go on.";
  return event(now, `A new ledger begins, because the one before ${setAsideReasons[why]}.${kept} ${lost}`, {
    event: "ledger_begun_anew",
    why,
    ...more,
  });
}

export function outageEntry(
  now: number,
  outage: { readonly fault: LedgerFault; readonly since: number; readonly refused: number },
): NewEntry {
  const seconds = Math.max(0, Math.round((now - outage.since) / 1000));
  return event(
    now,
    `The ledger could not record for ${seconds} s (${outage.fault}); ${outage.refused} requests were refused.`,
    {
      event: "ledger_outage",
      ...outage,
      until: now,
    },
  );
}

export function fileRestoredEntry(now: number): NewEntry {
  return event(now, "The ledger's file was removed while Gatehouse ran, and was restored from what was open.", {
    event: "ledger_restored",
  });
}

export function clockSetBackEntry(now: number, before: number): NewEntry {
  const seconds = Math.round((before - now) / 1000);
  return event(now, `The clock was set back by ${seconds} s. Entries keep their order.`, {
    event: "clock_set_back",
    before,
    after: now,
  });
}

export function clockJumpEntry(now: number, before: number): NewEntry {
  const days = Math.floor((now - before) / day);
  return event(
    now,
    `By the clock nothing was recorded for ${days} days. Retention goes by it too: if it is wrong, set it right.`,
    { event: "clock_leapt", before, after: now },
  );
}

export function tamperedStateEntry(now: number): NewEntry {
  return event(
    now,
    "What was remembered about agents and decisions is not what was written last: some of it was taken out, or put back from an older copy. All agents are stopped, and lasting decisions that allow are forgotten.",
    { event: "memory_doubted" },
  );
}

export function checkpointFileEntry(now: number, { why, known, message }: CheckpointFileProblem): NewEntry {
  const done =
    "All agents are stopped and lasting decisions that allow are forgotten: look at agents and decisions, then let them go on.";
  return event(now, `${message} ${done}`, { event: "ledger_head_doubted", why, known });
}

export function alteredStateEntry(now: number, kind: string, id: string): NewEntry {
  return event(now, `What was remembered about ${id} (${kind}) was altered from outside and is not used.`, {
    event: "memory_altered",
    kind,
    id,
  });
}
