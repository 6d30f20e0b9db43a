// Installs the real programs into a cache outside the project, each in a folder named after its package and version.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runCaptured } from "../../scripts/child.ts";
import { cacheDirectory, toolEnvironment } from "../../scripts/project.ts";
import { minute, second } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import type { AgentProgram } from "./programs.ts";

type Installable = Pick<AgentProgram, "packageName" | "version" | "binary" | "installScript">;

/** A busy machine starts the largest of them in three seconds. */
const startLimit = 60 * second;

/**
 * The folder that holds the program's node_modules. GATEHOUSE_AGENTS names another place for all of them. An entry whose program
 * does not start, or is another version, is installed anew.
 */
export async function installed(
  program: Installable,
  environment: NodeJS.ProcessEnv = process.env,
  limit: number = 10 * minute,
): Promise<Result<string, string>> {
  const chosen = environment["GATEHOUSE_AGENTS"];
  const parent = chosen === undefined || chosen === "" ? join(cacheDirectory(environment), "agents") : chosen;
  const folder = join(parent, `${program.packageName.replaceAll("/", "+")}@${program.version}`);
  if ((await damage(program, folder)) === undefined) return ok(folder);

  // Made beside its place and moved there when it is whole: an interrupted installation leaves nothing half done.
  // A folder of this run's own: another may be installing the same.
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}.new-`);
  writeFileSync(join(draft, "package.json"), '{ "private": true }\n');
  const wanted = `${program.packageName}@${program.version}`;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"];
  const { installScript } = program;
  const wrong =
    (await run("npm", ["install", ...options, wanted], draft, limit)) ??
    (installScript === undefined
      ? undefined
      : await run(process.execPath, [join(draft, installScript)], draft, limit)) ??
    (await damage(program, draft));
  if (wrong !== undefined) {
    rmSync(draft, { recursive: true, force: true });
    return fail(wrong);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return ok(folder);
}

/** Why the program in this folder cannot be used; undefined when it can. */
async function damage({ packageName, version, binary }: Installable, folder: string): Promise<string | undefined> {
  const command = join(folder, binary);
  if (!existsSync(command)) return `${packageName}@${version} has no ${binary}.`;
  // Some write settings at their first start.
  const home = mkdtempSync(join(tmpdir(), "gatehouse-agents-home-"));
  const environment = { ...toolEnvironment(process.env), HOME: home };
  try {
    const started = await runCaptured({ command, args: ["--version"], directory: home, environment }, startLimit);
    if (started.code === 0 && started.output.includes(version)) return undefined;
    return `${packageName}@${version} does not start: ${started.output.slice(-500)}`;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
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
