// Why the release could not be fetched, and for how long that is remembered.
import { describe, expect, test } from "vitest";
import { failureMemory, releaseFailure } from "../../scripts/electron/release.ts";
import { day, minute } from "../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../support/temporary.ts";

describe("the reason", () => {
  test("is the installer's error", () => {
    const output = "TypeError: fetch failed\n    at node:internal/deps/undici/undici:1:1\n";
    expect(releaseFailure(output, false)).toEqual({ unreachable: true, reason: "TypeError: fetch failed" });
  });

  test("a missing file counts as out of reach", () => {
    expect(releaseFailure("HTTPError: Response code 404 (Not Found) for https://example.com\n", false)).toMatchObject({
      unreachable: true,
    });
  });

  test("a wrong checksum does not: it must not be answered with another file", () => {
    const output = 'ChecksumMismatchError: Generated checksum for "electron.zip" did not match expected checksum.';
    expect(releaseFailure(output, false).unreachable).toBe(false);
  });

  test("a download that takes too long is out of reach", () => {
    expect(releaseFailure("", true)).toEqual({ unreachable: true, reason: "the download took too long" });
  });
});

test("a failure is remembered for a day, for its version, until forgotten", () => {
  const cache = temporaryDirectory();
  const memory = failureMemory(cache, "45.3.2");
  expect(memory.recent(Date.now())).toBe(false);
  memory.remember();
  expect(memory.recent(Date.now())).toBe(true);
  expect(failureMemory(cache, "45.3.3").recent(Date.now())).toBe(false);
  expect(memory.recent(Date.now() + day + minute)).toBe(false);
  memory.forget();
  expect(memory.recent(Date.now())).toBe(false);
});
