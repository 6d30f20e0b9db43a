// Adds to package-lock.json the platform packages that npm left out because the registry in use does not carry them.
//
// `npm ci` refuses a lock file that lacks an optional dependency, even one for another operating system. Run this after
// `npm install` on a registry mirror that only holds some platforms; elsewhere it changes nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  dev?: boolean;
  [member: string]: unknown;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
  [member: string]: unknown;
}

const systems = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "sunos", "aix", "openharmony", "win32"];
const processors = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/** What a platform package's name says about where it runs, as npm's own members. */
export function platformOf(name: string): Record<string, string[]> {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
    ...(libc === undefined || os !== "linux" ? {} : { libc: [libc] }),
  };
}

export function completeLockfile(lockfile: Lockfile): string[] {
  const added: string[] = [];
  for (const owner of Object.values(lockfile.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const key = `node_modules/${name}`;
      const platform = platformOf(name);
      if (lockfile.packages[key] !== undefined || Object.keys(platform).length === 0) continue;
      lockfile.packages[key] = {
        version: version.replace(/^[\^~]/, ""),
        ...platform,
        ...(owner.dev === true ? { dev: true } : {}),
        optional: true,
      };
      added.push(name);
    }
  }
  return added;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const path = "package-lock.json";
  const lockfile = JSON.parse(readFileSync(path, "utf8")) as Lockfile;
  const added = completeLockfile(lockfile);
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`${added.length} platform packages added to ${path}`);
}
