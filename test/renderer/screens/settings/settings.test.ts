// The settings' description: complete, with effects a person can read, checked by the engine's own schema.
import { describe, expect, test } from "vitest";
import { settingEntries, settingGroups } from "../../../../src/renderer/screens/settings/description.ts";
import { findSettings } from "../../../../src/renderer/screens/settings/search.ts";
import { settingProblem } from "../../../../src/renderer/screens/settings/validate.ts";
import { weekdayNames } from "../../../../src/renderer/labels/format.ts";
import { defaultSettings, settingsSchema } from "../../../../src/shared/contract/settings.ts";

describe("the description", () => {
  test("has every setting once", () => {
    const described = settingEntries.map(({ name }) => name).toSorted();
    expect(described).toEqual(Object.keys(settingsSchema.shape).toSorted());
  });

  test.each(settingEntries)("$name: a sentence, and choices the schema has", (entry) => {
    expect(entry.effect).toMatch(/^[A-Z0-9].+\.$/);
    expect(settingGroups.some(({ id }) => id === entry.group)).toBe(true);
    if (entry.control.kind !== "choice") return;
    for (const { value } of entry.control.options) expect(settingProblem(entry.name, value)).toBeUndefined();
    expect(entry.control.options.some(({ value }) => value === defaultSettings[entry.name])).toBe(true);
    const offered = entry.control.options.map(({ value }) => value);
    for (const value of Object.keys(entry.caution ?? {})) expect(offered).toContain(value);
  });
});

describe("validation", () => {
  test("defaults are valid", () => {
    for (const { name } of settingEntries) expect(settingProblem(name, defaultSettings[name])).toBeUndefined();
  });

  test.each([
    ["retentionDays", 12, "Write a whole number from 90 to 3,650."],
    ["retentionDays", "soon", "Write a whole number from 90 to 3,650."],
    ["approvalTimeoutSeconds", { LOW: -1, MEDIUM: 1, HIGH: 1, CRITICAL: 1 }, "Write a whole number from 0 to 86,400."],
    ["quietHours", { from: "25:00", to: "07:00", days: [1] }, "Write a time such as 22:30."],
    ["openTelemetryEndpoint", "collector", "Write an address such as http://"],
  ] as const)("%s = %j", (name, value, message) => {
    expect(settingProblem(name, value)).toContain(message);
  });

  test("a model of one's own needs its manifest before it is chosen", () => {
    expect(settingProblem("riskModel", { ...defaultSettings.riskModel, scorer: "own-onnx" })).toMatch(
      /Name the manifest/,
    );
  });
});

test("settings are found by what they are called, what they do and what they can be", () => {
  const names = (words: string) => findSettings(words).map(({ name }) => name);
  expect(names("")).toHaveLength(settingEntries.length);
  expect(names("ARCHIVE")).toEqual(["retentionDays"]);
  expect(names("aos wait")).toEqual(["aosWaitMs"]);
  expect(names("strict")).toContain("identity");
  expect(names("xyzzy")).toEqual([]);
});

test("weekdays begin with Sunday", () => {
  expect(weekdayNames("en")).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
});
