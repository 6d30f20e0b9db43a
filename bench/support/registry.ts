// A package registry on loopback, in a process of its own, with the lock file of a project that uses all its packages.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BenchPackage } from "./package-set.ts";

export interface Registry {
  readonly port: number;
  readonly manifest: string;
  readonly lock: string;
  readonly stop: () => void;
}

const server = `
  const { createServer } = require("node:http");
  const { readFileSync } = require("node:fs");
  const [folder, megabytes] = process.argv.slice(1);
  const block = Buffer.alloc(1024 * 1024, "x");
  const known = new Map();
  const answer = createServer((request, response) => {
    if (request.url !== "/download") {
      const name = request.url.slice(1);
      const bytes = known.get(name) ?? readFileSync(folder + "/" + name);
      known.set(name, bytes);
      return response.end(bytes);
    }
    let left = Number(megabytes);
    response.setHeader("content-length", left * block.length);
    const write = () => {
      while (left > 0) { left -= 1; if (!response.write(block)) return response.once("drain", write); }
      response.end();
    };
    write();
  });
  answer.listen(0, "127.0.0.1", () => console.log(answer.address().port));`;

export async function startRegistry(
  folder: string,
  packages: readonly BenchPackage[],
  megabytes: number,
): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  const integrity = new Map(packages.map((each) => [each.name, pack(folder, each)]));
  const child = spawn(process.execPath, ["-e", server, folder, String(megabytes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(String(line));
  const dependencies = Object.fromEntries(packages.map(({ name }) => [name, "1.0.0"]));
  const locked = packages.map(({ name }) => [
    `node_modules/${name}`,
    { version: "1.0.0", resolved: `http://127.0.0.1:${port}/${name}.tgz`, integrity: integrity.get(name) },
  ]);
  const root = { name: "bench", version: "1.0.0", dependencies };
  return {
    port,
    manifest: JSON.stringify(root),
    lock: JSON.stringify({
      name: root.name,
      version: root.version,
      lockfileVersion: 3,
      requires: true,
      packages: { "": root, ...Object.fromEntries(locked) },
    }),
    stop: () => void child.kill(),
  };
}

/** As npm packs it, and what a lock file says of it. */
function pack(folder: string, { name, files }: BenchPackage): string {
  const root = join(folder, `${name}-content`);
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(root, "package", path)), { recursive: true });
    writeFileSync(join(root, "package", path), bytes);
  }
  const archive = join(folder, `${name}.tgz`);
  execFileSync("tar", ["-czf", archive, "-C", root, "package"]);
  return `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
}
