// Whether a path lies in a folder: by whole names, never by a common beginning.
import { expect, test } from "vitest";
import { isWithin } from "../../../src/shared/lib/within.ts";

test.each([
  ["/home/anna", "/home/anna", true],
  ["/home/anna/site", "/home/anna", true],
  ["/home/anna/site", "/home/anna/", true],
  ["/home/annabel", "/home/anna", false],
  ["/home", "/home/anna", false],
  ["/etc", "/", true],
  ["C:/Users", "/", false],
  ["/a\\b", "/a", false],
])("%s in %s: %s", (path, folder, expected) => {
  expect(isWithin(path, folder)).toBe(expected);
});

test("another separator", () => {
  expect(isWithin("C:\\Users\\anna", "C:\\Users", "\\")).toBe(true);
  expect(isWithin("C:\\Users/anna", "C:\\Users", "\\")).toBe(false);
});
