// Commands where there is no sandbox, and what is made of the ones there are.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bubblewrapLaunch } from "../../../../src/main/sandbox/commands/bubblewrap.ts";
import { createDetector, isModern, type SystemSandbox } from "../../../../src/main/sandbox/commands/detect.ts";
import { environmentFor } from "../../../../src/main/sandbox/commands/environment.ts";
import { countsByNamespace } from "../../../../src/main/sandbox/limits.ts";
import { seatbeltProfile } from "../../../../src/main/sandbox/commands/seatbelt.ts";
import { createScope } from "../../../../src/main/sandbox/scope.ts";
import { createWorld } from "../../../../src/main/machine/world.ts";
import { processesWith, secret, smallLimits, trial } from "../support.ts";

const noSandbox = { detect: async (): Promise<SystemSandbox> => ({ kind: "none", why: "there is none here" }) };
const world = createWorld({ gatehouse: [], findSecrets: () => [], home: "/home/dev" });

describe("without a sandbox", () => {
  test("a command is refused, with the reason and what to do", async () => {
    const done = await trial(noSandbox).shell("echo hello");
    expect(done).toMatchObject({ status: "FAILURE", sandbox: "none", output: "" });
    expect(done.fault).toMatch(/was not run.*there is none here.*unsandboxedCommands/);
  });

  test("files are still read and written", async () => {
    expect(await trial(noSandbox).run("write_file", { path: "a.txt", content: "x" })).toMatchObject({
      status: "SUCCESS",
    });
  });

  const allowed = { ...noSandbox, settings: () => ({ unsandboxedCommands: "allow" as const }), limits: smallLimits };

  test.skipIf(process.platform === "win32")("it runs when a human allows it, and that is said", async () => {
    const { shell, outside } = trial(allowed);
    const done = await shell(`pwd; cat ${outside}/secret.txt`);
    expect(done).toMatchObject({
      status: "SUCCESS",
      sandbox: "none",
      notes: [expect.stringContaining("without a sandbox")],
    });
    expect(done.output).toContain(secret);
  });

  test.skipIf(process.platform !== "linux")("its limits hold all the same", async () => {
    const { shell } = trial(allowed);
    const late = await shell("echo begun; sleep 987661 & sleep 987661", { timeoutSeconds: 1 });
    expect(late).toMatchObject({ status: "TIMEOUT", output: "begun\n" });
    await expect.poll(() => processesWith("sleep 987661")).toBe(0);
    const large = await shell("head -c 400M /dev/zero | tail | wc -c", { maxMemoryMb: 60, maxCpuPercent: 100 });
    expect(large.fault).toContain("more than 60 MB");
  });
});

describe("a command", () => {
  test.skipIf(process.platform !== "linux")("can be stopped from outside, and what it wrote is kept", async () => {
    const { runner, inside } = trial();
    const controller = new AbortController();
    const manifest = { maxMemoryMb: 50, maxCpuPercent: 50, timeoutSeconds: 8, networkAllowed: false };
    const heard: string[] = [];
    const done = await runner.run({
      tool: "execute_command",
      arguments: { command: "echo begun; sleep 987662" },
      manifest: { ...manifest, filesystemScope: [`${inside}/**`] },
      signal: controller.signal,
      onOutput: (stream, text) => {
        heard.push(`${stream}: ${text}`);
        controller.abort();
      },
    });
    expect(done).toMatchObject({ status: "ABORTED", output: "begun\n" });
    expect(heard).toEqual(["stdout: begun\n"]);
  });

  test.skipIf(process.platform !== "linux")("starts in the folder it names", async () => {
    const { run, inside } = trial();
    expect((await run("execute_command", { command: "pwd", cwd: "." })).output).toBe(`${inside}\n`);
    expect((await run("execute_command", { command: "pwd", cwd: "/usr/share" })).output).toBe("/usr/share\n");
    const elsewhere = { filesystemScope: [join(inside, "src/**")] };
    expect((await run("execute_command", { command: "pwd; touch x" }, elsewhere)).output).toBe(`${inside}\n`);
    expect(existsSync(join(inside, "x"))).toBe(false);
  });

  test.each([
    ["another name for the command", { cmd: "ls" }],
    ["two commands", { command: "ls", cmd: "rm -rf ." }],
    ["a list of words", { command: ["ls"] }],
    ["nothing", {}],
  ])("with %s is refused: what runs must be what was judged", (_name, given) => {
    expect(trial().runner.check("execute_command", given)).toMatchObject({ ok: false, error: { kind: "arguments" } });
  });

  test("of a tool nobody knows is another fault", () => {
    const checked = trial().runner.check("teleport", {});
    expect(checked).toMatchObject({
      ok: false,
      error: { kind: "unknown_tool", message: expect.stringContaining("read_file") },
    });
  });
});

describe("the system's sandbox", () => {
  test("on Windows there is none", async () => {
    expect(await createDetector("win32")()).toMatchObject({ kind: "none" });
  });

  test.each([
    ["bubblewrap 0.4.1", false],
    ["bubblewrap 0.8.0", true],
    ["bubblewrap 0.11.0", true],
    ["bubblewrap 1.0", true],
    ["nonsense", false],
  ])("%s is modern: %s", (version, expected) => {
    expect(isModern(version)).toBe(expected);
  });

  test.each([
    ["5.4.0-150-generic", false],
    ["5.14.0", true],
    ["6.8.0-41-generic", true],
  ])("Linux %s counts processes by namespace: %s", (kernel, expected) => {
    expect(countsByNamespace(kernel)).toBe(expected);
  });

  test.skipIf(process.platform !== "linux")("an older bubblewrap gets no option it does not know", () => {
    const { inside, data } = trial();
    const scope = createScope([`${inside}/**`], undefined, { world, hidden: [data] });
    const request = { program: "bwrap", words: ["true"], scope, home: "/home/dev", directory: inside };
    const launch = bubblewrapLaunch({
      ...request,
      anyHost: false,
      filter: undefined,
      sockets: [],
      modern: false,
      memoryBytes: 1,
      readOnly: [],
      environment: {},
    });
    expect(launch.words.filter((word) => /^--(?:size|disable-userns|perms|clearenv)$/.test(word))).toEqual([]);
    expect(launch.words.join(" ")).toContain(`--tmpfs ${data} --remount-ro ${data}`);
  });

  test("the profile for macOS names the scope, what is hidden and the network, with quotes escaped", () => {
    const scope = {
      contains: () => true,
      places: ['/Users/dev/my "shop"'],
      hidden: ["/Users/dev/Library/Application Support/Gatehouse"],
      notes: [],
    };
    const request = { program: "sandbox-exec", words: [], scope, home: "/Users/dev", directory: "/tmp", readOnly: [] };
    const environment = { PATH: "/usr/bin:/Users/dev/.nvm/versions/node/v24/bin" };
    const profile = seatbeltProfile({ ...request, environment });
    expect(profile).toMatch(/^\(version 1\)\n\(deny default\)/);
    expect(profile).toContain('(allow file-read* file-write* (subpath "/Users/dev/my \\"shop\\""))');
    expect(profile).toContain("(deny network*)");
    expect(profile).toContain('(subpath "/Users/dev/.nvm/versions/node/v24/lib")');
    // The last word counts.
    expect(profile.split("\n").at(-1)).toContain('(subpath "/Users/dev/Library/Application Support/Gatehouse")');
    expect(profile.split("(").length).toBe(profile.split(")").length);
    expect(seatbeltProfile({ ...request, gate: 4711, environment })).not.toContain("(allow network*");
  });
});

describe("the environment", () => {
  test("is a short list, and only folders of programs that can be seen", () => {
    const given = {
      PATH: "/usr/bin:/home/dev/bin:/srv/bin",
      LANG: "de_DE.UTF-8",
      AWS_SECRET_ACCESS_KEY: "x",
      LD_PRELOAD: "x",
    };
    const sees = (folder: string) => folder.startsWith("/usr");
    expect(environmentFor({ platform: "linux", home: "/home/dev", given, sees })).toEqual({
      PATH: "/usr/bin",
      LANG: "de_DE.UTF-8",
      HOME: "/home/dev",
      TERM: "dumb",
    });
  });
});

describe.skipIf(process.platform !== "linux")("the scope", () => {
  const places = (patterns: readonly string[], workspace?: string, hidden: readonly string[] = []) =>
    createScope(patterns, workspace, { world, hidden });

  test("hands whole folders to a program, and says what it cannot hand over", () => {
    const scope = places(["/usr/**", "/usr/share/**", "/etc/passwd", "/etc/*.conf", "/does/not/exist/**", "/proc/**"]);
    expect(scope.places).toEqual(["/usr", "/etc/passwd"]);
    expect(scope.notes).toEqual([expect.stringContaining("/etc/*.conf")]);
    expect(scope.contains("/etc/host.conf")).toBe(true);
  });

  test("starts relative patterns at the workspace, and ends at what is hidden", () => {
    const scope = places(["bin/**"], "/usr", ["/usr/bin/private"]);
    expect(scope.places).toEqual(["/usr/bin"]);
    expect(scope.contains("/usr/bin/env")).toBe(true);
    expect(scope.contains("/usr/bin/private/key")).toBe(false);
    expect(scope.contains("/usr/lib/x")).toBe(false);
    expect(places(["bin/**"]).places).toEqual([]);
  });
});
