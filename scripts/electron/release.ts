// Fetches the supported Electron release with the electron package's own installer.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { day, minute } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { runCaptured } from "../child.ts";
import { commandOf } from "../project.ts";

export interface ReleaseFailure {
  /** Whether the release could simply not be had, as opposed to: it arrived and was not what it should be. */
  readonly unreachable: boolean;
  readonly reason: string;
}

/** What went wrong, from the installer's output. A wrong checksum must never look like a network problem. */
export function releaseFailure(output: string, timedOut: boolean): ReleaseFailure {
  if (timedOut) return { unreachable: true, reason: "the download took too long" };
  const lines = output.split("\n").map((line) => line.trim());
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== "") ?? "no reason given";
  return { unreachable: !/checksum/i.test(output), reason };
}

/** An unreachable host is noticed within ten seconds, when the connection fails; the limit is for a slow download. */
export async function fetchRelease(): Promise<Result<void, ReleaseFailure>> {
  const installer = commandOf("electron", "install-electron");
  const environment = { NODE_USE_ENV_PROXY: "1", ELECTRON_GET_NO_PROGRESS: "1", ...process.env };
  const fetched = await runCaptured({ command: process.execPath, args: [installer], environment }, 5 * minute);
  return fetched.code === 0 ? ok(undefined) : fail(releaseFailure(fetched.output, fetched.timedOut));
}

/** Remembers for a day that the release could not be had, so that not every start waits for it. */
export interface FailureMemory {
  readonly recent: (now: number) => boolean;
  readonly remember: () => void;
  readonly forget: () => void;
}

export function failureMemory(cache: string, version: string): FailureMemory {
  const stamp = join(cache, "electron", `release-${version}-unreachable`);
  return {
    recent: (now) => now - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity) < day,
    remember: () => {
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, "");
    },
    forget: () => rmSync(stamp, { force: true }),
  };
}
