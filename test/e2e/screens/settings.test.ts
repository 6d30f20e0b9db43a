// The settings screen in the real window: changed, refused, reset and recorded by the real engine.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  trouble = listenForTrouble(page);
  await openScreen(page, "Settings");
  await page.getByRole("heading", { name: "Decisions" }).waitFor();
});
afterAll(() => opened.close());

const setting = (label: string): Locator => page.getByRole("group", { name: label, exact: true });
const onDisk = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(opened.dataDirectory, "settings.json"), "utf8")) as Record<string, unknown>;

test("a choice is in force at once, warns where it gives something away, and is recorded with who", async () => {
  await setting("Scores from 0.70 to 0.79").getByRole("radio", { name: "Allow" }).click();
  await page.getByText("Actions of high risk pass without a question.", { exact: false }).waitFor();
  await expect.poll(() => onDisk()["high_band"]).toBe("allow");
  const reader = createReader(opened.dataDirectory);
  const recorded = reader.page({ filter: { kinds: ["setting"] } }).entries[0];
  reader.close();
  expect(recorded?.body).toMatchObject({
    actor: "console",
    before: { highBand: "escalate" },
    after: { highBand: "allow" },
  });
  await page.getByRole("button", { name: "Reset Scores from 0.70 to 0.79 to its default" }).click();
  await expect.poll(() => onDisk()["high_band"]).toBe("escalate");
});

test("a number out of its range is refused where it is typed, and Escape takes it back", async () => {
  const field = page.getByRole("textbox", { name: "Entries are kept for" });
  await field.fill("12");
  await page.getByText("Write a whole number from 90 to 3,650.").waitFor();
  await field.press("Enter");
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(onDisk()["retention_days"]).not.toBe(12);
  await field.press("Escape");
  expect(await field.inputValue()).toBe("365");
  await field.fill("400");
  await field.press("Enter");
  await expect.poll(() => onDisk()["retention_days"]).toBe(400);
});

test("parts of a setting: time-outs by level, the model, quiet hours", async () => {
  const critical = page.getByRole("textbox", { name: "A request waits for, critical risk" });
  await critical.fill("120");
  await critical.press("Enter");
  await expect.poll(() => JSON.stringify(onDisk()["approval_timeout_seconds"])).toContain("120");

  await setting("Second opinion").getByRole("radio", { name: "My own file" }).click();
  const manifest = page.getByRole("textbox", { name: "Manifest of the model" });
  await manifest.waitFor();
  await setting("Second opinion").getByRole("radio", { name: "Off" }).click();
  await expect.poll(() => JSON.stringify(onDisk()["risk_model"])).toContain('"off"');

  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await page.getByRole("textbox", { name: "Quiet hours from" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expect.poll(() => JSON.stringify(onDisk()["quiet_hours"])).toContain("22:00");
  await page.getByRole("switch", { name: "Quiet hours" }).click();
  await expect.poll(() => onDisk()["quiet_hours"]).toBe(null);
});

test("settings are found by words, groups by their name", async () => {
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("certificate");
  await page.getByText("None: this machine only").waitFor();
  expect(await setting("Quiet hours").count()).toBe(0);
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("");
  await page.getByRole("button", { name: "Appearance" }).click();
  await expect.poll(() => page.getByRole("heading", { name: "Appearance" }).isVisible()).toBe(true);
});

test("the appearance is taken over, with high contrast too, and outlives a reload", async () => {
  await setting("Theme").getByRole("radio", { name: "Dark" }).click();
  await setting("Contrast").getByRole("radio", { name: "High" }).click();
  await page.waitForTimeout(200);
  const background = (): Promise<string> => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  expect(await background()).toBe("rgb(0, 0, 0)");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await openScreen(page, "Settings");
  expect(await background()).toBe("rgb(0, 0, 0)");
  await setting("Theme").getByRole("radio", { name: "As the system" }).click();
  await setting("Contrast").getByRole("radio", { name: "As the system" }).click();
});

test("it fits the smallest window, and nothing broke a rule of the page", async () => {
  await resize(opened.application, 1024, 640);
  await page.waitForTimeout(200);
  expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  expect(trouble).toEqual([]);
});
