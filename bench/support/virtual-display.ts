// Runs a benchmark that needs a window again on a display that nobody sees.
import { join } from "node:path";
import { runInForeground } from "../../scripts/child.ts";
import { makeReady } from "../../scripts/doctor.ts";
import { electronSources, findElectron } from "../../scripts/electron/runtime.ts";

export async function onVirtualDisplay(name: string, print: (line: string) => void): Promise<void> {
  const electron = await findElectron(electronSources(print));
  if (!electron.ok) throw new Error(electron.error);
  if (!(await makeReady("tests", electron.value.executable, print)))
    throw new Error("The machine lacks what a window needs.");
  const screen = "--server-args=-screen 0 1600x1000x24";
  const bench = join(import.meta.dirname, "..", "run.ts");
  const args = ["--auto-servernum", screen, process.execPath, bench, name];
  const code = await runInForeground({ command: "xvfb-run", args });
  if (code !== 0) throw new Error(`The bench on the virtual display ended with ${code}.`);
}
