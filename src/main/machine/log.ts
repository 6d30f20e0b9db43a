// The application's log: one JSON object a line, secrets cut out, two files of at most a megabyte, the latest entries in memory.
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type LogEntry, logEntrySchema } from "../../shared/contract/window/desktop.ts";
import { visibleLine } from "../../shared/lib/visible.ts";

export interface Log {
  readonly write: (level: LogEntry["level"], where: string, message: string) => void;
  /** Newest first. */
  readonly entries: () => readonly LogEntry[];
  readonly file: string;
}

export interface LogOptions {
  /** The data directory. */
  readonly directory: string;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}

const largestFile = 1_000_000;
const longestMessage = 2000;
const entriesKept = 500;

export function openLog({ directory, now, redact }: LogOptions): Log {
  const folder = join(directory, "logs");
  const file = join(folder, "gatehouse.log");
  const older = join(folder, "gatehouse.1.log");
  const kept: LogEntry[] = readLast(file);
  let size = sizeOf(file);

  /** A log that cannot be written must not stop anything: its entries are in memory all the same. */
  function append(entry: LogEntry): void {
    const line = `${JSON.stringify(entry)}\n`;
    try {
      if (size === 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (size + line.length > largestFile) {
        renameSync(file, older);
        size = 0;
      }
      appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {}
  }

  return {
    write(level, where, message) {
      // Cut first, so that redacting takes no longer than a line does; a secret that was cut in two is beyond the end.
      const text = redact(message.slice(0, longestMessage)).split("\n").map(visibleLine).join("\n");
      const entry = { at: now(), level, where, message: text };
      kept.push(entry);
      if (kept.length > entriesKept) kept.shift();
      append(entry);
    },
    entries: () => kept.toReversed(),
    file,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** What earlier starts wrote. A line that makes no sense is left out. */
function readLast(file: string): LogEntry[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .slice(-entriesKept)
      .flatMap((line) => {
        const parsed = logEntrySchema.safeParse(line === "" ? undefined : JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      });
  } catch {
    return [];
  }
}
