// gatehouse app: opens the console's window.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import manifest from "../../../package.json" with { type: "json" };
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import { type Answer, type Command, localCommand } from "../command.ts";
import { type CommandFailure, usage } from "../failure.ts";
import { commandTable } from "../table/index.ts";

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** The binary this runs on, when that is an installed console's own. */
  readonly ownBinary: string | undefined;
  readonly exists: (path: string) => boolean;
}

/** Where packages put the console. */
export function installedConsole({ platform, environment, ownBinary, exists }: Surroundings): string | undefined {
  const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    linux: ["/usr/lib/gatehouse/gatehouse-app"],
    darwin: ["/Applications", join(environment["HOME"] ?? "", "Applications")].map((folder) =>
      join(folder, "Gatehouse.app/Contents/MacOS/Gatehouse"),
    ),
    win32: [join(environment["LOCALAPPDATA"] ?? "", "Programs", "Gatehouse", "Gatehouse.exe")],
  };
  return ownBinary ?? places[platform]?.find(exists);
}

/** Runs `electron` of exactly the version this was built for; npm fetches the package, and that fetches and checks the binary. */
export function fetchedConsole(root: string, electron: string): readonly [command: string, ...args: string[]] {
  return ["npm", "exec", "--yes", "--package", `electron@${electron}`, "--", "electron", root];
}

export const app: Command = localCommand({
  ...commandTable.app,
  act: async ({ flags }) => {
    const installed = installedConsole({
      platform: process.platform,
      environment: process.env,
      ownBinary: process.versions["electron"] === undefined ? undefined : process.execPath,
      exists: existsSync,
    });
    if (installed !== undefined) return start([installed]);
    const root = resolve(import.meta.dirname, "../..");
    if (!existsSync(join(root, "out", "main", "index.js"))) {
      return fail({
        code: "not_found",
        message: "There is no built console here. In a clone of the project, run: npm start",
      });
    }
    const electron = manifest.devDependencies.electron;
    if (!flags.has("yes") && !(await agreed(electron))) {
      return fail(usage("Nothing was fetched. Add --yes to fetch Electron, or install a package of Gatehouse."));
    }
    return start(fetchedConsole(root, electron));
  },
});

async function agreed(electron: string): Promise<boolean> {
  process.stderr.write(
    `No console is installed. This can run it on Electron ${electron}, which npm fetches once (about 120 MB).\n`,
  );
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("Fetch it? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** The window outlives the terminal it was opened from. */
function start([command, ...args]: readonly [string, ...string[]]): Promise<Result<Answer, CommandFailure>> {
  return new Promise((settle) => {
    const child = spawn(command, args, { detached: true, stdio: "ignore" });
    child.once("error", ({ message }) =>
      settle(fail({ code: "unavailable", message: `${command} could not be started: ${message}` })),
    );
    child.once("spawn", () => {
      child.unref();
      settle(ok({ data: { command, pid: child.pid }, text: "The console is starting." }));
    });
  });
}
