// What starting a window takes, for `npm start` and `npm run dev`: an Electron, its libraries and the right switches.
import { makeReady } from "./doctor.ts";
import { type ElectronRuntime, electronSources, findElectron } from "./electron/runtime.ts";
import { electronSwitches, type Machine } from "./machine.ts";

export interface Launch {
  readonly electron: ElectronRuntime;
  readonly switches: readonly string[];
}

/** Undefined when something is missing; what, and what to do, has been said. */
export async function prepareLaunch(machine: Machine, say: (line: string) => void): Promise<Launch | undefined> {
  const electron = await findElectron(electronSources(say));
  if (!electron.ok) {
    say(electron.error);
    return undefined;
  }
  if (!(await makeReady("window", electron.value.executable, say))) return undefined;
  const switches = electronSwitches(machine, "use");
  if (switches.length > 0)
    say(`Running as root: Electron gets ${switches.join(" ")}. A normal user's console keeps its sandbox.`);
  return { electron: electron.value, switches };
}

export function noDisplayAdvice(command: string): string {
  return `To see the window, run this on a desktop, set DISPLAY to a running X server, or try: xvfb-run -a ${command}`;
}
