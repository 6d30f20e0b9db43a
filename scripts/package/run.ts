// `npm run package`: builds the packages this machine can build, and says which it cannot and why.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { updateSource } from "../../src/main/updates/source.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { build } from "../build.ts";
import { fetchFallback } from "../electron/fallback.ts";
import { cacheDirectory, projectRoot } from "../project.ts";
import { packApplication, packFormats } from "./application.ts";
import type { ElectronCopy, PackOptions, UpdateFeed } from "./config.ts";
import { makeLinuxPackage } from "./linux-package.ts";
import { type Builder, obstacleTo, type PackageTarget, targets } from "./targets.ts";

const usage = `Usage: npm run package -- [--only NAME]... [--test-electron]

  --only           one of: ${targets.map(({ name }) => name).join(", ")}
  --test-electron  use the copy of Electron that tests use, for packages that are installed on this machine and thrown away`;

interface Request {
  readonly chosen: readonly PackageTarget[];
  readonly testElectron: boolean;
}

function readRequest(args: readonly string[]): Result<Request, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { only: { type: "string", multiple: true }, "test-electron": { type: "boolean" } },
    });
    const only = values.only ?? [];
    const unknown = only.find((name) => !targets.some((target) => target.name === name));
    if (unknown !== undefined) return fail(`There is no package "${unknown}".\n\n${usage}`);
    return ok({
      chosen: targets.filter(({ name }) => only.length === 0 || only.includes(name)),
      testElectron: values["test-electron"] ?? false,
    });
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function has(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function builderWith(copy: ElectronCopy | undefined): Builder {
  return {
    platform: process.platform,
    arch: process.arch,
    has,
    electronObstacle: (platform, arch) =>
      copy !== undefined && (platform !== process.platform || arch !== process.arch)
        ? `the copy of Electron for tests is for ${process.platform} ${process.arch} only`
        : undefined,
  };
}

/** Makes one package; the unpacked applications of earlier ones are used again. */
async function make(
  target: PackageTarget,
  options: PackOptions,
  unpacked: Map<string, string>,
): Promise<readonly string[]> {
  if (target.systemFormat === undefined) {
    return packFormats([target.builderFormat ?? target.name], target.platform, target.arch, options);
  }
  const application = unpacked.get(target.arch) ?? (await packApplication(target.arch, options));
  unpacked.set(target.arch, application);
  const { version, output } = options;
  const forTest = options.electron !== undefined;
  const { arch, systemFormat: format } = target;
  return [await makeLinuxPackage({ format, application, arch, version, output, forTest })];
}

/** The first line says what went wrong; the rest is how electron-builder got there. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n")[0] ?? text;
}

function describe(file: string): string {
  return `${relative(projectRoot, file)} (${Math.round(statSync(file).size / 1e6)} MB)`;
}

export function projectVersion(): string {
  const manifest = readFileSync(join(projectRoot, "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

/** GATEHOUSE_UPDATE_FEED and GATEHOUSE_UPDATE_PUBLIC_KEY; without them the packages never look for updates. */
function updateFeed(environment: NodeJS.ProcessEnv): Result<UpdateFeed | undefined, string> {
  const { GATEHOUSE_UPDATE_FEED: feed = "", GATEHOUSE_UPDATE_PUBLIC_KEY: key = "" } = environment;
  if (feed === "" && key === "") return ok(undefined);
  try {
    updateSource(feed, key);
    return ok({ feed, key });
  } catch (error) {
    return fail(`GATEHOUSE_UPDATE_FEED or GATEHOUSE_UPDATE_PUBLIC_KEY cannot be used: ${reasonOf(error)}`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  const request = readRequest(args);
  if (!request.ok) {
    console.error(request.error);
    return 2;
  }
  const say = (line: string): void => console.log(line);
  const updates = updateFeed(process.env);
  if (!updates.ok) {
    console.error(updates.error);
    return 2;
  }
  if (!(await build(say))) return 1;
  const copy = request.value.testElectron ? await testElectron(say) : ok(undefined);
  if (!copy.ok) {
    console.error(copy.error);
    return 1;
  }
  // Packages with the copy for tests are never taken for releases: they lie in a folder of their own.
  const output = join(projectRoot, "dist", copy.value === undefined ? "" : "test");
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const options = {
    output,
    version: projectVersion(),
    electron: copy.value,
    ...(updates.value === undefined ? {} : { updates: updates.value }),
  };
  const builder = builderWith(copy.value);
  const unpacked = new Map<string, string>();
  const [made, left]: [string[], string[]] = [[], []];
  for (const target of request.value.chosen) {
    const obstacle = obstacleTo(target, builder);
    if (obstacle !== undefined) left.push(`${target.name}: ${obstacle}`);
    else {
      say(`Making ${target.name}.`);
      try {
        made.push(...(await make(target, options, unpacked)));
      } catch (error) {
        left.push(`${target.name}: ${reasonOf(error)}`);
      }
    }
  }
  say([`\nMade ${made.length}:`, ...made.map(describe)].join("\n  "));
  if (left.length > 0) say(["Not made:", ...left].join("\n  "));
  return made.length > 0 ? 0 : 1;
}

async function testElectron(say: (line: string) => void): Promise<Result<ElectronCopy, string>> {
  const found = await fetchFallback(cacheDirectory(), say);
  if (!found.ok) return found;
  const directory = join(cacheDirectory(), "electron", found.value.version);
  return ok({ directory, version: found.value.version });
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
