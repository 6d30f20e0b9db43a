// The window comes back where it stood, unless that place is gone.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fitPlacement, readPlacement, wasToldOfHiding, writePlacement } from "../../../src/main/windows/bounds.ts";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const saved = { x: 2000, y: 100, width: 1200, height: 800, maximized: false };
const directory = mkdtempSync(join(tmpdir(), "gatehouse-bounds-"));

afterAll(() => rmSync(directory, { recursive: true }));

describe("where the window opens", () => {
  test("where it was", () => {
    expect(fitPlacement(saved, [screen, second])).toEqual(saved);
  });

  test("with its size, placed by the system, when its screen is gone", () => {
    expect(fitPlacement(saved, [screen])).toEqual({ width: 1200, height: 800, maximized: false });
  });

  test("never smaller than a window may be", () => {
    expect(fitPlacement({ ...saved, x: 0, width: 300, height: 200 }, [screen])).toMatchObject({
      width: 380,
      height: 480,
    });
  });

  test.each([undefined, null, "{}", { x: "1" }, { ...saved, width: -5 }, { ...saved, x: Number.NaN }])(
    "by default after %j",
    (nonsense) => {
      const place = fitPlacement(nonsense, [screen]);
      expect(place.x).toBeUndefined();
      expect(place.width).toBeGreaterThanOrEqual(1024);
    },
  );

  test("a title bar above the screen cannot be grabbed, so the place does not count", () => {
    expect(fitPlacement({ ...saved, x: 0, y: -400 }, [screen])).not.toHaveProperty("y");
  });

  test("is kept in a file for the user alone", () => {
    const file = join(directory, "window.json");
    writePlacement(file, { ...saved, toldOfHiding: true });
    expect(readPlacement(file)).toEqual({ ...saved, toldOfHiding: true });
    expect(wasToldOfHiding(readPlacement(file))).toBe(true);
    expect(wasToldOfHiding(saved)).toBe(false);
    // Windows has no such bits: there the folder's own rights decide.
    const expected = process.platform === "win32" ? statSync(file).mode & 0o777 : 0o600;
    expect(statSync(file).mode & 0o777).toBe(expected);
  });

  test("a broken file counts as none", () => {
    const file = join(directory, "broken.json");
    writeFileSync(file, "{");
    expect(readPlacement(file)).toBeUndefined();
    expect(readPlacement(join(directory, "missing.json"))).toBeUndefined();
  });
});
