// The application's log: bounded, without secrets, for the user alone, and found again after a restart.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redactText } from "../../../src/main/engine/intents/redact.ts";
import { openLog } from "../../../src/main/machine/log.ts";
import { findSecrets } from "../../../src/main/machine/secrets/secrets.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const open = (directory: string) =>
  openLog({ directory, now: () => 5, redact: (text) => redactText(text, findSecrets) });

test("entries are found again, newest first, after a restart", () => {
  const directory = temporaryDirectory();
  const log = open(directory);
  log.write("info", "start", "one");
  log.write("error", "ledger", "two");
  expect(open(directory).entries()).toEqual([
    { at: 5, level: "error", where: "ledger", message: "two" },
    { at: 5, level: "info", where: "start", message: "one" },
  ]);
  expect(statSync(log.file).mode & 0o777).toBe(0o600);
});

test("secrets and signs that deceive are not written", () => {
  const log = open(temporaryDirectory());
  const token = `ghp_${"a1B2".repeat(9)}`;
  log.write("error", "hooks", `refused ${token} \u202e`);
  const text = readFileSync(log.file, "utf8");
  expect(text).not.toContain(token);
  expect(text).not.toContain("\u202e");
});

test("two files of a megabyte at most", () => {
  const directory = temporaryDirectory();
  const log = openLog({ directory, now: () => 5, redact: (text) => text });
  for (let count = 0; count < 1500; count += 1) log.write("info", "start", "x".repeat(3000));
  const folder = join(directory, "logs");
  expect(readdirSync(folder).sort()).toEqual(["gatehouse.1.log", "gatehouse.log"]);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1_000_000);
  expect(log.entries()).toHaveLength(500);
});

test("a line that makes no sense, or a folder that cannot be written, costs nothing", () => {
  const directory = temporaryDirectory();
  open(directory).write("info", "start", "one");
  const log = open(directory);
  writeFileSync(log.file, '{"at":1}\n', { flag: "a" });
  expect(open(directory).entries()).toHaveLength(1);
  const blocked = temporaryDirectory();
  writeFileSync(join(blocked, "logs"), "a file");
  const other = open(blocked);
  other.write("error", "start", "kept in memory");
  expect(other.entries()).toHaveLength(1);
});
