// Checks that need no engine: the data directory, its files and sockets, the port, the launcher and the sandbox.
import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import type { SystemSandbox } from "../../main/sandbox/commands/detect.ts";
import { tokenFileName } from "../../shared/local/data-directory.ts";
import type { Endpoints } from "../../shared/local/endpoints.ts";
import { failed, fine, type Finding, warning } from "./finding.ts";

export function checkDataDirectory(directory: string): Finding {
  const name = "Data directory";
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined)
    return failed(
      name,
      `${directory} does not exist`,
      "Start Gatehouse once (gatehouse serve), or name another with --data-dir.",
    );
  if (!stats.isDirectory()) return failed(name, `${directory} is no directory`, "Name another with --data-dir.");
  if (process.platform === "win32") return fine(name, directory);
  if (stats.uid !== process.getuid?.())
    return failed(name, `${directory} belongs to another user`, "Name one of your own with --data-dir.");
  const open = stats.mode & 0o077;
  return open === 0
    ? fine(name, `${directory}, yours alone`)
    : failed(name, `others can get into ${directory} (mode ${octal(stats.mode)})`, `chmod 700 ${directory}`);
}

/** Secrets of which the engine makes sure that nobody else reads them. */
export function checkToken(directory: string): Finding {
  const name = "Token";
  const file = join(directory, tokenFileName);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return warning(name, "there is none yet", "It is made when Gatehouse first starts.");
  return process.platform === "win32" || (stats.mode & 0o077) === 0
    ? fine(name, "readable by you alone")
    : failed(name, `others can read ${file} (mode ${octal(stats.mode)})`, `chmod 600 ${file}`);
}

export function checkSockets(endpoints: Endpoints): Finding {
  const name = "Sockets";
  const { folder, ...sockets } = endpoints;
  // Named pipes have no folder to look into.
  if (folder === undefined) return fine(name, "named pipes");
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return failed(name, `${folder} does not exist`, "Start Gatehouse.");
  if (stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0)
    return failed(name, `${folder} is not yours alone (mode ${octal(stats.mode)})`, `chmod 700 ${folder}`);
  const missing = Object.entries(sockets).filter(
    ([, path]) => lstatSync(path, { throwIfNoEntry: false })?.isSocket() !== true,
  );
  return missing.length === 0
    ? fine(name, Object.keys(sockets).join(", "))
    : failed(name, `missing: ${missing.map(([kind]) => kind).join(", ")}`, "Start Gatehouse, or start it again.");
}

/** Only when no engine runs: whether one could listen where it usually does. */
export async function checkFreePort(port: number): Promise<Finding> {
  const name = "Port";
  const trouble = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(error.message));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
  return trouble === undefined
    ? fine(name, `${port} is free`)
    : warning(
        name,
        `${port} cannot be used: ${trouble}`,
        `Gatehouse takes another one, and hooks that name the port have to be repaired then. To see who has it: lsof -i :${port}`,
      );
}

export function checkLauncher(directory: string, path: string): Finding {
  const name = "Launcher";
  const file = join(directory, "bin", "gatehouse-hook");
  if (!existsSync(file)) return fine(name, "not needed yet: no agent is connected by one");
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return failed(name, `${file} cannot be run`, "gatehouse repair AGENT, for an agent that is connected");
  }
  // As the launcher itself looks for it.
  const found = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", ...path.split(delimiter)].some(
    (folder) => existsSync(join(folder, "curl")) || existsSync("/usr/bin/perl"),
  );
  return found
    ? fine(name, file)
    : failed(
        name,
        "neither perl nor curl is installed, so every call of agents that use the launcher is blocked",
        "Install curl.",
      );
}

export function checkSandbox(sandbox: SystemSandbox): Finding {
  const name = "Sandbox";
  if (sandbox.kind !== "none") return fine(name, `${sandbox.kind} (${sandbox.program})`);
  const remedy =
    process.platform === "linux" ? "Install bubblewrap, and allow user namespaces." : "See docs/protocol.md.";
  return warning(name, `commands that Gatehouse runs itself are refused: ${sandbox.why}`, remedy);
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}
