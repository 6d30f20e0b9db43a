// bin/gatehouse.js finds a Node and the program, and hands over arguments, streams, signals and the exit code.
import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

/** A Gatehouse with the given files and the real command. */
function install(files: Readonly<Record<string, string>>): string {
  const root = temporaryDirectory();
  const all = { "package.json": '{"type":"module"}', ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  mkdirSync(join(root, "bin"));
  copyFileSync(join(projectRoot, "bin", "gatehouse.js"), join(root, "bin", "gatehouse.js"));
  return root;
}

function run(root: string, args: readonly string[], input = ""): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [join(root, "bin", "gatehouse.js"), ...args], { encoding: "utf8", input });
}

const echo = `const words: string[] = process.argv.slice(2);
  process.stdin.on("data", (chunk) => console.log(words.join("|"), String(chunk)));
  process.stdin.on("end", () => { console.error("done"); process.exit(5); });`;

describe("what is run", () => {
  test("the sources, with the same arguments, streams and exit code", () => {
    const root = install({ "src/cli/gatehouse.ts": echo, "out/main/cli.js": "throw new Error('not this one')" });
    const outcome = run(root, ["status", "--json", "a b"], "hello");
    expect(outcome).toMatchObject({ status: 5, stdout: "status|--json|a b hello\n", stderr: "done\n" });
  });

  test("the built program where there are no sources", () => {
    const root = install({ "out/main/cli.js": "console.log('packaged', process.argv.length);" });
    expect(run(root, ["status"])).toMatchObject({ status: 0, stdout: "packaged 3\n" });
  });

  test("neither: a message and exit code 1", () => {
    const outcome = run(install({}), ["status"]);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain("gatehouse: there is no program to run");
  });
});

test.skipIf(process.platform === "win32")("a signal reaches the program, which may take its time", async () => {
  const root = install({
    "src/cli/gatehouse.ts": `process.on("SIGTERM", () => setTimeout(() => process.exit(4), 100));
      setInterval(() => {}, 1000); console.log("up");`,
  });
  const child = spawn(process.execPath, [join(root, "bin", "gatehouse.js")], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => child.kill("SIGTERM"));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code).toBe(4);
});

describe.skipIf(!existsSync("/usr/bin/env"))("a Node that is too old for the sources", () => {
  // The version is what the command reads first, so a preloaded line stands for an older Node.
  const pretend = ["--import", "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})"];

  test("is replaced by the project's own", () => {
    const root = install({ "src/cli/gatehouse.ts": "throw new Error('the wrong Node')" });
    const own = join(root, "node_modules", "node", "bin", "node");
    mkdirSync(dirname(own), { recursive: true });
    writeFileSync(own, '#!/bin/sh\necho "own node: $@"\n');
    chmodSync(own, 0o755);
    const outcome = spawnSync(process.execPath, [...pretend, join(root, "bin", "gatehouse.js"), "status"], {
      encoding: "utf8",
    });
    expect(outcome.stdout).toMatch(/^own node: .*gatehouse\.ts status\n$/);
  });

  test("is refused with what to do where there is no other", () => {
    const root = install({ "src/cli/gatehouse.ts": "" });
    const outcome = spawnSync(process.execPath, [...pretend, join(root, "bin", "gatehouse.js")], { encoding: "utf8" });
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain("this needs Node 22.18 or later, and this is 20.20.2");
  });
});
