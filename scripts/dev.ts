// `npm run dev`: the console with hot reload. Arguments go to the console.
import { runInForeground } from "./child.ts";
import { noDisplayAdvice, prepareLaunch } from "./launch.ts";
import { thisMachine } from "./machine.ts";
import { commandOf, projectRoot, toolEnvironment } from "./project.ts";

const say = (line: string): void => console.error(line);

async function main(args: readonly string[]): Promise<number> {
  const machine = thisMachine();
  if (!machine.display) {
    say(`No display (DISPLAY and WAYLAND_DISPLAY are empty). ${noDisplayAdvice("npm run dev")}`);
    return 1;
  }
  const launch = await prepareLaunch(machine, say);
  if (launch === undefined || launch === "declined") return 1;
  return runInForeground({
    command: process.execPath,
    args: [commandOf("electron-vite"), "dev", "--watch", "--", ...launch.switches, ...args],
    directory: projectRoot,
    environment: { ...toolEnvironment(process.env), ELECTRON_EXEC_PATH: launch.electron.executable },
  });
}

process.exitCode = await main(process.argv.slice(2));
