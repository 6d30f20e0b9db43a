// A file on a real disk that is changed, replaced, removed and put back, with other files being written beside it.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchFile } from "../../../src/main/machine/watch-file.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

let path = "";
let seen: string[] = [];
let stop: () => void = () => undefined;

const read = (): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "nothing";
  }
};

function begin(): void {
  stop = watchFile(path, () => seen.push(read()));
}

const latest = (): string | undefined => seen.at(-1);
const patience = { timeout: 8000 };

beforeEach(() => {
  path = join(temporaryDirectory(), "file");
  seen = [];
  writeFileSync(path, "first");
});

afterEach(() => stop());

test("every way a file changes is told", async () => {
  begin();
  writeFileSync(path, "written");
  await expect.poll(latest, patience).toBe("written");
  for (const text of ["replaced", "replaced again"]) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    await expect.poll(latest, patience).toBe(text);
  }
  rmSync(path);
  await expect.poll(latest, patience).toBe("nothing");
  writeFileSync(path, "put back");
  await expect.poll(latest, patience).toBe("put back");
});

test("a file that comes later is found", async () => {
  rmSync(path);
  begin();
  writeFileSync(path, "late");
  await expect.poll(latest, patience).toBe("late");
});

test.skipIf(process.platform === "win32")("behind a link the file itself is watched", async () => {
  const target = `${path}.target`;
  renameSync(path, target);
  symlinkSync(target, path);
  begin();
  writeFileSync(target, "changed");
  await expect.poll(latest, patience).toBe("changed");
  writeFileSync(`${target}.other`, "elsewhere");
  rmSync(path);
  symlinkSync(`${target}.other`, path);
  await expect.poll(latest, patience).toBe("elsewhere");
});

test("what happens beside it is not told, and nothing is after the end", async () => {
  begin();
  mkdirSync(`${path}.folder`);
  for (let count = 0; count < 50; count += 1) appendFileSync(`${path}.log`, "a line\n");
  await sleep(300);
  expect(seen).toEqual([]);
  stop();
  writeFileSync(path, "unseen");
  await sleep(300);
  expect(seen).toEqual([]);
});
