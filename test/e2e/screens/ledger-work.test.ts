// Long work on a ledger with a long past: it shows how far it is, can be stopped from the window, and says how it ended.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { historyOf, seedLedger } from "../../support/engine/history.ts";
import { openScreen } from "../../support/window/window.ts";
import { workdayAgents } from "../../support/engine/workday.ts";

let opened: Console;
let page: Page;
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  // Enough that the work takes longer than a click on a fast machine.
  const past = historyOf({ agents: workdayAgents, days: 20, aDay: 1000, now: Date.now() - 3_600_000 });
  await seedLedger(dataDirectory, past);
  opened = await launchConsole({ dataDirectory });
  page = opened.window;
  await openScreen(page, "Activity");
}, 120_000);
afterAll(async () => {
  await opened.close();
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

/** Presses Stop as soon as it is there: the wait for it begins before the work does. */
async function stopAfter(start: () => Promise<void>, work: string): Promise<void> {
  const seen = page.getByRole("progressbar", { name: work }).waitFor();
  const stopped = page.getByRole("button", { name: "Stop", exact: true }).click();
  await start();
  await Promise.all([seen, stopped]);
}

test("a verification is stopped, counts for nothing, and can be asked for again", async () => {
  await page.getByRole("button", { name: "Not verified yet" }).click();
  await stopAfter(() => page.getByRole("button", { name: "Verify now" }).click(), "Verification");
  const panel = page.getByRole("dialog", { name: "Integrity" });
  await panel.getByText("Stopped before the end: this says nothing about the ledger").waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Not verified yet" }).count()).toBe(1);

  await page.getByRole("button", { name: "Verify now" }).click();
  await panel.getByText("Verified: nothing was changed.").waitFor();
  expect(await panel.getByText("Stopped before the end").count()).toBe(0);
  await page.keyboard.press("Escape");
});

test("an export is stopped and leaves nothing behind; the next one is whole", async () => {
  const folder = join(dataDirectory, "exports");
  mkdirSync(folder);
  const file = join(folder, "out.jsonl");
  await opened.application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const jsonLines = page.getByRole("button", { name: /^JSON lines/ });
  await stopAfter(() => jsonLines.click(), "Export");
  await page.getByText(`Stopped. Nothing was written to ${file}.`).waitFor();
  expect(readdirSync(folder)).toEqual([]);

  await jsonLines.click();
  await page.getByText(/entries\. Written to/).waitFor();
  expect(readdirSync(folder)).toEqual(["out.jsonl"]);
  await page.keyboard.press("Escape");
});
