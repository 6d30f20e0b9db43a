// Installs the real programs into a cache outside the project, each in a folder named after its package and version.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCaptured } from "../../scripts/child.ts";
import { cacheDirectory, toolEnvironment } from "../../scripts/project.ts";
import { minute } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import type { AgentProgram } from "./programs.ts";

/** The folder that holds the program's node_modules. GATEHOUSE_AGENTS names another place for all of them. */
export async function installed(
  program: Pick<AgentProgram, "packageName" | "version" | "binary" | "installScript">,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Result<string, string>> {
  const chosen = environment["GATEHOUSE_AGENTS"];
  const parent = chosen === undefined || chosen === "" ? join(cacheDirectory(environment), "agents") : chosen;
  const folder = join(parent, `${program.packageName.replaceAll("/", "+")}@${program.version}`);
  if (existsSync(join(folder, program.binary))) return ok(folder);

  // Made beside its place and moved there when it is whole: an interrupted installation leaves nothing half done.
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), '{ "private": true }\n');
  const wanted = `${program.packageName}@${program.version}`;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"];
  const npm = await run("npm", ["install", ...options, wanted], draft);
  if (npm !== undefined) return fail(npm);
  const script = program.installScript;
  const scripted = script === undefined ? undefined : await run(process.execPath, [join(draft, script)], draft);
  if (scripted !== undefined) return fail(scripted);
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return existsSync(join(folder, program.binary)) ? ok(folder) : fail(`${wanted} has no ${program.binary}.`);
}

/** Undefined when it ended well. */
async function run(command: string, args: readonly string[], directory: string): Promise<string | undefined> {
  const environment = toolEnvironment(process.env);
  const { code, output, timedOut } = await runCaptured({ command, args, directory, environment }, 10 * minute);
  if (code === 0 && !timedOut) return undefined;
  return `${command} ${args.join(" ")}: ${timedOut ? "took too long" : output.slice(-500)}`;
}
