// Crashes of the console: recorded on this machine, and told of at the next start.
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { app, crashReporter } from "electron";
import type { Log } from "../../machine/log.ts";
import { endOnUncaught, lastRunBroke } from "../log.ts";

const dumpsKept = 3;

/** Must run before the application is ready. Minidumps stay in the data directory: nothing is sent to anybody. */
export function handleCrashes(dataDirectory: string, log: Log): void {
  const folder = join(dataDirectory, "crashes");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath("crashDumps", folder);
  crashReporter.start({ uploadToServer: false });
  endOnUncaught(log, () => app.exit(1));
  // Electron goes on after these; whatever asked for the promise has no answer, which is a denial for an agent.
  process.on("unhandledRejection", (reason) => {
    console.error("A promise failed and nobody heard of it:", reason);
    log.write("error", "fault", `A promise failed and nobody heard of it. ${stackOf(reason)}`);
  });
  app.on("render-process-gone", (_event, _contents, { reason, exitCode }) => {
    if (reason !== "clean-exit") log.write("error", "crash", `The process of a window ended: ${reason} (${exitCode}).`);
  });
  app.on("child-process-gone", (_event, { type, name, reason, exitCode }) => {
    if (reason !== "clean-exit")
      log.write("error", "crash", `A helper process ended: ${name ?? type}, ${reason} (${exitCode}).`);
  });
  const dumps = latestFirst(folder);
  for (const old of dumps.slice(dumpsKept)) rmSync(old, { force: true });
  const broke = lastRunBroke(dataDirectory);
  if (broke === undefined) return;
  const [dump] = dumps;
  const found =
    dump === undefined
      ? ""
      : ` The latest minidump is ${dump}; it holds memory, so give it to nobody you do not trust.`;
  console.error(broke + found);
  log.write("warning", "crash", broke + found);
}

function latestFirst(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".dmp"))
    .map((name) => join(folder, name))
    .toSorted((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
}

function stackOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
