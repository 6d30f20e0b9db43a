// Every text people read in the window is in src/renderer/labels, those of the main process in src/main/windows/words.ts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { uiStrings } from "./support/ui-strings.ts";

const source = join(import.meta.dirname, "../src");

/** Code to paste into other programs, CSS, and names of types and of stored values: no words of ours. */
const notWords =
  /^renderer\/(?:labels\/|editor\/(?:theme|large-text-look|hanging-indent|expression-completion)\.ts|screens\/integrations\/(?:programs|a2e-programs)\.ts|screens\/overview\/first-intent-command\.ts)/;

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function stringsIn(files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    uiStrings(file, readFileSync(join(source, file), "utf8")).map(({ line, text }) => `${file}:${line} ${text}`),
  );
}

test("the window's texts are in the labels", () => {
  expect(stringsIn(filesIn("renderer").filter((file) => !notWords.test(file)))).toEqual([]);
});

test("the main process's texts are in its words", () => {
  const files = filesIn("main/windows").filter((file) =>
    /(?:menu|tray|tray-menu|notices|quit|export-dialog)\.ts$/.test(file),
  );
  expect(files).toHaveLength(6);
  expect(stringsIn(files).filter((found) => !found.includes("There is no tray"))).toEqual([]);
});

describe("the search for texts", () => {
  const found = (code: string): readonly string[] => uiStrings("a.tsx", code).map(({ text }) => text);

  test.each([
    ["<p>Nothing waits</p>", "Nothing waits"],
    ["<p>{count} waiting</p>", "waiting"],
    ['<p>{open ? "open" : labels.closed}</p>', "open"],
    ["<p>{name ?? `no ${kind}`}</p>", "no …"],
    ['<Button aria-label="Close" />', "Close"],
    ['<Button title={open ? "close" : undefined} />', "close"],
    ['tell("The rule is gone.")', "The rule is gone."],
    ['const parts = { label: "seconds" };', "seconds"],
    ["const text = `Denied by ${rule}`;", "Denied by …"],
  ])("finds %s", (code, text) => {
    expect(found(`const x = () => { ${code} };`)).toEqual([text]);
  });

  test.each([
    ['<p className="mt-2 text-quiet">{labels.title}</p>'],
    ["<Key>A</Key>"],
    ["<p>{score(value)} · {labels.risk}</p>"],
    ['if (event.key === "Escape") close();'],
    ['const look = wide ? "w-72 font-mono" : "w-20";'],
    ['throw new Error("The page has no root.");'],
    ['call("overrideDenial", { effect: "ask" });'],
  ])("passes %s", (code) => {
    expect(found(`const x = () => { ${code} };`)).toEqual([]);
  });
});
