// Where the small window goes.
import { expect, test } from "vitest";
import { placePopover } from "../../../../src/main/windows/popover/place.ts";

const workArea = { x: 0, y: 24, width: 1600, height: 960 };
const size = { width: 400, height: 300 };

test("without a tray: in the upper right corner", () => {
  expect(placePopover(size, workArea, undefined)).toEqual({ x: 1192, y: 32, ...size });
  expect(placePopover(size, workArea, { x: 0, y: 0, width: 0, height: 0 })).toMatchObject({ x: 1192, y: 32 });
});

test("below the icon of a menu bar, above that of a task bar, and always on the screen", () => {
  expect(placePopover(size, workArea, { x: 800, y: 0, width: 24, height: 24 })).toMatchObject({ x: 612, y: 32 });
  expect(placePopover(size, workArea, { x: 1580, y: 990, width: 24, height: 24 })).toMatchObject({ x: 1192, y: 676 });
});

test("on a small screen it is as large as fits", () => {
  const place = placePopover({ width: 400, height: 900 }, { x: 0, y: 0, width: 380, height: 500 }, undefined);
  expect(place).toEqual({ x: 8, y: 8, width: 364, height: 484 });
});
