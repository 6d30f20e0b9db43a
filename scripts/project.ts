// Where the project and its tools are.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { z } from "zod";

export const projectRoot = resolve(import.meta.dirname, "..");

const manifest = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

function manifestOf(name: string): z.infer<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(join(projectRoot, "node_modules", name, "package.json"), "utf8")));
}

export function versionOf(name: string): string {
  return manifestOf(name).version;
}

/** The script behind a package's command. Run with this process's Node, it needs neither a shell nor a PATH. */
export function commandOf(name: string, command = name): string {
  const { bin } = manifestOf(name);
  const path = typeof bin === "string" ? bin : bin?.[command];
  if (path === undefined) throw new Error(`The package ${name} has no command ${command}.`);
  return join(projectRoot, "node_modules", name, path);
}

/** The environment for child processes: the project's own commands, its Node among them, come first. */
export function toolEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const commands = join(projectRoot, "node_modules", ".bin");
  return { ...environment, PATH: [commands, environment["PATH"] ?? ""].join(delimiter) };
}

/** What may be fetched again is kept here, outside the project, so that `npm ci` and a new clone do not lose it. */
export function cacheDirectory(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const chosen = environment["XDG_CACHE_HOME"];
  if (chosen !== undefined && chosen !== "") return join(chosen, "gatehouse");
  if (platform === "darwin") return join(home, "Library", "Caches", "gatehouse");
  if (platform === "win32")
    return join(environment["LOCALAPPDATA"] ?? join(home, "AppData", "Local"), "gatehouse", "cache");
  return join(home, ".cache", "gatehouse");
}
