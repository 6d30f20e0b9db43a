// gatehouse doctor --report FILE: one file without secrets that describes this installation, to attach to an issue.
import { readFileSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { version } from "../../main/machine/version.ts";
import { verifyLedger } from "../../main/store/proof/index.ts";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import type { CommandFailure } from "../failure.ts";
import type { Finding } from "./finding.ts";
import { openLogFiles } from "./logs.ts";
import { scrubberFor } from "./scrub.ts";

const logEntries = 300;

export function writeReport(
  file: string,
  dataDirectory: string,
  findings: readonly Finding[],
): Result<undefined, CommandFailure> {
  const report = {
    made: new Date().toISOString(),
    versions: {
      gatehouse: version,
      node: process.versions.node,
      electron: process.versions["electron"],
      platform: process.platform,
      architecture: process.arch,
      system: release(),
    },
    checks: findings,
    settings: settingsIn(dataDirectory),
    ledger: ledgerState(dataDirectory),
    log: openLogFiles(dataDirectory)
      .next()
      .slice(-logEntries)
      .map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() })),
  };
  const scrubbed = scrubberFor(dataDirectory, process.env)(report);
  try {
    writeFileSync(file, `${JSON.stringify(scrubbed, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    return ok(undefined);
  } catch (error) {
    return fail({ code: "refused", message: `${file} cannot be written: ${messageOf(error)}` });
  }
}

/** As the file says; what is not in it is the default. */
function settingsIn(dataDirectory: string): unknown {
  try {
    return wordsOnly(JSON.parse(readFileSync(join(dataDirectory, "settings.json"), "utf8")));
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "defaults" : messageOf(error);
  }
}

/** Addresses, paths and long texts can hold a secret that looks like none; what matters here are switches and choices. */
function wordsOnly(value: unknown): unknown {
  if (typeof value === "string") return /^[\w .:-]{0,64}$/.test(value) ? value : `[${value.length} characters]`;
  if (Array.isArray(value)) return value.map(wordsOnly);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wordsOnly(member)]));
}

function ledgerState(dataDirectory: string): unknown {
  try {
    const { sound, problem, entries, checkpoints, notes } = verifyLedger({ directory: dataDirectory });
    return { sound, problem: problem?.message, entries, checkpoints, notes };
  } catch (error) {
    return { notVerified: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
