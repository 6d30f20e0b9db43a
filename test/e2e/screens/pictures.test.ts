// The pictures of the README: the real window around the real engine, after the demo's working day.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeHistory } from "../../../demo/history.ts";
import { type Live, openLive } from "../../../demo/live.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { openScreen, resize } from "../../support/window/window.ts";

/** `npm run pictures` names the folder of the documents; a test run leaves the project as it was. */
const pictures = process.env["GATEHOUSE_PICTURES"] ?? mkdtempSync(join(tmpdir(), "gatehouse-screenshots-"));
const screens = [
  "overview",
  "approvals",
  "activity",
  "agents",
  "sessions",
  "policy",
  "integrations",
  "settings",
] as const;
let opened: Console;
let live: Live;
const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-pictures-"));

beforeAll(async () => {
  await writeHistory({ directory: dataDirectory, now: Date.now(), seed: 42, hours: 9 });
  opened = await launchConsole({ dataDirectory });
  // Nobody looks at the console, so the small window shows what waits.
  await opened.application.evaluate(({ BrowserWindow }) => {
    BrowserWindow.prototype.isFocused = () => false;
  });
  live = await openLive(opened);
  // A few steps of every agent, and no burst that would fill the feed with one second.
  await live.goOn(AbortSignal.timeout(6000), 120);
  mkdirSync(pictures, { recursive: true });
  await resize(opened.application, 1440, 900);
  await tryDraft();
});
afterAll(async () => {
  live.hangUp();
  await opened.close();
  if (process.env["GATEHOUSE_PICTURES"] === undefined) rmSync(pictures, { recursive: true, force: true });
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

/** A draft in the editor, tried on the day that was. */
async function tryDraft(): Promise<void> {
  const { window } = opened;
  await openScreen(window, "policy");
  await window.getByRole("textbox", { name: "Policy file" }).click();
  const rule = `  - id: containers
    effect: escalate
    programs: [docker, kubectl, terraform]
    reason: What runs elsewhere is started by a person

`;
  const text = readFileSync(join(dataDirectory, "policy.yaml"), "utf8").replace(/^rules:\n/m, `rules:\n${rule}`);
  await window.keyboard.press("Control+a");
  await window.keyboard.insertText(text);
  await window.getByRole("tab", { name: "What if" }).click();
  await window.getByText("Unsaved changes").waitFor();
  await window.getByRole("button", { name: "Run" }).click();
  await window.getByText(/would change/).waitFor({ timeout: 40_000 });
}

/** Brings the beginning of the rules into view, with the draft's own above them. */
async function showRule(window: Page, id: string): Promise<void> {
  await window.getByRole("tab", { name: "Rules" }).click();
  await window
    .getByRole("list", { name: "Rules" })
    .getByRole("button", { name: new RegExp(`^${id}`) })
    .click();
  await window.getByRole("tab", { name: "What if" }).click();
}

test.each(["light", "dark"] as const)("every screen in %s", async (colorScheme) => {
  const { window } = opened;
  await window.emulateMedia({ colorScheme });
  for (const screen of screens) {
    await openScreen(window, screen);
    if (screen === "overview") await window.getByRole("radio", { name: "Last 24 hours" }).click();
    if (screen === "activity") await showHighRisk(window);
    if (screen === "policy") await showRule(window, "system-write");
    await window.mouse.move(700, 8);
    // The charts draw once a second, the card takes answers after 400 ms.
    await window.waitForTimeout(1200);
    const picture = await window.screenshot({ path: join(pictures, `${screen}-${colorScheme}.png`) });
    expect(picture.length).toBeGreaterThan(20_000);
  }
});

/** Nearly everything is harmless; the picture shows the rest, and the story of a denial. */
async function showHighRisk(window: Page): Promise<void> {
  await window.getByRole("button", { name: /^(Actions|High and critical risk)$/ }).click();
  await window.getByRole("dialog").getByRole("button", { name: "High and critical risk" }).click();
  await window.getByRole("row").filter({ hasText: "Denied" }).first().click();
}

test.each(["light", "dark"] as const)("the small window and the narrow one in %s", async (colorScheme) => {
  const { window, application } = opened;
  const small = application.windows().find((page) => page.url().endsWith("popover.html"));
  if (small === undefined) throw new Error("The small window did not appear.");
  await small.emulateMedia({ colorScheme });
  await small.getByRole("article", { name: "Request" }).waitFor();
  const seen = await small.screenshot({ path: join(pictures, `popover-${colorScheme}.png`) });
  expect(seen.length).toBeGreaterThan(5000);
  await resize(application, 380, 760);
  await window.emulateMedia({ colorScheme });
  for (const screen of ["overview", "approvals"] as const) {
    await openScreen(window, screen);
    await window.waitForTimeout(1200);
    const picture = await window.screenshot({ path: join(pictures, `narrow-${screen}-${colorScheme}.png`) });
    expect(picture.length).toBeGreaterThan(10_000);
  }
  await resize(application, 1440, 900);
});

test("every agent of the demo has come in, each by its own protocol", async () => {
  const { window } = opened;
  await openScreen(window, "overview");
  await window.getByText("6 of 6 agents connected", { exact: false }).waitFor();
  await openScreen(window, "integrations");
  for (const protocol of ["A2G", "AOS", "AEON", "A2E"]) {
    expect(await window.getByText(`by ${protocol}`, { exact: true }).count()).toBeGreaterThan(0);
  }
});

test("what should wait for a human waits, and nothing else does", async () => {
  const { window } = opened;
  await window.keyboard.press("Control+2");
  const queue = window.getByRole("main", { name: /approvals/i });
  for (const what of ["pre-push", "cat ~/.aws/credentials", "sudo apt-get install", "npm publish"]) {
    await queue.getByText(what, { exact: false }).first().waitFor();
  }
  expect(await window.title()).toBe("(7) Approvals · Gatehouse");
});
