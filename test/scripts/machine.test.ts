// Which displays count, and who gets Chromium switches.
import { describe, expect, test } from "vitest";
import { electronSwitches, hasDisplay } from "../../scripts/machine.ts";

describe("a display", () => {
  test.each([
    ["linux", {}, false],
    ["linux", { DISPLAY: "" }, false],
    ["linux", { DISPLAY: ":0" }, true],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, true],
    ["darwin", {}, true],
    ["win32", {}, true],
  ] as const)("on %s with %j: %s", (platform, environment, expected) => {
    expect(hasDisplay(platform, environment)).toBe(expected);
  });
});

describe("Electron's switches", () => {
  const machine = { platform: "linux", root: false, display: true, gpu: true } as const;

  test("a normal user gets none, with or without a GPU", () => {
    expect(electronSwitches(machine, "use")).toEqual([]);
    expect(electronSwitches({ ...machine, gpu: false }, "use")).toEqual([]);
  });

  test("a normal user's tests keep the sandbox", () => {
    expect(electronSwitches({ ...machine, gpu: false }, "test")).toEqual(["--disable-gpu"]);
  });

  test("root on Linux cannot have the sandbox", () => {
    expect(electronSwitches({ ...machine, root: true }, "use")).toEqual(["--no-sandbox"]);
    expect(electronSwitches({ ...machine, root: true, gpu: false }, "use")).toEqual(["--no-sandbox", "--disable-gpu"]);
  });

  test("other systems need none", () => {
    expect(electronSwitches({ ...machine, platform: "darwin", root: true, gpu: false }, "test")).toEqual([]);
  });
});
