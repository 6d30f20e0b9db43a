// The command palette and the sheet of keys, by keyboard alone.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, listenForTrouble } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole({ appPath: await buildFakeConsole() });
  page = opened.window;
  trouble = listenForTrouble(page);
  await page.getByText("5 requests are waiting for you").waitFor();
});
afterAll(() => opened.close());

const palette = () => page.getByRole("dialog", { name: "Commands" });

beforeEach(async () => {
  await page.keyboard.press("Escape");
  await palette().waitFor({ state: "detached" });
});

async function type(words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette().waitFor();
  await page.keyboard.type(words);
}

test("it opens and closes, is accessible in both themes, and has the focus", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.keyboard.press("Control+k");
    await palette().waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
    expect(await accessibilityProblems(page, "[role=dialog]")).toEqual([]);
    await page.keyboard.press("Control+k");
    await palette().waitFor({ state: "detached" });
  }
});

test("it goes to a screen", async () => {
  await type("agents");
  await page.keyboard.press("Enter");
  await page.getByRole("main", { name: "Agents" }).waitFor();
  expect(await page.title()).toContain("Agents");
});

test("it goes to the card of a request, and Enter there still allows nothing", async () => {
  await type("get.pnpm");
  await page.keyboard.press("Enter");
  const card = page.getByRole("article", { name: "Request" });
  await card.getByText("get.pnpm.example").first().waitFor();
  await page.waitForTimeout(500);
  await page.keyboard.press("Enter");
  await page.waitForTimeout(200);
  expect(await page.title()).toContain("(5)");
});

test("letters typed there never reach the card behind it", async () => {
  await page.keyboard.press("Control+2");
  await page.waitForTimeout(500);
  await type("adda");
  await page.waitForTimeout(300);
  expect(await page.title()).toContain("(5)");
});

test("it stops all agents only after asking", async () => {
  await type("stop all");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Stop all agents?" });
  await dialog.waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Cancel");
  await dialog.getByRole("button", { name: "Stop all agents" }).click();
  await page.getByText("All agents stopped").waitFor();
  await type("resume all");
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Resume all agents" }).click();
  await page.getByText("Enforcing").waitFor();
});

test("it changes the theme", async () => {
  await type("dark theme");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await type("theme of the system");
  await page.keyboard.press("Enter");
});

test("whatever else is typed is looked for in the ledger", async () => {
  await type("rm -rf node_modules");
  await page.getByText("Search the ledger for “rm -rf node_modules”").click();
  await page.getByRole("main", { name: "Activity" }).waitFor();
  expect(await page.title()).toContain("Activity");
});

test("a question mark shows every key", async () => {
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard" });
  await sheet.getByText("Enter never allows anything.", { exact: false }).waitFor();
  expect(await accessibilityProblems(page, "[role=dialog]")).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
});

test("nothing on the way broke a rule of the page", () => {
  expect(trouble).toEqual([]);
});
