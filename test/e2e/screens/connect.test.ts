// Connecting an agent in the real window: the change is shown, written, tried and green; drift is seen, repaired and undone.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";

const original = '{\n  "model": "opus",\n  "permissions": {\n    "deny": ["Bash(rm *)"]\n  }\n}\n';
/** Where the pictures of this run go, for looking at them. */
const pictures = process.env["GATEHOUSE_TEST_PICTURES"];

let home: string;
let opened: Console;
let page: Page;
let trouble: readonly string[];

/** A program that only says its version: connecting an agent needs no more of it. */
function putProgram(name: string, version: string): void {
  writeFileSync(join(home, "bin", name), `#!/bin/sh\necho ${name} ${version}\n`, { mode: 0o755 });
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "gatehouse-home-"));
  for (const folder of ["bin", ".claude", "shop"]) mkdirSync(join(home, folder));
  putProgram("claude", "2.1.326");
  putProgram("gemini", "0.61.0");
  putProgram("pi", "0.80.0");
  writeFileSync(settings(), original);
  const path = [join(home, "bin"), process.env["PATH"] ?? ""].join(delimiter);
  opened = await launchConsole({ environment: { HOME: home, PATH: path } });
  page = opened.window;
  trouble = listenForTrouble(page);
});
afterAll(async () => {
  await opened.close();
  rmSync(home, { recursive: true, force: true });
});

const settings = (): string => join(home, ".claude", "settings.json");
const read = (): string => readFileSync(settings(), "utf8");
const row = (name: string) =>
  page.getByRole("list", { name: "Agents on this laptop" }).getByRole("listitem").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");

/** In both themes: nothing that axe finds, and a picture where somebody wants to look. */
async function inspect(name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours fade otherwise, and would be measured half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await accessibilityProblems(page)).toEqual([]);
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`) });
  }
}

test("the first start lists the agents of this laptop with their versions", async () => {
  await row("Claude Code").getByText("2.1.326").waitFor();
  await row("Claude Code").getByText("Not connected").waitFor();
  expect(await row("Gemini CLI").count()).toBe(1);
  // A folder of settings is no agent.
  expect(await row("Codex").count()).toBe(0);
  await page.getByText(/^Not installed: Codex/).waitFor();
  await inspect("first-run");
});

test("the exact change is shown before anything is written", async () => {
  await row("Claude Code").getByRole("button", { name: "Connect Claude Code" }).click();
  const change = dialog().getByRole("region", { name: settings() });
  await change.getByText("will be changed").waitFor();
  await change.getByText(`"url": "${opened.http}/hooks/claude-code"`, { exact: false }).first().waitFor();
  expect(await change.getByText('"model": "opus"', { exact: false }).count()).toBe(1);
  expect(read()).toBe(original);
  await inspect("connect-change");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(read()).toBe(original);
});

test("it is written with a backup, tried with a test call, and green", async () => {
  await row("Claude Code").getByRole("button", { name: "Connect Claude Code" }).click();
  await dialog().getByRole("button", { name: "Connect Claude Code" }).click();
  await dialog().getByText("Claude Code is connected").waitFor();
  await dialog()
    .getByText(/gatehouse\.invalid.*was denied before it could run, in \d+ ms/)
    .waitFor();
  await inspect("connected");
  await dialog().getByRole("button", { name: "Done" }).click();
  expect(read()).toContain("/hooks/claude-code");
  const [backup = ""] = readdirSync(join(opened.dataDirectory, "backups"));
  expect(readFileSync(join(opened.dataDirectory, "backups", backup), "utf8")).toBe(original);
  await row("Claude Code").getByText("Connected", { exact: true }).waitFor();
  await row("Claude Code").getByRole("button", { name: "Test the hook of Claude Code" }).click();
  await page.getByText(/^Claude Code: .*was denied before it could run/).waitFor();
});

test("a hook that somebody removes is told within seconds, on every screen, and repaired", async () => {
  await openScreen(page, "Activity");
  writeFileSync(settings(), original);
  const began = Date.now();
  const banner = page.getByRole("alert").filter({ hasText: "Claude Code no longer asks Gatehouse." });
  await banner.waitFor({ timeout: 8000 });
  expect(Date.now() - began).toBeLessThan(8000);
  await inspect("drift");
  await banner.getByRole("button", { name: "Repair" }).click();
  await dialog().getByRole("button", { name: "Repair Claude Code" }).click();
  await dialog().getByText("Claude Code is connected").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await banner.waitFor({ state: "detached" });
  expect(read()).toContain("/hooks/claude-code");
});

test("hooks that a setting switches off, and a version that is too old, are no green states", async () => {
  await openScreen(page, "Integrations");
  writeFileSync(settings(), read().replace("{", '{\n  "disableAllHooks": true,'));
  await row("Claude Code").getByText("Hooks switched off").waitFor({ timeout: 8000 });
  await row("pi").getByRole("button", { name: "Connect pi" }).click();
  await dialog().getByRole("button", { name: "Connect pi" }).click();
  await dialog().getByText("pi is connected, but needs attention").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  await row("pi").getByText("Unsupported version").waitFor();
  await inspect("states");
  writeFileSync(settings(), read().replace('\n  "disableAllHooks": true,', ""));
  await row("Claude Code").getByText("Connected", { exact: true }).waitFor({ timeout: 8000 });
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("one project is connected on its own", async () => {
  const folder = join(home, "shop");
  await row("Gemini CLI").getByRole("button", { name: "Connect Gemini CLI" }).click();
  await dialog().getByRole("radio", { name: "One project" }).click();
  await dialog().getByRole("textbox", { name: "Folder of the project" }).fill("shop");
  expect(await dialog().getByRole("button", { name: "Connect Gemini CLI" }).isDisabled()).toBe(true);
  await dialog().getByRole("textbox", { name: "Folder of the project" }).fill(folder);
  await dialog()
    .getByRole("region", { name: join(folder, ".gemini", "settings.json") })
    .waitFor();
  await inspect("project");
  await dialog().getByRole("button", { name: "Connect Gemini CLI" }).click();
  await dialog().getByText("Gemini CLI is connected").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  expect(existsSync(join(home, ".gemini", "settings.json"))).toBe(false);
  await row("Gemini CLI").getByText(`Only in ${folder}`).waitFor();
});

test("disconnecting shows its change too, and gives the file back as it was", async () => {
  await row("Claude Code").getByRole("button", { name: "Disconnect Claude Code" }).click();
  await dialog().getByText("will no longer ask", { exact: false }).waitFor();
  await inspect("disconnect");
  await dialog().getByRole("button", { name: "Disconnect Claude Code" }).click();
  await dialog().getByText("Claude Code is disconnected").waitFor();
  await dialog().getByRole("button", { name: "Done" }).click();
  expect(read()).toBe(original);
  await row("Claude Code").getByText("Not connected").waitFor();
});

test("the checklist stays until its steps are done, and can be opened again", async () => {
  await page.getByRole("button", { name: "Getting started" }).click();
  // Nothing but test calls has happened: the first start is still shown, with the first step ticked.
  await page.getByText("Three steps to governed agents").waitFor();
  await page.getByRole("button", { name: "Send a test intent" }).click();
  await page.waitForTimeout(450);
  await page
    .getByRole("article", { name: "Request" })
    .getByRole("button", { name: /^Deny(?! with)/ })
    .click();
  await openScreen(page, "Overview");
  const list = page.getByRole("region", { name: "Getting started" });
  await list.getByText("2 of 3 done").waitFor();
  await inspect("checklist");
  await call("npm test");
  await list.getByText("You are all set").waitFor();
  await list.getByRole("button", { name: "Close" }).click();
  await list.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("getting started");
  await page.keyboard.press("Enter");
  await list.getByText("You are all set").waitFor();
  expect(await list.getByText("Done").count()).toBe(3);
});

/** As Claude Code would ask, in a mode that asks nobody. */
async function call(command: string): Promise<unknown> {
  const response = await fetch(`${opened.http}/hooks/claude-code`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      hook_event_name: "PreToolUse",
      session_id: "s1",
      cwd: join(home, "shop"),
      permission_mode: "bypassPermissions",
      agent_id: "a1",
      agent_type: "general-purpose",
      tool_name: "Bash",
      tool_input: { command },
    }),
  });
  return response.json();
}

test("the agent's permission mode and its subagents are shown, on its page and on the card", async () => {
  await openScreen(page, "Agents");
  const agents = page.getByRole("navigation", { name: "Agents" });
  await agents.getByRole("button", { name: /Claude Code · shop/ }).click();
  await page.getByText("This agent's own permission checks are off", { exact: false }).waitFor();
  await agents
    .getByRole("list", { name: "Subagents of Claude Code · shop" })
    .getByText("general-purpose · 1 call")
    .waitFor();
  await inspect("agent");
  const answer = call("git push --force origin main");
  await openScreen(page, "Approvals");
  const card = page.getByRole("article", { name: "Request" });
  await card.getByText("bypassPermissions: asks nobody").waitFor();
  await card.getByText("general-purpose").waitFor();
  await inspect("card");
  await page.waitForTimeout(450);
  await card
    .getByRole("button", { name: /^Deny(?! with)/ })
    .first()
    .click();
  expect(JSON.stringify(await answer)).toContain('"deny"');
});

test("it fits the smallest window, and nothing broke a rule of the page", async () => {
  await openScreen(page, "Integrations");
  await resize(opened.application, 1024, 640);
  await page.waitForTimeout(200);
  expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  await row("Claude Code").getByRole("button", { name: "Connect Claude Code" }).click();
  await dialog().getByRole("button", { name: "Connect Claude Code" }).waitFor();
  await inspect("small");
  await dialog().getByRole("button", { name: "Cancel" }).click();
  expect(trouble).toEqual([]);
});
