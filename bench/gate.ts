// Benchmark of the network gate: `npm ci` from a registry on loopback and one large download, directly and through the gate by
// the same bridge that sandboxes have, interleaved. Also what the gate costs the thread that answers intents.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createGates } from "../src/main/containment/gate/gates.ts";
import { packageSet } from "./support/package-set.ts";
import { startRegistry } from "./support/registry.ts";

const rounds = 5;
const packages = 80;
const downloadMegabytes = 256;
const execute = promisify(execFile);

/** The way out of a sandbox: a loopback port joined to the gate's socket, by a process of its own. */
async function startBridge(socket: string): Promise<{ readonly port: number; readonly stop: () => void }> {
  const port = 20_000 + (randomBytes(2).readUInt16BE() % 20_000);
  const words = [`TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=128`, `UNIX-CONNECT:${socket}`];
  const child = spawn("socat", ["-b65536", ...words], { stdio: "ignore" });
  await once(child, "spawn");
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { port, stop: () => void child.kill() };
}

export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const faults: unknown[] = [];
  const gates = createGates((_where, error) => void faults.push(error));
  const registry = await startRegistry(join(folder, "registry"), packageSet(packages), downloadMegabytes);
  const socket = join(folder, "gate.sock");
  const allowed = [`127.0.0.1:${registry.port}`];
  const rules = { network: "gate", allowed, blocked: [], registries: [], model: [], unneeded: [], local: [] } as const;
  await gates.open("bench", socket, rules, {
    ask: () => Promise.resolve({ allowed: false, refusal: "denied" }),
    refused: () => undefined,
    traffic: () => undefined,
  });
  const bridge = await startBridge(socket);
  const proxied = { http_proxy: `http://127.0.0.1:${bridge.port}`, no_proxy: "", NO_PROXY: "" };
  try {
    const install = (proxy: Readonly<Record<string, string>>): Promise<number> =>
      installOnce(join(folder, "work"), registry, proxy);
    await install({});
    await install(proxied);
    const [direct, through] = await interleaved(
      rounds,
      () => install({}),
      () => install(proxied),
    );
    print(
      `npm ci of ${packages} packages: direct ${milliseconds(direct)}, through the gate ${milliseconds(through)}: ${(direct / through).toFixed(2)} of the direct speed`,
    );
    const fetch = (words: readonly string[]) => async (): Promise<number> => {
      const started = performance.now();
      await execute("curl", ["-sS", "-o", "/dev/null", ...words, `http://127.0.0.1:${registry.port}/download`]);
      return performance.now() - started;
    };
    const before = process.threadCpuUsage?.() ?? { user: 0, system: 0 };
    const [plain, gated] = await interleaved(
      rounds,
      fetch(["--noproxy", "*"]),
      fetch(["-x", `http://127.0.0.1:${bridge.port}`, "--proxytunnel"]),
    );
    const used = process.threadCpuUsage?.(before) ?? { user: 0, system: 0 };
    print(
      `${downloadMegabytes} MB through a tunnel: direct ${milliseconds(plain)}, through the gate ${milliseconds(gated)} (${Math.round((downloadMegabytes * 1000) / gated)} MB/s)`,
    );
    print(`processor time of the engine's own thread meanwhile: ${milliseconds((used.user + used.system) / 1000)}`);
  } finally {
    bridge.stop();
    registry.stop();
    await gates.close();
    rmSync(folder, { recursive: true, force: true });
  }
  if (faults.length > 0) throw faults[0];
}

async function installOnce(
  work: string,
  registry: { readonly lock: string; readonly manifest: string },
  proxy: Readonly<Record<string, string>>,
): Promise<number> {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "package.json"), registry.manifest);
  writeFileSync(join(work, "package-lock.json"), registry.lock);
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy|^npm_/i.test(name)));
  const started = performance.now();
  await execute("npm", ["ci", "--no-audit", "--no-fund", "--cache", join(work, ".npm")], {
    cwd: work,
    env: { ...environment, ...proxy },
  });
  return performance.now() - started;
}

async function interleaved(
  count: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < count; round += 1) {
    times[0].push(await one());
    times[1].push(await other());
  }
  // The least disturbed round of each.
  return [Math.min(...times[0]), Math.min(...times[1])];
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
