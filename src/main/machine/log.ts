// The application's log: one JSON object a line, secrets cut out, two files of at most a megabyte, the latest entries in memory.
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { type LogEntry, logEntrySchema } from "../../shared/contract/window/desktop.ts";
import { parseJson } from "../../shared/lib/json.ts";
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
const longestSecret = 8192;
const entriesKept = 500;

/** Where the log of a data directory is: the file in use, and the one before it. */
export function logFilesIn(directory: string) {
  const folder = join(directory, "logs");
  return { folder, file: join(folder, "gatehouse.log"), older: join(folder, "gatehouse.1.log") } as const;
}

export function openLog({ directory, now, redact }: LogOptions): Log {
  const { folder, file, older } = logFilesIn(directory);
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
      // Cut twice: redacting takes no longer than a line does, and a secret that begins before the end is seen whole.
      const whole = redact(message.slice(0, longestMessage + longestSecret)).slice(0, longestMessage);
      const text = whole.split("\n").map(visibleLine).join("\n");
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

/** What earlier starts wrote. */
function readLast(file: string): LogEntry[] {
  try {
    return logEntriesIn(readFileSync(file, "utf8")).slice(-entriesKept);
  } catch {
    return [];
  }
}

/** The entries of a log's text, oldest first. A line that makes no sense, such as one a crash cut off, is left out. */
export function logEntriesIn(text: string): LogEntry[] {
  return text.split("\n").flatMap((line) => {
    const parsed = logEntrySchema.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
}
