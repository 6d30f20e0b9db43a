// Where the data directory is, and which directories are refused.
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { dataDirectoryPath, openDataDirectory } from "../../../src/main/machine/data-directory.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("dataDirectoryPath", () => {
  test.each([
    ["linux", {}, "/home/anna", "/home/anna/.config/Gatehouse"],
    ["linux", { XDG_CONFIG_HOME: "/cfg" }, "/home/anna", "/cfg/Gatehouse"],
    ["linux", { XDG_CONFIG_HOME: "" }, "/home/anna", "/home/anna/.config/Gatehouse"],
    ["darwin", { XDG_CONFIG_HOME: "/cfg" }, "/Users/anna", "/Users/anna/Library/Application Support/Gatehouse"],
    [
      "win32",
      { APPDATA: "C:\\Users\\anna\\AppData\\Roaming" },
      "C:\\Users\\anna",
      "C:\\Users\\anna\\AppData\\Roaming\\Gatehouse",
    ],
    ["win32", {}, "C:\\Users\\anna", "C:\\Users\\anna\\AppData\\Roaming\\Gatehouse"],
    ["linux", { GATEHOUSE_HOME: "/own" }, "/home/anna", "/own"],
  ] as const)("%s %j", (platform, environment, home, expected) => {
    expect(dataDirectoryPath(undefined, { platform, environment, home })).toBe(expected);
  });

  test("what is asked for comes first, and is made absolute", () => {
    const place = { platform: "linux", environment: { GATEHOUSE_HOME: "/own" }, home: "/home/anna" } as const;
    expect(dataDirectoryPath("data", place)).toBe(resolve("data"));
  });
});

describe.skipIf(process.platform === "win32")("openDataDirectory", () => {
  const open = (path: string) => openDataDirectory(path, process.platform);

  test("is made, private, with what is above it", () => {
    const path = join(temporaryDirectory(), "a", "b");
    expect(open(path)).toEqual({ ok: true, value: path });
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test.each([0o755, 0o775, 0o777])("one that is open to others (%o) is closed to them", (mode) => {
    const path = join(temporaryDirectory(), "data");
    mkdirSync(path);
    chmodSync(path, mode);
    expect(open(path).ok).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test("one that anybody could have put something into is refused", () => {
    const path = join(temporaryDirectory(), "data");
    mkdirSync(path);
    writeFileSync(join(path, "policy.yaml"), "");
    chmodSync(path, 0o777);
    expect(open(path)).toMatchObject({ ok: false, error: expect.stringContaining(`chmod 700 ${path}`) });
    expect(statSync(path).mode & 0o777).toBe(0o777);
  });

  test("a symbolic link counts as what it leads to", () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "real"), { mode: 0o700 });
    symlinkSync(join(directory, "real"), join(directory, "link"));
    expect(open(join(directory, "link"))).toEqual({ ok: true, value: join(directory, "real") });
  });

  test("a file is refused", () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "file"), "");
    expect(open(join(directory, "file"))).toMatchObject({
      ok: false,
      error: expect.stringContaining("cannot be used"),
    });
  });
});
