// Packages: fetches published packages into a cache and unpacks them. Nothing of them is run.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { npmPackages, pypiPackages } from "./package-list.ts";

const run = promisify(execFile);
const atOnce = 6;
const longestFile = 400_000;
const mostFilesEach = 60;

export interface PackageFile {
  readonly package: string;
  readonly path: string;
  readonly text: string;
}

interface Source {
  readonly name: string;
  readonly folder: string;
  readonly archive: () => Promise<string | undefined>;
}

/** Fetches what the cache lacks. Packages that cannot be fetched are told, and left out. */
export async function fetchPackages(cache: string, tell: (line: string) => void): Promise<readonly string[]> {
  const sources = [
    ...npmPackages.map((name) => sourceOf(cache, "npm", name, () => npmArchive(name))),
    ...pypiPackages.map((name) => sourceOf(cache, "pypi", name, () => pypiArchive(name))),
  ];
  const folders: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let source = sources[next++]; source !== undefined; source = sources[next++]) {
      try {
        if (!existsSync(source.folder)) await unpack(source);
        folders.push(source.folder);
      } catch (error) {
        tell(`${source.name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return folders.toSorted();
}

function sourceOf(cache: string, registry: string, name: string, archive: Source["archive"]): Source {
  return { name, archive, folder: join(cache, registry, name.replaceAll("/", "+")) };
}

async function unpack({ name, folder, archive }: Source): Promise<void> {
  const address = await archive();
  if (address === undefined) throw new Error("it has no source archive");
  const response = await fetch(address, { signal: AbortSignal.timeout(120_000) });
  if (!response.ok) throw new Error(`the registry answered ${response.status} for ${name}`);
  const begun = `${folder}.part`;
  await rm(begun, { recursive: true, force: true });
  await mkdir(begun, { recursive: true });
  const file = join(begun, "archive.tgz");
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  await run("tar", ["-xzf", file, "-C", begun, "--no-same-owner", "--no-same-permissions"]);
  await rm(file);
  await rename(begun, folder);
}

async function npmArchive(name: string): Promise<string | undefined> {
  const registry = process.env["npm_config_registry"] ?? "https://registry.npmjs.org/";
  const response = await fetch(`${registry.replace(/\/?$/u, "/")}${name.replace("/", "%2f")}/latest`, {
    signal: AbortSignal.timeout(60_000),
  });
  const found: unknown = await response.json();
  if (typeof found !== "object" || found === null || !("dist" in found)) return undefined;
  const { dist } = found;
  return typeof dist === "object" && dist !== null && "tarball" in dist && typeof dist.tarball === "string"
    ? dist.tarball
    : undefined;
}

/** The newest source archive that the simple index lists. */
async function pypiArchive(name: string): Promise<string | undefined> {
  const index = process.env["PIP_INDEX_URL"] ?? "https://pypi.org/simple";
  const address = `${index.replace(/\/$/u, "")}/${name.toLowerCase().replaceAll(/[._]/gu, "-")}/`;
  const page = await (await fetch(address, { signal: AbortSignal.timeout(60_000) })).text();
  const links = [...page.matchAll(/href="([^"]+\.tar\.gz)(?:#[^"]*)?"/gu)].map((match) => match[1] ?? "");
  const last = links.findLast((link) => !/\d(?:a|b|rc|dev)\d*\.tar/u.test(link)) ?? links.at(-1);
  return last === undefined ? undefined : new URL(last, address).href;
}

const left =
  /\.(?:png|jpe?g|gif|ico|woff2?|ttf|eot|otf|pdf|zip|gz|tgz|bz2|xz|whl|so|dll|dylib|exe|node|wasm|pyc|mo|npz|npy|pkl|db|sqlite|mp[34]|wav|bin|map|snap|svg)$|\.min\.(?:js|css)$/iu;

/** Text files of a package, spread over its folders when there are many. */
export async function filesOf(folder: string): Promise<readonly PackageFile[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !left.test(entry.name)) names.push(join(entry.parentPath, entry.name));
  names.sort();
  const step = Math.max(1, names.length / mostFilesEach);
  const files: PackageFile[] = [];
  for (let at = 0; at < names.length; at += step) {
    const name = names[Math.floor(at)] ?? "";
    const text = await readFile(name, "utf8");
    if (text.length > longestFile || text.includes("\0") || text.trim() === "") continue;
    // Archives hold one folder around everything.
    const path = relative(folder, name).split("/").slice(1).join("/");
    if (path !== "") files.push({ package: folder.split("/").slice(-2).join("/"), path, text });
  }
  return files;
}

export function kindOfName(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return extname(name).toLowerCase() || (name.startsWith(".") ? name : "no extension");
}
