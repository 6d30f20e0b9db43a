// The .deb, installed on this machine and used by an ordinary user: window, agent, approval, restart, upgrade, removal.
import { exec, execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { buildIfNeeded } from "../../scripts/build.ts";
import { installPackages } from "../../scripts/electron/debian.ts";
import { fetchFallback } from "../../scripts/electron/fallback.ts";
import { packApplication } from "../../scripts/package/application.ts";
import { makeLinuxPackage } from "../../scripts/package/linux-package.ts";
import { projectVersion } from "../../scripts/package/run.ts";
import { cacheDirectory } from "../../scripts/project.ts";
import { minute, second } from "../../src/shared/lib/clock.ts";
import { createInstalledUser, type InstalledUser } from "./installed-user.ts";

const isRoot = process.getuid?.() === 0;
const isDebian = existsSync("/usr/bin/dpkg-deb") && process.arch === "x64";
// It installs a package on the machine, which nobody expects of a test on their own laptop.
const isDisposable = process.env["CI"] !== undefined || process.env["GATEHOUSE_INSTALL_TEST"] === "1";
const need = isDebian ? (isRoot ? "CI" : "root") : "dpkg-deb";

const older = projectVersion();
const newer = `${older}-next.1`;
const patience = { timeout: minute, interval: 200 };
const hookSettings = z.object({
  hooks: z.object({ PreToolUse: z.array(z.object({ hooks: z.array(z.object({ url: z.string() })) })) }),
});

describe.runIf(isRoot && isDebian && isDisposable)(`the Debian package (needs ${need})`, () => {
  let output: string;
  let user: InstalledUser;
  const packages: Record<string, string> = {};

  beforeAll(async () => {
    const tools = await installPackages(["xvfb", "xdotool", "procps"]);
    if (!tools.ok) throw new Error(tools.error);
    const copy = await fetchFallback(cacheDirectory(), () => undefined);
    if (!copy.ok) throw new Error(copy.error);
    if (!(await buildIfNeeded(() => undefined))) throw new Error("The console could not be built.");
    output = mkdtempSync(join(tmpdir(), "gatehouse-packages-"));
    const electron = { directory: join(cacheDirectory(), "electron", copy.value.version), version: copy.value.version };
    for (const version of [older, newer]) {
      // A folder for each: the reader of archives remembers what it has read at a path.
      const folder = join(output, version);
      const application = await packApplication("x64", { output: folder, version, electron });
      const wanted = { format: "deb", application, arch: "x64", version, output: folder, forTest: true } as const;
      packages[version] = await makeLinuxPackage(wanted);
    }
    user = createInstalledUser("gatehouse-test");
  }, 10 * minute);

  afterAll(() => {
    user.remove();
    spawnSync("apt-get", ["purge", "-y", "gatehouse"], { stdio: "ignore" });
    rmSync(output, { recursive: true, force: true });
  }, minute);

  function install(version: string): void {
    execFileSync("apt-get", ["install", "-y", "--allow-downgrades", packages[version] ?? ""], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: "ignore",
      timeout: 5 * minute,
    });
  }

  async function openWindow(): Promise<void> {
    user.openWindow();
    await expect.poll(() => user.status() !== undefined, patience).toBe(true);
  }

  test(
    "installs the command and the window",
    () => {
      install(older);
      expect(user.gatehouse("--version")).toContain(`gatehouse ${older}`);
      expect(statSync("/usr/lib/gatehouse/chrome-sandbox").mode & 0o7777).toBe(0o4755);
    },
    5 * minute,
  );

  test("has its switches burnt in: nothing is loaded from outside the archive, no debugger is accepted", async () => {
    const fuses = await getCurrentFuseWire("/usr/lib/gatehouse/gatehouse-app");
    const on = [FuseV1Options.OnlyLoadAppFromAsar, FuseV1Options.EnableCookieEncryption, FuseV1Options.RunAsNode];
    const off = [
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ];
    for (const fuse of on) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE);
    for (const fuse of off) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE);
  });

  test("carries native code for this platform only", () => {
    const listed = execFileSync("dpkg", ["-L", "gatehouse"], { encoding: "utf8" });
    expect(listed).toContain("napi-v6/linux/x64/libonnxruntime.so.1");
    expect(listed).not.toMatch(/napi-v6\/(darwin|win32)|linux\/arm64|prebuilds\/(darwin|win32)/);
  });

  test(
    "judges from the command alone, with the models and packs beside the archive",
    () => {
      expect(JSON.parse(user.gatehouse("score", "git push --force origin main", "--json"))).toMatchObject({
        risk: { findings: expect.arrayContaining([expect.objectContaining({ id: "git-force-push" })]) },
      });
    },
    minute,
  );

  test(
    "does not open with a debugging port, through which others could press its buttons",
    async () => {
      const window = user.openWindow("--remote-debugging-port=9399");
      const code = await new Promise((resolve) => window.once("exit", resolve));
      expect(code).toBe(1);
      expect(user.status()).toBeUndefined();
    },
    minute,
  );

  test(
    "opens the window with Chromium's sandbox on",
    async () => {
      await openWindow();
      const processes = execFileSync("ps", ["-u", "gatehouse-test", "-o", "args"], { encoding: "utf8" });
      expect(processes).toContain("--type=renderer");
      expect(processes).not.toContain("--no-sandbox");
    },
    2 * minute,
  );

  test(
    "connects an agent, and a person approves its call with the keyboard",
    async () => {
      expect(user.gatehouse("connect", "claude-code", "--yes")).toContain("connected");
      const answer = fetchAnswer(hookUrl(), "git push --force origin main");
      await expect.poll(() => user.gatehouse("approvals"), patience).toContain("git push --force");
      // Ctrl+2 is the queue; the card is armed once it has been in view.
      user.type("ctrl+2");
      await expect
        .poll(() => {
          user.holdKey("a", 2000);
          return user.gatehouse("approvals");
        }, patience)
        .not.toContain("git push --force");
      expect(await answer).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
    },
    3 * minute,
  );

  test(
    "starts again with the same ledger",
    async () => {
      const before = JSON.parse(user.gatehouse("ledger", "verify", "--json"));
      user.quit();
      await openWindow();
      expect(user.gatehouse("ledger", "search", "push")).toContain("Force-push to origin/main");
      expect(JSON.parse(user.gatehouse("ledger", "verify", "--json"))).toMatchObject({ sound: before.sound });
    },
    2 * minute,
  );

  test(
    "upgrades over the older version, whose ledger it reads",
    async () => {
      user.quit();
      install(newer);
      const shown = execFileSync("dpkg-query", ["--show", "--showformat=${Version}", "gatehouse"], {
        encoding: "utf8",
      });
      expect(shown).toBe(newer);
      await openWindow();
      expect(user.gatehouse("ledger", "search", "push")).toContain("Force-push to origin/main");
      expect(user.file(".claude", "settings.json")).toContain("127.0.0.1");
    },
    5 * minute,
  );

  test(
    "is removed with its hooks taken out, and says that the data stays",
    () => {
      const said = execFileSync("apt-get", ["remove", "-y", "gatehouse"], { encoding: "utf8", timeout: 2 * minute });
      expect(said).toContain("Claude Code: disconnected");
      expect(said).toContain(`the data of gatehouse-test stays in ${user.home}/.config/Gatehouse`);
      const settings = join(user.home, ".claude", "settings.json");
      expect(existsSync(settings) ? readFileSync(settings, "utf8") : "").not.toContain("127.0.0.1");
      expect(existsSync(join(user.home, ".config", "Gatehouse", "ledger.sqlite"))).toBe(true);
      expect(existsSync("/usr/bin/gatehouse")).toBe(false);
    },
    3 * minute,
  );

  function hookUrl(): string {
    const settings = hookSettings.parse(JSON.parse(user.file(".claude", "settings.json")));
    return settings.hooks.PreToolUse[0]?.hooks[0]?.url ?? "";
  }

  /** As Claude Code asks: by its HTTP hook, as the user it runs as. */
  function fetchAnswer(url: string, command: string): Promise<unknown> {
    const event = {
      hook_event_name: "PreToolUse",
      session_id: "package-test",
      cwd: user.home,
      tool_name: "Bash",
      tool_input: { command },
    };
    const body = JSON.stringify(event);
    const request = `curl -s --max-time 120 -H 'content-type: application/json' --data '${body}' '${url}'`;
    return new Promise((resolve, reject) => {
      exec(`runuser -u gatehouse-test -- ${request}`, { timeout: 150 * second }, (error, stdout) => {
        if (error === null) resolve(JSON.parse(stdout));
        else reject(error);
      });
    });
  }
});
