// The file tools: what they do in their scope, and every way out of it that files offer.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readText, writeText } from "../../../src/main/sandbox/files.ts";
import { createScope } from "../../../src/main/sandbox/scope.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { secret, trial } from "./support.ts";

const signal = new AbortController().signal;
const refused = { status: "FAILURE", output: "", fault: expect.stringContaining("outside the scope") };

describe("write_file and read_file", () => {
  test("make the folders that are missing and give back what was written", async () => {
    const { run, inside } = trial();
    const text = "Grüße, 世界\r\n";
    expect(await run("write_file", { path: "a/b/c.txt", content: text })).toMatchObject({
      status: "SUCCESS",
      sandbox: "files",
      output: `Wrote ${Buffer.byteLength(text)} bytes to ${join(inside, "a/b/c.txt")}.`,
    });
    expect(await run("read_file", { path: join(inside, "a/b/c.txt") })).toMatchObject({ output: text });
    expect(readdirSync(join(inside, "a/b"))).toEqual(["c.txt"]);
  });

  test.skipIf(process.platform === "win32")("replace a file and keep its permissions", async () => {
    const { run, inside } = trial();
    const path = join(inside, "run.sh");
    writeFileSync(path, "old");
    chmodSync(path, 0o750);
    await run("write_file", { path, content: "new" });
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).mode & 0o777).toBe(0o750);
  });

  test("say what is wrong with a file", async () => {
    const { run, inside } = trial();
    writeFileSync(join(inside, "picture"), Buffer.from([0xff, 0xd8, 0xff]));
    writeFileSync(join(inside, "large"), Buffer.alloc(1024 * 1024 + 1));
    mkdirSync(join(inside, "folder"));
    const faults = await Promise.all(
      ["nothing", "picture", "large", "folder"].map(async (path) => (await run("read_file", { path })).fault),
    );
    expect(faults).toEqual([
      expect.stringContaining("There is no file"),
      expect.stringContaining("not UTF-8"),
      expect.stringContaining("at most 1048576"),
      expect.stringContaining("not a file"),
    ]);
    expect((await run("write_file", { path: "folder", content: "" })).fault).toContain("not a file");
  });

  test("a pattern holds for one file at a time", async () => {
    const { run, inside } = trial();
    const scope = { filesystemScope: [`${inside}/src/*.ts`] };
    expect(await run("write_file", { path: "src/a.ts", content: "x" }, scope)).toMatchObject({ status: "SUCCESS" });
    expect(await run("write_file", { path: "src/a.js", content: "x" }, scope)).toMatchObject(refused);
    expect(await run("write_file", { path: "src/deep/a.ts", content: "x" }, scope)).toMatchObject(refused);
  });
});

describe("out of scope", () => {
  test.each([
    ["..", (at: { outside: string }) => `${at.outside}/../outside/secret.txt`],
    [".. from inside", () => "../outside/secret.txt"],
    ["a whole path", (at: { outside: string }) => join(at.outside, "secret.txt")],
    ["/proc/self/root", (at: { outside: string }) => `/proc/self/root${at.outside}/secret.txt`],
    ["/proc/self/cwd", () => "/proc/self/cwd/package.json"],
    ["Gatehouse's own file", () => "data/ledger"],
    ["a new file of Gatehouse's", () => "data/tools/evil.json"],
  ])("%s", async (_name, path) => {
    const { run, ...places } = trial();
    const given = path(places);
    expect(await run("read_file", { path: given })).toMatchObject(refused);
    expect(await run("write_file", { path: given, content: "overwritten" })).toMatchObject(refused);
    expect(readFileSync(join(places.outside, "secret.txt"), "utf8")).toBe(secret);
    expect(readFileSync(join(places.data, "ledger"), "utf8")).toBe(secret);
    expect(existsSync(join(places.data, "tools/evil.json"))).toBe(false);
  });

  test.each(["$HOME/x", "~root/x", "%TEMP%/x", "`pwd`/x", "file:///etc/passwd", "a\nb", "a\0b", ""])(
    "%j is no path",
    (path) => {
      expect(trial().runner.check("read_file", { path })).toMatchObject({ ok: false, error: { kind: "arguments" } });
    },
  );

  test.skipIf(process.platform === "win32")("a link to a file, to a folder, and to what is not there yet", async () => {
    const { run, inside, outside } = trial();
    symlinkSync(join(outside, "secret.txt"), join(inside, "file"));
    symlinkSync(outside, join(inside, "folder"));
    symlinkSync(join(outside, "new.txt"), join(inside, "dangling"));
    for (const path of ["file", "folder/secret.txt", "dangling"]) {
      expect(await run("read_file", { path })).toMatchObject(refused);
      expect(await run("write_file", { path, content: "overwritten" })).toMatchObject(refused);
    }
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(secret);
  });

  test.skipIf(process.platform === "win32")("another name of a file outside", async () => {
    const { run, inside, outside } = trial();
    linkSync(join(outside, "secret.txt"), join(inside, "mine"));
    expect((await run("read_file", { path: "mine" })).fault).toContain("hard link");
    await run("write_file", { path: "mine", content: "overwritten" });
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(secret);
  });

  test.skipIf(process.platform === "win32")("a pipe does not hold the call up", async () => {
    const { run, inside } = trial();
    execFileSync("sh", ["-c", `mkfifo "${join(inside, "pipe")}"`]);
    expect((await run("read_file", { path: "pipe" })).fault).toContain("not a file");
  });

  test("what was stopped changes nothing", async () => {
    const { runner, inside } = trial();
    const stopped = new AbortController();
    stopped.abort();
    const manifest = { maxMemoryMb: 1, maxCpuPercent: 1, timeoutSeconds: 5, networkAllowed: false };
    const done = await runner.run({
      tool: "write_file",
      arguments: { path: "a.txt", content: "x" },
      manifest: { ...manifest, filesystemScope: [`${inside}/**`] },
      workspace: inside,
      signal: stopped.signal,
      onOutput: () => {},
    });
    expect(done.status).toBe("ABORTED");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(existsSync(join(inside, "a.txt"))).toBe(false);
  });
});

describe.skipIf(process.platform !== "linux")("a link that appears after the path was looked at", () => {
  const world = createWorld({ gatehouse: [], findSecrets: () => [] });
  const scopeOf = (folder: string) => createScope([`${folder}/**`], undefined, { world, hidden: [] });

  test("is not followed", async () => {
    const { inside, outside } = trial();
    mkdirSync(join(inside, "folder"));
    renameSync(join(inside, "folder"), join(inside, "moved"));
    symlinkSync(outside, join(inside, "folder"));
    const path = join(inside, "folder/secret.txt");
    expect(await readText(path, scopeOf(inside))).toMatchObject({ ok: false });
    expect(await writeText(path, "overwritten", scopeOf(inside), signal)).toMatchObject({ ok: false });
    symlinkSync(join(outside, "secret.txt"), join(inside, "file"));
    expect(await readText(join(inside, "file"), scopeOf(inside))).toMatchObject({ ok: false });
    expect(await writeText(join(inside, "file"), "overwritten", scopeOf(inside), signal)).toMatchObject({ ok: false });
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe(secret);
  });

  test("is not followed either while somebody swaps it as fast as they can", async () => {
    const { run, inside, outside } = trial();
    const swapping = await swap(inside, outside);
    for (let round = 0; round < 200; round += 1) {
      const [read] = await Promise.all([
        run("read_file", { path: "door/secret.txt" }),
        run("write_file", { path: "door/new.txt", content: "x" }),
      ]);
      expect(read.output).not.toBe(secret);
    }
    swapping.kill("SIGKILL");
    expect(readdirSync(outside)).toEqual(["secret.txt"]);
  });
});

/** "door" is by turns a folder and a link to the other one, many thousand times a second. */
async function swap(folder: string, other: string): Promise<ChildProcess> {
  const script = `
    const { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");
    process.chdir(${JSON.stringify(folder)});
    function repair() {
      rmSync("door", { recursive: true, force: true });
      if (!existsSync("real")) mkdirSync("real");
      writeFileSync("real/secret.txt", "harmless");
      if (!existsSync("link")) symlinkSync(${JSON.stringify(other)}, "link");
    }
    repair();
    console.log("ready");
    const swaps = [["real", "door"], ["door", "real"], ["link", "door"], ["door", "link"]];
    for (;;) {
      try { for (const [from, to] of swaps) renameSync(from, to); }
      catch { try { repair(); } catch {} }
    }`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}
