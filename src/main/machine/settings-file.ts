// settings.json in the data directory: read at start, written whole, never replaced by defaults when it is broken.
import { lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { fail, ok, type Result } from "../../shared/lib/result.ts";
import {
  defaultSettings,
  type Settings,
  type SettingsChanges,
  settingsChangesSchema,
  settingsSchema,
} from "../../shared/contract/settings.ts";

import { type ManagedSettings, tightened } from "./managed-settings.ts";

export interface SettingsFile {
  readonly current: () => Settings;
  /** Written to disk before it takes effect. */
  readonly save: (changes: SettingsChanges) => Result<Settings, string>;
  /** Takes effect even when it cannot be written; then it fails, because a restart would lose it. For changes that restrict. */
  readonly impose: (changes: SettingsChanges) => Result<Settings, string>;
}

export function openSettingsFile(directory: string, managed: ManagedSettings = {}): Result<SettingsFile, string> {
  const path = join(directory, "settings.json");
  const loaded = load(path);
  if (!loaded.ok) return loaded;
  /** The user's own; what is in force is never looser than what is prescribed. */
  let settings = loaded.value;

  function save(changes: SettingsChanges): Result<Settings, string> {
    const next = settingsSchema.safeParse({ ...settings, ...changes });
    if (!next.success) return fail(z.prettifyError(next.error));
    try {
      const temporary = `${path}.new`;
      writeFileSync(temporary, `${JSON.stringify(onDisk(next.data), null, 2)}\n`, { mode: 0o600, flush: true });
      renameSync(temporary, path);
    } catch (error) {
      return fail(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
    settings = next.data;
    return ok(tightened(settings, managed));
  }

  function impose(changes: SettingsChanges): Result<Settings, string> {
    const next = settingsSchema.safeParse({ ...settings, ...changes });
    if (next.success) settings = next.data;
    return save(changes);
  }

  // A new object for each change only: it is read for every intent.
  let [seen, inForce] = [settings, tightened(settings, managed)];
  const current = (): Settings => {
    if (seen !== settings) [seen, inForce] = [settings, tightened(settings, managed)];
    return inForce;
  };
  return ok({ current, save, impose });
}

/**
 * A file that cannot be read is an error, and so is a link that leads nowhere: the defaults may allow more than the person had
 * chosen.
 */
function load(path: string): Result<Settings, string> {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return ok(defaultSettings);
    const parsed = settingsChangesSchema.safeParse(inMemory(JSON.parse(readFileSync(path, "utf8"))));
    if (parsed.success) return ok(settingsSchema.parse({ ...defaultSettings, ...parsed.data }));
    return fail(
      `${path} is not valid. Correct it, or remove it to start with the defaults.\n${z.prettifyError(parsed.error)}`,
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(`${path} cannot be read. Correct it, or remove it to start with the defaults.\n${why}`);
  }
}

/** Members earlier versions wrote and this one no longer has. */
const retired: ReadonlySet<string> = new Set(["modelBudgetMs"]);

/** On disk the members are called as in the protocols' documents: high_band, denial_form. */
function onDisk(value: unknown): unknown {
  return renamed(value, (name) =>
    /^[A-Z]/.test(name) ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

function inMemory(file: unknown): unknown {
  const settings = renamed(file, (name) =>
    name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
  );
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !retired.has(name)));
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]));
}
