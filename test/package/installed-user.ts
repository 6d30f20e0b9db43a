// An ordinary user of an installed Gatehouse: their commands, their window on a virtual display, their keys.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { second } from "../../src/shared/lib/clock.ts";

export interface InstalledUser {
  readonly home: string;
  /** A command as this user; its standard output. Throws when it fails. */
  readonly run: (...command: readonly string[]) => string;
  readonly gatehouse: (...args: readonly string[]) => string;
  /** Undefined while no engine answers. */
  readonly status: () => string | undefined;
  readonly openWindow: (...switches: readonly string[]) => ChildProcess;
  /** Keys typed into the window, as by a keyboard. */
  readonly type: (...keys: readonly string[]) => void;
  readonly holdKey: (key: string, milliseconds: number) => void;
  readonly file: (...path: readonly string[]) => string;
  readonly quit: () => void;
  readonly remove: () => void;
}

const display = ":87";
const application = "/usr/lib/gatehouse/gatehouse-app";

export function createInstalledUser(name: string): InstalledUser {
  execFileSync("useradd", ["--create-home", name]);
  const home = join("/home", name);
  const screen = spawn("Xvfb", [display, "-screen", "0", "1400x900x24", "-nolisten", "tcp"], { stdio: "ignore" });
  const environment = {
    HOME: home,
    USER: name,
    PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
    LANG: "C.UTF-8",
    DISPLAY: display,
  };
  const as = (command: readonly string[]): readonly string[] => ["-u", name, "--", ...command];
  const run = (...command: readonly string[]): string =>
    execFileSync("runuser", as(command), { cwd: home, env: environment, encoding: "utf8", timeout: 60 * second });
  const keyboard = (...args: readonly string[]): void =>
    void execFileSync("xdotool", args, { env: environment, stdio: "ignore" });
  const ended = (): boolean => spawnSync("pgrep", ["-u", name, "-f", `^${application}`]).status !== 0;
  const quit = (): void => {
    spawnSync("pkill", ["-TERM", "-u", name, "-f", `^${application}`]);
    for (let tries = 0; tries < 200 && !ended(); tries += 1) spawnSync("sleep", ["0.1"]);
  };
  return {
    home,
    run,
    gatehouse: (...args) => run("gatehouse", ...args),
    status: () => {
      const asked = spawnSync("runuser", as(["gatehouse", "status"]), { env: environment, encoding: "utf8" });
      return asked.status === 0 ? asked.stdout : undefined;
    },
    openWindow: (...switches) =>
      // No GPU here; the sandbox of Chromium stays on.
      spawn("runuser", as([application, "--disable-gpu", ...switches]), {
        cwd: home,
        env: environment,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    type: (...keys) => {
      const window = execFileSync("xdotool", ["search", "--onlyvisible", "--class", "gatehouse"], {
        env: environment,
        encoding: "utf8",
      });
      keyboard("windowfocus", window.trim().split("\n")[0] ?? "");
      for (const key of keys) keyboard("key", key);
    },
    holdKey: (key, milliseconds) => {
      keyboard("keydown", key);
      spawnSync("sleep", [String(milliseconds / second)]);
      keyboard("keyup", key);
    },
    file: (...path) => readFileSync(join(home, ...path), "utf8"),
    quit,
    remove: () => {
      quit();
      screen.kill();
      spawnSync("pkill", ["-KILL", "-u", name]);
      execFileSync("userdel", ["--remove", "--force", name], { stdio: "ignore" });
    },
  };
}
