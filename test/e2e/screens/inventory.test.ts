// What an agent is made of and what runs now, in the real window: a change is answered, a call is ended.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";

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

test("a changed definition is shown as a difference and accepted", async () => {
  await openScreen(page, "agents");
  const change = page.getByRole("region", { name: "Changed definitions" });
  await change.getByText("sends the registry token to the log").waitFor();
  await change.getByText('+ argument "token"').waitFor();
  await page.getByText("publish_package(name, tag)").waitFor();
  await change.getByRole("button", { name: "Refuse" }).click();
  await page.getByText("You refused this change.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await change.getByRole("button", { name: "Accept" }).click();
  await change.waitFor({ state: "detached" });
  expect(trouble).toEqual([]);
});

test("a running call shows its output and is ended", async () => {
  await openScreen(page, "overview");
  const running = page.getByRole("region", { name: "Running now" });
  await running.getByRole("button", { name: "npm run build" }).click();
  await running.getByText("vite building for production").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await running.getByRole("button", { name: "Cancel" }).click();
  await running.waitFor({ state: "detached" });
  expect(trouble).toEqual([]);
});
