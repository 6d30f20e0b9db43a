// The memory of clean texts: asks the scanner once, and never keeps a text with a secret.
import { expect, test } from "vitest";
import { rememberingClean } from "../../../../src/main/machine/secrets/memory.ts";

function counting() {
  const asked: string[] = [];
  const scan = rememberingClean((text) => {
    asked.push(text);
    return text.includes("hunter2") ? [{ kind: "password", start: 0, end: 7 }] : [];
  });
  return { asked, scan };
}

test("a clean text is looked at once", () => {
  const { asked, scan } = counting();
  expect([scan("npm test"), scan("npm test"), scan("npm run build")]).toEqual([[], [], []]);
  expect(asked).toEqual(["npm test", "npm run build"]);
});

test("a text with a secret is looked at each time, and a long one too", () => {
  const { asked, scan } = counting();
  const long = "x".repeat(513);
  for (const text of ["hunter2", "hunter2", long, long]) scan(text);
  expect(scan("hunter2")).toEqual([{ kind: "password", start: 0, end: 7 }]);
  expect(asked).toEqual(["hunter2", "hunter2", long, long, "hunter2"]);
});

test("a full memory begins again", () => {
  const { asked, scan } = counting();
  for (let index = 0; index < 4096; index += 1) scan(`text ${index}`);
  scan("text 0");
  expect(asked).toHaveLength(4096);
  scan("one more");
  scan("text 0");
  expect(asked.slice(-2)).toEqual(["one more", "text 0"]);
});
