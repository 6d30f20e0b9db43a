// The log of this program: opened with secrets cut out, told of the engine's events, and of how runs ended.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { SequencedEvent } from "../../shared/domain/telemetry.ts";
import { addressFileName } from "../../shared/local/data-directory.ts";
import { redactText } from "../engine/intents/redact.ts";
import { type Log, openLog } from "../machine/log.ts";
import { findSecrets } from "../machine/secrets/secrets.ts";
import { logEvent } from "../services/event-log.ts";

export function openAppLog(dataDirectory: string): Log {
  return openLog({ directory: dataDirectory, now: Date.now, redact: (text) => redactText(text, findSecrets) });
}

export function logFault(log: Pick<Log, "write">, where: string, error: unknown): void {
  log.write("error", where, error instanceof Error ? error.message : String(error));
}

interface StartedEngine {
  readonly events: { readonly subscribe: (listener: (event: SequencedEvent) => void) => () => void };
  readonly address: { readonly http: string };
}

export function logEngine(log: Log, { events, address }: StartedEngine): void {
  events.subscribe(({ event }) => logEvent(log, event));
  log.write("info", "start", `The engine listens on ${address.http}.`);
}

/**
 * An error that nothing handled ends the program: what it would answer afterwards, nobody can say. Agents then get what their
 * hooks answer without an engine, and every verdict given before is in the ledger already.
 */
export function endOnUncaught(log: Pick<Log, "write">, end: () => void): void {
  process.on("uncaughtException", (error, origin) => {
    console.error("Gatehouse ends because of an error that nothing handled:", error);
    log.write("error", "crash", `Ended by an error that nothing handled (${origin}). ${error.stack ?? String(error)}`);
    end();
  });
}

const addressFile = z.object({ pid: z.number().int().positive() });

/** Must be asked before the start. A run that ends properly removes its address; undefined when the last one did. */
export function lastRunBroke(dataDirectory: string): string | undefined {
  const file = join(dataDirectory, addressFileName);
  if (!existsSync(file)) return undefined;
  try {
    const { pid } = addressFile.parse(JSON.parse(readFileSync(file, "utf8")));
    return `The last run (process ${pid}) did not end properly: a crash, a forced end or a loss of power. See: gatehouse logs, gatehouse doctor --report FILE`;
  } catch {
    return undefined;
  }
}
