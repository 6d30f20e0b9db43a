// The pictures of the README: the real window around the real engine, after the demo's working day.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeHistory } from "../../demo/history.ts";
import { type Live, openLive } from "../../demo/live.ts";
import { projectRoot } from "../../scripts/project.ts";
import { type Console, launchConsole } from "../support/electron.ts";
import { resize } from "../support/window.ts";

const pictures = join(projectRoot, "docs", "screenshots");
const screens = ["overview", "approvals", "activity", "agents"] as const;
let opened: Console;
let live: Live;
const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-pictures-"));

beforeAll(async () => {
  await writeHistory({ directory: dataDirectory, now: Date.now(), seed: 42, hours: 9 });
  opened = await launchConsole({ dataDirectory });
  live = await openLive(opened.ws, opened.http);
  await live.goOn(AbortSignal.timeout(3000), 3000);
  mkdirSync(pictures, { recursive: true });
  await resize(opened.application, 1440, 900);
});
afterAll(async () => {
  live.hangUp();
  await opened.close();
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

test.each(["light", "dark"] as const)("every screen in %s", async (colorScheme) => {
  const { window } = opened;
  await window.emulateMedia({ colorScheme });
  for (const [index, screen] of screens.entries()) {
    await window.keyboard.press(`Control+${index + 1}`);
    await window.getByRole("main", { name: new RegExp(screen, "i") }).waitFor();
    if (screen === "overview") await window.getByRole("radio", { name: "Last 24 hours" }).click();
    if (screen === "activity") await showGravest(window);
    await window.mouse.move(700, 8);
    // The charts draw once a second, the card takes answers after 400 ms.
    await window.waitForTimeout(1200);
    const picture = await window.screenshot({ path: join(pictures, `${screen}-${colorScheme}.png`) });
    expect(picture.length).toBeGreaterThan(20_000);
  }
});

/** Nearly everything is harmless; the picture shows the rest, and the story of a denial. */
async function showGravest(window: Page): Promise<void> {
  await window.getByRole("button", { name: /^(Decisions|High and critical risk)$/ }).click();
  await window.getByRole("dialog").getByRole("button", { name: "High and critical risk" }).click();
  await window.getByRole("row").filter({ hasText: "Denied" }).first().click();
}

test("what should wait for a human waits, and nothing else does", async () => {
  const { window } = opened;
  await window.keyboard.press("Control+2");
  const queue = window.getByRole("main", { name: /approvals/i });
  for (const what of ["pre-push", "cat ~/.aws/credentials", "sudo apt-get install", "npm publish"]) {
    await queue.getByText(what, { exact: false }).first().waitFor();
  }
  expect(await window.title()).toBe("(9) Approvals · Gatehouse");
});
