// What starting a window takes, for `npm start` and `npm run dev`: an Electron, its libraries and the right switches.
import { makeReady } from "./doctor.ts";
import { electronForUse, type ElectronRuntime, findElectron, needsConsent } from "./electron/runtime.ts";
import { electronSwitches, type Machine } from "./machine.ts";

export interface Launch {
  readonly electron: ElectronRuntime;
  readonly switches: readonly string[];
}

/** Undefined when something is missing; what, and what to do, has been said. "declined" when only a consent is. */
export async function prepareLaunch(
  machine: Machine,
  say: (line: string) => void,
): Promise<Launch | "declined" | undefined> {
  const electron = await findElectron(electronForUse(say));
  if (!electron.ok) {
    say(electron.error);
    return electron.error.startsWith(needsConsent) ? "declined" : undefined;
  }
  if (!(await makeReady("window", electron.value.executable, say))) return undefined;
  const switches = electronSwitches(machine, "use");
  if (switches.length > 0)
    say(
      `Running as root: Electron gets ${switches.join(" ")}, because Chromium has no sandbox for root. A page that broke out of it ` +
        "would have root's rights. Start the console as an ordinary user instead.",
    );
  return { electron: electron.value, switches };
}

export function noDisplayAdvice(command: string): string {
  return `To see the window, run this on a desktop, set DISPLAY to a running X server, or try: xvfb-run -a ${command}`;
}
