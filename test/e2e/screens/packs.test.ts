// The packs of the policy screen in the real window around the real engine: listed, switched, checked, added, removed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { ownPack } from "../../support/engine/packs.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  trouble = listenForTrouble(page);
  await openScreen(page, "Policy");
  await page.getByRole("tab", { name: "Packs" }).click();
});
afterAll(() => opened.close());

const pack = (name: string) => page.getByRole("list", { name: "Packs" }).getByRole("listitem", { name, exact: true });

test("a pack shows its rules with score, reason, technique and examples", async () => {
  await pack("git").getByRole("button", { name: /^git/ }).click();
  const rules = page.getByRole("list", { name: "Rules of git" });
  await rules.getByText("Asks you · Lost version history · T1565.001").waitFor();
  await rules.getByText("git push --force origin main").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a pack and a rule are switched off and on", async () => {
  const settings = () => readFileSync(join(opened.dataDirectory, "settings.json"), "utf8");
  await page.getByRole("switch", { name: "Rule git-lease-push" }).click();
  await expect.poll(settings).toContain("git-lease-push");
  await page.getByRole("switch", { name: "Pack git", exact: true }).click();
  await expect.poll(() => page.getByRole("switch", { name: "Pack git", exact: true }).isChecked()).toBe(false);
  await page.getByRole("switch", { name: "Pack git", exact: true }).click();
  await page.getByRole("switch", { name: "Rule git-lease-push" }).click();
  await expect.poll(settings).not.toContain("git-lease-push");
});

test("a pack is checked before it is added, and removed again", async () => {
  await page.getByRole("button", { name: "Add a pack" }).click();
  const form = page.getByRole("region", { name: "Add a pack" });
  await form.getByRole("textbox").fill(ownPack.replace("score: ask", "score: high"));
  await form.getByRole("button", { name: "Check" }).click();
  await form.getByText(/rules\[0\]\.score: A score is one of/).waitFor();
  expect(await form.getByRole("button", { name: "Add", exact: true }).isDisabled()).toBe(true);
  await form.getByRole("textbox").fill(ownPack);
  await form.getByRole("button", { name: "Check" }).click();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await pack("team").getByText("Yours, 1 rule").waitFor();
  const file = join(opened.dataDirectory, "packs/team.yaml");
  expect(existsSync(file)).toBe(true);

  writeFileSync(file, "name: team\n");
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("tab", { name: "Packs" }).click();
  await page
    .getByRole("alert", { name: "Problems of team" })
    .getByText(/stays in force/)
    .waitFor();
  await pack("team").getByRole("button", { name: /^team/ }).click();
  await page.getByRole("button", { name: "Remove team" }).click();
  await expect.poll(() => pack("team").count()).toBe(0);
  expect(trouble).toEqual([]);
});
