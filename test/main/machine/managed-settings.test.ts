// The administrator's file: read, checked, and in force beside the user's own settings.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { managedSettingsFile, readManagedSettings } from "../../../src/main/machine/managed-settings.ts";
import { openSettingsFile } from "../../../src/main/machine/settings-file.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const me = process.getuid?.() ?? 0;

function managedFile(content: string, mode = 0o644): string {
  const path = join(temporaryDirectory(), "managed.json");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

test("without a file nothing is prescribed", () => {
  expect(readManagedSettings(join(temporaryDirectory(), "managed.json"))).toEqual({ ok: true, value: {} });
});

test("a setting in force is the stricter of both, and the user's own comes back when the file goes", () => {
  const directory = temporaryDirectory();
  const prescribed = readManagedSettings(managedFile('{"high_band":"deny","retention_days":400}'), me);
  if (!prescribed.ok) throw new Error(prescribed.error);
  const settings = openSettingsFile(directory, prescribed.value);
  if (!settings.ok) throw new Error(settings.error);
  expect(settings.value.current()).toMatchObject({ highBand: "deny", retentionDays: 400 });
  expect(settings.value.save({ highBand: "allow" })).toMatchObject({ ok: true, value: { highBand: "deny" } });
  const later = openSettingsFile(directory);
  expect(later.ok && later.value.current().highBand).toBe("allow");
});

test.each([
  ["a file that others may write", '{"high_band":"deny"}', 0o666, /must belong to root/],
  ["a setting that has no stricter side", '{"notifications":false}', 0o644, /not valid[^]*notifications/],
  ["text that is no JSON", "{", 0o644, /cannot be read/],
])("%s stops the start and says why", (_name, content, mode, why) => {
  const read = readManagedSettings(managedFile(content, mode), me);
  expect(read.ok ? "" : read.error).toMatch(why);
});

test("a file of somebody else is refused", () => {
  const read = readManagedSettings(managedFile("{}"), me + 1);
  expect(read.ok ? "" : read.error).toMatch(/must belong to root/);
});

test("is where administrators put such files", () => {
  expect(managedSettingsFile("linux", {})).toBe("/etc/gatehouse/managed.json");
  expect(managedSettingsFile("darwin", {})).toBe("/Library/Application Support/Gatehouse/managed.json");
});
