// One engine for each user: the console takes over from one that runs without a window, and a second headless start defers to it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { addressFileName } from "../../shared/local/data-directory.ts";
import { second } from "../../shared/lib/clock.ts";

const addressFile = z.object({ http: z.string(), ws: z.string(), pid: z.number().int().positive() });
export type RunningEngine = z.infer<typeof addressFile>;

const stopLimit = 20 * second;
const units = ["gatehouse-http.socket", "gatehouse-hooks.socket", "gatehouse.service"];

/** The engine that uses this data directory and answers; an address file that a crash left behind names none. */
export async function findRunning(dataDirectory: string): Promise<RunningEngine | undefined> {
  try {
    const engine = addressFile.parse(JSON.parse(readFileSync(join(dataDirectory, addressFileName), "utf8")));
    const answer = await fetch(`${engine.http}/health`, { signal: AbortSignal.timeout(2 * second) });
    return answer.ok && isAlive(engine.pid) ? engine : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the engine that runs without a window; it answers what is in flight first. True when the data directory is free. */
export async function takeOver(dataDirectory: string): Promise<boolean> {
  const engine = await findRunning(dataDirectory);
  if (engine === undefined || engine.pid === process.pid) return false;
  // While systemd listens in its place, the next question would start it again.
  if (isService()) spawnSync("systemctl", ["--user", "stop", ...units], { stdio: "ignore" });
  try {
    process.kill(engine.pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
  const deadline = Date.now() + stopLimit;
  while (isAlive(engine.pid) && Date.now() < deadline) await sleep(50);
  return !isAlive(engine.pid);
}

/** What the console took over goes back to systemd when it quits. */
export function giveBack(): void {
  if (isService()) spawnSync("systemctl", ["--user", "start", "--no-block", ...units.slice(0, 2)], { stdio: "ignore" });
}

function isService(): boolean {
  const settings = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
  return process.platform === "linux" && existsSync(join(settings, "systemd", "user", "gatehouse.service"));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
