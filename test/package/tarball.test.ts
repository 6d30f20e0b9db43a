// What `npm install -g` of the packed project gives: engine, command and client, without Electron and without TypeScript.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readReadyLine } from "../../scripts/ready-line.ts";
import { projectRoot, toolEnvironment } from "../../scripts/project.ts";
import { minute } from "../../src/shared/lib/clock.ts";

const listed = z.array(z.object({ filename: z.string() }));

let prefix: string;
let packageRoot: string;
const environment = toolEnvironment(process.env);

/** With --ignore-scripts, as the README says: nothing of it needs one. */
beforeAll(() => {
  prefix = mkdtempSync(join(tmpdir(), "gatehouse-global-"));
  const options = { cwd: projectRoot, env: environment, encoding: "utf8", stdio: "pipe" } as const;
  const packed = execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", prefix], options);
  const archive = join(prefix, listed.parse(JSON.parse(packed.slice(packed.indexOf("["))))[0]?.filename ?? "");
  const install = ["install", "--global", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  execFileSync("npm", [...install, "--prefix", prefix, archive], options);
  packageRoot = join(prefix, "lib", "node_modules", "gatehouse");
}, 5 * minute);

afterAll(() => rmSync(prefix, { recursive: true, force: true }));

function gatehouse(...args: readonly string[]): string {
  return execFileSync(join(prefix, "bin", "gatehouse"), args, { env: environment, encoding: "utf8" });
}

test("brings the command", () => {
  expect(gatehouse("--version")).toMatch(/^gatehouse \d+\.\d+\.\d+/);
});

/** Opening and reading files is most of what a short command does; time itself cannot be measured on a busy machine. */
test.each([["--version"], ["status", "--data-dir", "nowhere"]])("loads few files to answer %s", (...args) => {
  const counter = join(prefix, "count-modules.mjs");
  writeFileSync(
    counter,
    `import { registerHooks } from "node:module";
     let files = 0;
     registerHooks({ load: (url, context, next) => { files += url.startsWith("file:") ? 1 : 0; return next(url, context); } });
     process.on("exit", () => process.stderr.write("modules: " + files));`,
  );
  const script = join(packageRoot, "bin", "gatehouse.js");
  const options = { cwd: prefix, env: environment, encoding: "utf8" } as const;
  const { stderr } = spawnSync(process.execPath, ["--import", pathToFileURL(counter).href, script, ...args], options);
  const loaded = Number(/modules: (\d+)$/.exec(stderr)?.[1]);
  expect(loaded).toBeGreaterThan(5);
  expect(loaded).toBeLessThan(40);
});

test("holds neither TypeScript sources nor Electron, tests or training data", () => {
  const files = globSync("**/*", { cwd: packageRoot, exclude: ["node_modules/**"] });
  expect(files.filter((path) => /(?<!\.d)\.tsx?$|\.test\.|\.jsonl$/.test(path))).toEqual([]);
  expect(existsSync(join(packageRoot, "node_modules", "electron"))).toBe(false);
});

test("brings the client for agents", () => {
  const folder = mkdtempSync(join(prefix, "agent-"));
  writeFileSync(join(folder, "agent.mjs"), `console.log(Object.keys(await import(process.argv[2])).sort().join(" "));`);
  const manifest = z.object({ exports: z.object({ "./sdk": z.string() }) });
  const { exports } = manifest.parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")));
  const client = join(packageRoot, exports["./sdk"]);
  const names = execFileSync(process.execPath, ["agent.mjs", client], { cwd: folder, encoding: "utf8" }).trim();
  expect(names).toBe(
    "AnswerTimeoutError DeniedError GovernanceClient GovernanceError OverloadedError RefusedError UnreachableError",
  );
});

test("runs the engine, with its model, and answers", async () => {
  const dataDirectory = join(prefix, "data");
  const engine = spawn(join(prefix, "bin", "gatehouse"), ["serve", "--port", "0", "--data-dir", dataDirectory], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let written = "";
    engine.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
    const { http } = await readReadyLine(() => written, minute);
    // The model is loaded beside the first answers.
    await expect
      .poll(() => ask(http))
      .toMatchObject({ verdict: "APPROVED", risk_assessment: { model_status: "scored" } });
  } finally {
    engine.kill("SIGTERM");
    await new Promise((resolve) => engine.once("exit", resolve));
  }
});

let asked = 0;

async function ask(http: string): Promise<unknown> {
  asked += 1;
  const params = {
    agent_did: "did:aeon:tarball:1.0:test",
    intent_id: `intent-${asked}`,
    tool: "execute_command",
    arguments: { command: "npm test" },
  };
  const answer = await fetch(`${http}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: asked, method: "a2g/intent", params }),
  });
  return z.object({ result: z.unknown() }).parse(await answer.json()).result;
}

test("refuses to start with a changed pack", () => {
  const pack = join(packageRoot, "resources", "packs", "git.yaml");
  const original = readFileSync(pack, "utf8");
  writeFileSync(pack, `${original}\n# changed\n`);
  const args = ["serve", "--port", "0", "--data-dir", join(prefix, "other")];
  const started = spawnSync(join(prefix, "bin", "gatehouse"), args, { env: environment, encoding: "utf8" });
  writeFileSync(pack, original);
  expect(started.status).toBe(1);
  expect(started.stderr).toContain("packs/git.yaml is not the file this version came with");
});

test("asks before it fetches Electron for a window", () => {
  const asked = spawnSync(join(prefix, "bin", "gatehouse"), ["app"], { env: environment, encoding: "utf8" });
  expect(asked.status).toBe(64);
  expect(asked.stderr).toContain("Add --yes to fetch Electron");
});
