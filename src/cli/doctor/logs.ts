// gatehouse logs: what Gatehouse itself went through, from its log files; with --follow as it happens.
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { logEntriesIn, logFilesIn } from "../../main/machine/log.ts";
import { type LogEntry, logEntrySchema } from "../../shared/contract/window/desktop.ts";
import { day, hour, minute, second } from "../../shared/lib/clock.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { Given } from "../arguments.ts";
import { paint } from "../colour.ts";
import { interrupted, writingCommand } from "../command.ts";
import { type CommandFailure, exitCodes, usage } from "../failure.ts";
import { moment } from "../ledger/entry-text.ts";
import { commandTable } from "../table/index.ts";
import { visible } from "../text.ts";

const lookEvery = 250;

export const logs = writingCommand({
  ...commandTable.logs,
  act: async ({ options, flags, dataDirectory }, { terminal, json }) => {
    const filter = readFilter(options, Date.now());
    if (!filter.ok) return filter;
    const { wants, last } = filter.value;
    const show = (entries: readonly LogEntry[]): void => {
      for (const entry of entries) terminal.write(`${json ? JSON.stringify(entry) : lineOf(entry)}\n`);
    };
    const log = openLogFiles(dataDirectory);
    const past = log.next().filter(wants);
    show(past.slice(-last));
    if (!flags.has("follow")) {
      if (past.length === 0 && !json) terminal.complain("The log has no such entries.\n");
      return ok(exitCodes.done);
    }
    const stop = interrupted();
    while (!stop.aborted) {
      await sleep(lookEvery, undefined, { signal: stop }).catch(() => undefined);
      show(log.next().filter(wants));
    }
    return ok(exitCodes.done);
  },
});

interface Filter {
  readonly last: number;
  readonly wants: (entry: LogEntry) => boolean;
}

const levels = logEntrySchema.shape.level.options;
const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day };

function readFilter(
  { level = "info", since, last = "1000" }: Given<keyof typeof commandTable.logs.options>["options"],
  now: number,
): Result<Filter, CommandFailure> {
  const lowest = levels.findIndex((each) => each === level);
  if (lowest === -1) return fail(usage(`--level is one of ${levels.join(", ")}.`));
  const many = /^\d{1,6}$/.test(last) ? Number(last) : Number.NaN;
  if (!(many >= 1)) return fail(usage("--last is a number from 1."));
  const from = since === undefined ? -Infinity : momentIn(since, now);
  if (from === undefined) return fail(usage("--since is a time such as 30m, 2h, 7d, or 2026-01-31T12:00."));
  return ok({ last: many, wants: (entry) => levels.indexOf(entry.level) >= lowest && entry.at >= from });
}

function momentIn(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * (units[unit] ?? 0);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

const colours = { info: "dim", warning: "yellow", error: "red" } as const;

function lineOf({ at, level, where, message }: LogEntry): string {
  const text = message.split("\n").map(visible).join("\n    ");
  return `${moment(at)}  ${paint(colours[level], level.padEnd(7))}  ${visible(where)}: ${text}`;
}

/** Each call gives what was written since the last one, also when the file was replaced by a new one meanwhile. */
export function openLogFiles(directory: string): { readonly next: () => readonly LogEntry[] } {
  const { file, older } = logFilesIn(directory);
  let place: { readonly inode: number; readonly end: number } | undefined;
  /** A line of which only the beginning has been written. */
  let begun = "";

  function next(): readonly LogEntry[] {
    const stats = statSync(file, { throwIfNoEntry: false });
    const before = statSync(older, { throwIfNoEntry: false });
    let text = begun;
    const moved = before !== undefined && before.ino === place?.inode;
    // At first all of the older file; after a change of files what was added to it before.
    if (before !== undefined && (place === undefined || moved)) text += readFrom(older, place?.end ?? 0);
    if (stats !== undefined) {
      const from = place?.inode === stats.ino && place.end <= stats.size ? place.end : 0;
      const added = readFrom(file, from);
      text += added;
      place = { inode: stats.ino, end: from + Buffer.byteLength(added) };
    }
    const end = text.lastIndexOf("\n") + 1;
    begun = text.slice(end);
    return logEntriesIn(text.slice(0, end));
  }
  return { next };
}

function readFrom(file: string, offset: number): string {
  try {
    const descriptor = openSync(file, "r");
    try {
      const buffer = Buffer.alloc(Math.max(0, statSync(file).size - offset));
      return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, offset));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Replaced at this very moment: the next look finds it.
    return "";
  }
}
