// Writes an export to a file: whole and under its name, or not at all.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ExportReport } from "../../../shared/contract/ledger-export.ts";
import { type ExportSource, exportText } from "./text.ts";

export interface ExportFile extends ExportSource {
  readonly out: string;
  /** The temporary file; the caller removes it after stopping the thread that writes it. */
  readonly part: string;
  readonly signal?: AbortSignal;
}

/** Beside the file it becomes, so that becoming it is one rename; a device or a pipe is written to as it is. */
export function partFor(out: string): string {
  if (existsSync(out) && !statSync(out).isFile()) return out;
  return `${realPath(out)}.${randomUUID().slice(0, 8)}.part`;
}

/** Rejects when the signal says so, when the ledger cannot be read, and when the file cannot be written. */
export async function writeExport({ out, part, signal, onProgress, ...source }: ExportFile): Promise<ExportReport> {
  const begun = performance.now();
  const direct = part === out;
  let entries = 0;
  let bytes = 0;
  const progress = (done: number, total: number): void => {
    entries = done;
    onProgress?.(done, total);
  };
  const descriptor = onFile(out, () => openSync(part, direct ? "w" : "wx", 0o600));
  try {
    try {
      for (const text of exportText({ ...source, onProgress: progress })) {
        const piece = Buffer.from(text);
        // Writes all of it or throws: a single write to a full disk may be partial without an error.
        onFile(out, () => writeFileSync(descriptor, piece));
        bytes += piece.length;
        // Lets a signal through.
        await setImmediate();
        signal?.throwIfAborted();
      }
      if (!direct) onFile(out, () => fsyncSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
    if (!direct) onFile(out, () => renameSync(part, realPath(out)));
  } catch (error) {
    if (!direct) rmSync(part, { force: true });
    throw error;
  }
  return { file: out, format: source.format, entries, bytes, milliseconds: Math.round(performance.now() - begun) };
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

/** The file that is written failed, not the ledger. */
function onFile<Value>(out: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw new Error(`${out} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
