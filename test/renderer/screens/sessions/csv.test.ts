// What is saved for spreadsheets and other programs.
import { describe, expect, test } from "vitest";
import { csvText } from "../../../../src/renderer/screens/sessions/picture/csv.ts";
import { stepsCsv } from "../../../../src/renderer/screens/sessions/picture/steps-csv.ts";
import { lifelikeSteps } from "../../../support/window/fake-sessions.ts";

describe("cells", () => {
  test.each([
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ["two\nlines", '"two\nlines"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["-1+2", "'-1+2"],
    ["\n=1", '"\'\n=1"'],
  ])("%j is written as %j", (given, written) => {
    expect(csvText(["name"], [[given]])).toBe(`name\r\n${written}\r\n`);
  });

  test("numbers stay numbers, and what is missing is empty", () => {
    expect(csvText(["a", "b"], [[-1.5, undefined]])).toBe("a,b\r\n-1.5,\r\n");
  });
});

test("every step of a session is a line with its decision, files and hosts", () => {
  const lines = stepsCsv(lifelikeSteps).trimEnd().split("\r\n");
  expect(lines).toHaveLength(1 + lifelikeSteps.length);
  expect(lines[7]).toBe(
    "7,2026-06-12T09:07:00.000Z,,Bash,Upload cart.ts to paste.example,src/file-7.ts,0.91,CRITICAL,DENIED,DENIED,risk,,,/home/anna/shop/src/cart.ts,,,paste.example",
  );
});
