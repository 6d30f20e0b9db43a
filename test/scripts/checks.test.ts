// The doctor's checks: what each finds, and which of them each purpose needs.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  checksFor,
  chromiumSandboxCheck,
  databaseCheck,
  fontsCheck,
  librariesCheck,
  nodeCheck,
  runsTypeScript,
} from "../../scripts/gates/checks.ts";
import { temporaryDirectory } from "../support/temporary.ts";

test.each([
  ["20.20.2", false],
  ["22.17.9", false],
  ["22.18.0", true],
  ["23.5.0", false],
  ["23.6.0", true],
  ["24.0.0", true],
  ["26.1.0", true],
])("Node %s runs TypeScript: %s", (version, expected) => {
  expect(runsTypeScript(version)).toBe(expected);
});

test("a Node that is too old comes with what to do", () => {
  expect(nodeCheck("20.20.2").look()).toMatchObject({ present: false, remedy: expect.stringContaining("npm ci") });
});

test("the database loads in the Node that runs this", () => {
  expect(databaseCheck().look()).toEqual({ present: true, detail: expect.stringMatching(/^3\.\d+\.\d+$/) });
});

test("a program whose libraries are all there lacks nothing", () => {
  expect(librariesCheck(process.execPath).look().present).toBe(true);
});

test("any font will do, at any depth", () => {
  const directory = temporaryDirectory();
  expect(fontsCheck([directory, join(directory, "absent")]).look()).toMatchObject({
    present: false,
    packages: ["fonts-liberation"],
  });
  mkdirSync(join(directory, "truetype", "one"), { recursive: true });
  writeFileSync(join(directory, "truetype", "one", "One.TTF"), "");
  expect(fontsCheck([directory]).look().present).toBe(true);
});

describe("Chromium's sandbox for a normal user", () => {
  test("works through user namespaces, also where the kernel has no switch for them", () => {
    expect(chromiumSandboxCheck("/opt/electron", () => "").look().present).toBe(true);
    expect(
      chromiumSandboxCheck("/opt/electron", (path) => (path.includes("apparmor") ? "0" : "1")).look().present,
    ).toBe(true);
  });

  test.each(["apparmor_restrict_unprivileged_userns=1", "unprivileged_userns_clone=0", "max_user_namespaces=0"])(
    "needs its helper where %s",
    (setting) => {
      const directory = temporaryDirectory();
      const helper = join(directory, "chrome-sandbox");
      writeFileSync(helper, "");
      const [name = "", value = ""] = setting.split("=");
      const check = chromiumSandboxCheck(join(directory, "electron"), (path) => (path.endsWith(name) ? value : ""));
      expect(check.look()).toMatchObject({
        present: false,
        remedy: expect.stringContaining(`sudo chmod 4755 "${helper}"`),
      });

      chmodSync(helper, 0o4755);
      // Only a helper that belongs to root is one.
      expect(check.look().present).toBe(process.getuid?.() === 0);
    },
  );
});

describe("what is checked", () => {
  const machine = { platform: "linux", root: false, display: false, gpu: false } as const;
  const names = (...args: Parameters<typeof checksFor>): readonly string[] =>
    checksFor(...args).map((check) => check.name);

  test("the engine needs no window's parts", () => {
    expect(names("engine", machine, "/opt/electron")).toEqual(["Node", "SQLite"]);
  });

  test("tests of the engine need the sandbox for commands, and get it", () => {
    expect(names("sandbox", machine, undefined)).toEqual(["Node", "SQLite", "bubblewrap"]);
    expect(checksFor("sandbox", machine, undefined).every((check) => check.required)).toBe(true);
    expect(names("sandbox", { ...machine, platform: "darwin" }, undefined)).toEqual(["Node", "SQLite"]);
  });

  test("a window needs no virtual display", () => {
    const expected = ["Node", "SQLite", "system libraries", "Chromium sandbox", "fonts"];
    expect(names("window", machine, "/opt/electron")).toEqual(expected);
  });

  test("tests need a virtual display only where there is no real one", () => {
    expect(names("tests", machine, "/opt/electron")).toContain("virtual display");
    expect(names("tests", { ...machine, display: true }, "/opt/electron")).not.toContain("virtual display");
  });

  test("tests trace what leaves the machine where root may install what that takes, and elsewhere if it is there", () => {
    const tracing = (root: boolean) =>
      checksFor("tests", { ...machine, root }, undefined).find((check) => check.name === "tracing")?.required;
    expect([tracing(true), tracing(false)]).toEqual([true, false]);
    expect(names("window", machine, undefined)).not.toContain("tracing");
  });

  test("root runs without Chromium's sandbox, so it is not asked for", () => {
    expect(names("everything", { ...machine, root: true }, "/opt/electron")).toEqual([
      "Node",
      "SQLite",
      "system libraries",
      "fonts",
      "virtual display",
      "bubblewrap",
    ]);
  });

  test("other systems bring what a window needs", () => {
    expect(names("everything", { ...machine, platform: "darwin" }, "/opt/electron")).toEqual(["Node", "SQLite"]);
  });
});
