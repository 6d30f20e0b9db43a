// The real engine that cannot start, in the real window: what happened, what it means, what to do, and the way back.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, openScreen } from "../../support/window/window.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "gatehouse-failing-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

async function open(dataDirectory: string, environment: Readonly<Record<string, string>> = {}): Promise<Page> {
  const opened = await launchConsole({ dataDirectory, environment, withoutEngine: true });
  onTestFinished(() => opened.close());
  return opened.window;
}

async function waitUntilDown(page: Page, what: string, todo: string): Promise<void> {
  await page.getByRole("heading", { name: "The engine is not running" }).waitFor();
  await page.getByText(what).waitFor();
  await page.getByText("Gatehouse approves nothing while it is down.", { exact: false }).waitFor();
  await page.getByText(todo, { exact: false }).waitFor();
}

async function tryAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Three steps to governed agents" }).waitFor();
}

test("a port that another program has: the next free one is used, and every screen says so", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const page = await open(folder(), { GATEHOUSE_PORT: String(port) });
  const banner = page.getByRole("status").filter({ hasText: `Port ${port} is used by another program` });
  await banner.waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await banner.getByRole("button", { name: "Show addresses" }).click();
  await page.getByRole("main", { name: "Integrations" }).waitFor();
});

test("a database from a newer Gatehouse is left as it is", async () => {
  const data = folder();
  const database = new Database(join(data, "ledger.sqlite"));
  database.pragma("user_version = 9999");
  database.close();
  const page = await open(data);
  await waitUntilDown(page, "The ledger is from a newer Gatehouse.", "Start the newer version");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a damaged database is set aside, and every screen says so until a human has seen it", async () => {
  const data = folder();
  writeFileSync(join(data, "ledger.sqlite"), "This is a letter and no database.\n".repeat(200), { mode: 0o600 });
  const page = await open(data);
  await page.getByRole("alert").filter({ hasText: "All agents are stopped." }).waitFor();
  const banner = page.getByRole("alert").filter({ hasText: "the ledger may not be the one that was written last" });
  await banner.getByText("A new ledger begins, because the one before is damaged.", { exact: false }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await openScreen(page, "Settings");
  await banner.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("main", { name: "Activity" }).waitFor();
  await page.getByRole("complementary", { name: "Story" }).getByText("is damaged", { exact: false }).first().waitFor();
  await banner.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("main").waitFor();
  await page.waitForTimeout(800);
  expect(await banner.count()).toBe(0);
});

test("a head file that was taken away between two starts is an alarm, and all agents are stopped", async () => {
  const data = folder();
  await (await launchConsole({ dataDirectory: data })).close();
  rmSync(join(data, "ledger.head.json"));
  const page = await open(data);
  await page.getByRole("alert").filter({ hasText: "All agents are stopped." }).waitFor();
  const banner = page.getByRole("alert").filter({ hasText: "the ledger may not be the one that was written last" });
  await banner.getByText("ledger.head.json, is missing", { exact: false }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await banner.getByRole("button", { name: "Look at it" }).click();
  await page.getByRole("main", { name: "Activity" }).waitFor();
  await banner.waitFor({ state: "detached" });
});

test("a policy that does not load, until it is corrected", async () => {
  const data = folder();
  writeFileSync(join(data, "policy.yaml"), "rules: 3\n", { mode: 0o600 });
  const page = await open(data);
  await waitUntilDown(page, "The policy does not load.", "Correct the lines named above");
  expect(await accessibilityProblems(page)).toEqual([]);
  rmSync(join(data, "policy.yaml"));
  await tryAgain(page);
});
