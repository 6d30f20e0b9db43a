// Every screen with lifelike data: accessible in light, dark and high contrast, at the smallest and a usual size; pictured.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";

const pictures = join(projectRoot, "test-results", "screens");
const screens = ["overview", "approvals", "activity", "agents", "policy", "integrations", "settings"] as const;
let opened: Console;
let page: Page;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole({ appPath: await buildFakeConsole() });
  page = opened.window;
  trouble = listenForTrouble(page);
  mkdirSync(pictures, { recursive: true });
  await page.getByText("5 requests are waiting for you").waitFor();
});
afterAll(() => opened.close());

async function open(screen: (typeof screens)[number]): Promise<void> {
  await openScreen(page, screen);
  await page.mouse.move(0, 0);
  // The charts draw once a second, the card takes answers after 400 ms.
  await page.waitForTimeout(screen === "overview" ? 1200 : 500);
}

const overflows = (): Promise<boolean> =>
  page.evaluate<boolean>(
    "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight",
  );

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(screens)("%s is accessible, fits both sizes and is pictured", async (screen) => {
    await page.emulateMedia({ colorScheme });
    await resize(opened.application, 1440, 900);
    await open(screen);
    await page.screenshot({ path: join(pictures, `${screen}-${colorScheme}.png`) });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflows()).toBe(false);

    await resize(opened.application, 1024, 640);
    await page.waitForTimeout(200);
    expect(await overflows()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test("each card is accessible, whatever it holds", async () => {
  await resize(opened.application, 1440, 900);
  await open("approvals");
  for (const step of ["j", "j", "j", "j"]) {
    await page.keyboard.press(step);
    await page.waitForTimeout(450);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});

test("with more contrast everything stays readable", async () => {
  await page.emulateMedia({ contrast: "more" });
  for (const screen of screens) {
    await open(screen);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.emulateMedia({ contrast: null });
});

test("a dialog is accessible and the safe answer has the focus", async () => {
  await page.getByRole("button", { name: "Stop all agents" }).click();
  await page.getByRole("alertdialog", { name: "Stop all agents?" }).waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
  // What lies behind is hidden while the dialog is open, and the focus cannot get there.
  expect(await accessibilityProblems(page, "[role=alertdialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
});

test("nothing on the way broke a rule of the page", () => {
  expect(trouble).toEqual([]);
});
