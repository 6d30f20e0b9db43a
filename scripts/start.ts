// `npm start`: opens the console window, or runs the engine alone where there is no display.
//
// Notices go to standard error: standard output carries the engine's ready line and nothing else.
import { join } from "node:path";
import { buildIfNeeded } from "./build.ts";
import { runInForeground } from "./child.ts";
import { makeReady } from "./doctor.ts";
import { noDisplayAdvice, prepareLaunch } from "./launch.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { projectRoot } from "./project.ts";

const say = (line: string): void => console.error(line);

async function startWindow(machine: Machine, args: readonly string[]): Promise<number> {
  const launch = await prepareLaunch(machine, say);
  if (launch === "declined") {
    say("Starting the engine without a window.");
    return startHeadless(args);
  }
  if (launch === undefined || !(await buildIfNeeded(say))) return 1;
  return runInForeground({ command: launch.electron.executable, args: [...launch.switches, projectRoot, ...args] });
}

/** Runs from the sources on plain Node: neither Electron nor a build is needed. */
async function startHeadless(args: readonly string[]): Promise<number> {
  if (!(await makeReady("engine", undefined, say))) return 1;
  return runInForeground({
    command: process.execPath,
    args: [join(projectRoot, "src", "main", "headless.ts"), ...args],
  });
}

const machine = thisMachine();
const args = process.argv.slice(2);
if (!machine.display) {
  say("No display (DISPLAY and WAYLAND_DISPLAY are empty): starting the engine without a window.");
  say(noDisplayAdvice("npm start"));
}
process.exitCode = await (machine.display ? startWindow(machine, args) : startHeadless(args));
