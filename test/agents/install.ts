// Installs the real programs into a cache outside the project, each in a folder named after its package and version.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runCaptured } from "../../scripts/child.ts";
import { cacheDirectory, toolEnvironment } from "../../scripts/project.ts";
import { minute } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import type { AgentProgram } from "./programs.ts";

/** The folder that holds the program's node_modules. GATEHOUSE_AGENTS names another place for all of them. */
export async function installed(
  program: Pick<AgentProgram, "packageName" | "version" | "binary" | "installScript">,
  environment: NodeJS.ProcessEnv = process.env,
  limit: number = 10 * minute,
): Promise<Result<string, string>> {
  const chosen = environment["GATEHOUSE_AGENTS"];
  const parent = chosen === undefined || chosen === "" ? join(cacheDirectory(environment), "agents") : chosen;
  const folder = join(parent, `${program.packageName.replaceAll("/", "+")}@${program.version}`);
  if (existsSync(join(folder, program.binary))) return ok(folder);

  // Made beside its place and moved there when it is whole: an interrupted installation leaves nothing half done.
  // A folder of this run's own: another may be installing the same.
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.new-`);
  writeFileSync(join(draft, "package.json"), '{ "private": true }\n');
  const wanted = `${program.packageName}@${program.version}`;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"];
  const npm = await run("npm", ["install", ...options, wanted], draft, limit);
  if (npm !== undefined) {
    rmSync(draft, { recursive: true, force: true });
    return fail(npm);
  }
  const script = program.installScript;
  const scripted = script === undefined ? undefined : await run(process.execPath, [join(draft, script)], draft, limit);
  if (scripted !== undefined) return fail(scripted);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return existsSync(join(folder, program.binary)) ? ok(folder) : fail(`${wanted} has no ${program.binary}.`);
}

/** Undefined when it ended well. */
async function run(
  command: string,
  args: readonly string[],
  directory: string,
  limit: number,
): Promise<string | undefined> {
  const environment = toolEnvironment(process.env);
  const { code, output, timedOut } = await runCaptured({ command, args, directory, environment }, limit);
  if (code === 0 && !timedOut) return undefined;
  return `${command} ${args.join(" ")}: ${timedOut ? `took longer than ${limit / 1000} s` : output.slice(-500)}`;
}
