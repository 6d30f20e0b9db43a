// What every desktop application has: menus, About, help without a network, a log, and a palette that finds everything.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";

const configuration = mkdtempSync(join(tmpdir(), "gatehouse-config-"));
let opened: Console;
let page: Page;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole({ environment: { XDG_CONFIG_HOME: configuration } });
  page = opened.window;
  await page.getByRole("main").waitFor();
  trouble = listenForTrouble(page);
});
afterAll(async () => {
  await opened.close();
  rmSync(configuration, { recursive: true, force: true });
});

function clickMenu(...path: readonly string[]): Promise<boolean> {
  return opened.application.evaluate(({ Menu }, [top, item]) => {
    const menu = Menu.getApplicationMenu()?.items.find(({ label }) => label === top);
    const found = menu?.submenu?.items.find(({ label }) => label === item);
    found?.click();
    return found !== undefined;
  }, path);
}

async function find(words: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(words);
  await page.getByRole("option", { name: option }).first().click();
}

test("the menus are those of every desktop application", async () => {
  const menus = await opened.application.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).map(({ label, role, submenu }) => [
      label === "" ? role : label,
      submenu?.items.filter((item) => item.type !== "separator").length ?? 0,
    ]),
  );
  expect(menus.map(([label]) => label)).toEqual(["File", "Edit", "View", "Window", "Help"]);
  expect(menus.every(([, items]) => Number(items) > 0)).toBe(true);
  expect(await clickMenu("File", "Settings…")).toBe(true);
  await page.getByRole("main", { name: "Settings" }).waitFor();
});

test("Help shows the documentation, and its links lead from page to page", async () => {
  expect(await clickMenu("Help", "Documentation")).toBe(true);
  const help = page.getByRole("main", { name: "Help" });
  await help.getByRole("heading", { name: "Approvals", exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await help.getByRole("button", { name: "cli.md" }).first().click();
  await help
    .getByRole("heading", { name: /command/i })
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("the log tells of the start and is in a file for the user alone", async () => {
  expect(await clickMenu("Help", "Log")).toBe(true);
  const log = page.getByRole("main", { name: "Log" });
  await log.getByText(/The engine listens on http/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const file = join(opened.dataDirectory, "logs", "gatehouse.log");
  expect(readFileSync(file, "utf8")).toContain('"where":"start"');
  await log.getByRole("switch", { name: "Problems only" }).click();
  await log.getByText("No results").waitFor();
});

test("the palette finds settings, rules and actions", async () => {
  await find("keys to answer", "Keys to answer from anywhere");
  const settings = page.getByRole("main", { name: "Settings" });
  await settings.getByRole("group", { name: "Keys to answer from anywhere" }).waitFor();
  expect(await settings.getByRole("group", { name: "Quiet hours" }).count()).toBe(0);
  await find("rule publish", /^publish/);
  await page.getByRole("main", { name: "Policy" }).waitFor();
  await find("verify", "Verify the ledger");
  await page.getByRole("main", { name: "Activity" }).waitFor();
});

test("notifications can be paused from the palette, and the tray knows", async () => {
  await find("pause", "Pause notifications for 15 minutes");
  await page.getByText(/Notifications are paused until/).waitFor();
  await find("resume notifications", "Resume notifications");
  await page.getByText("Notifications are on again.").waitFor();
  expect(await page.evaluate(`gatehouse.desktop("state").then((state) => state.pausedUntil)`)).toBeUndefined();
});

test("starting at login is a switch that writes and removes the autostart file", async () => {
  const file = join(configuration, "autostart", "gatehouse.desktop");
  await find("start when", "Start when I log in");
  const toggle = page.getByRole("switch", { name: "Start when I log in" });
  await toggle.click();
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, "utf8")).toMatch(/^Exec=.*"--at-login"$/m);
  await toggle.click();
  await expect.poll(() => existsSync(file)).toBe(false);
});

test("nothing went wrong in the page", async () => {
  await openScreen(page, "overview");
  expect(trouble).toEqual([]);
});
