// The integrations screen in the real window: addresses, programs that are copied as shown, the token, who is connected.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";
import { playWorkday } from "../../support/engine/workday.ts";

const run = promisify(execFile);
let home: string;
let opened: Console;
let page: Page;
let trouble: readonly string[];
let hangUp: () => void;

beforeAll(async () => {
  // A home without agents, whoever runs the test.
  home = mkdtempSync(join(tmpdir(), "gatehouse-home-"));
  opened = await launchConsole({ environment: { HOME: home } });
  page = opened.window;
  trouble = listenForTrouble(page);
  hangUp = await playWorkday(opened.ws);
  await openScreen(page, "Integrations");
});
afterAll(async () => {
  hangUp();
  await opened.close();
  rmSync(home, { recursive: true, force: true });
});

const clipboard = (): Promise<string> => opened.application.evaluate(({ clipboard: board }) => board.readText());

test("the addresses are those that listen", async () => {
  const addresses = page.getByRole("region", { name: "Addresses" });
  await addresses.getByText(`${opened.http}/rpc`).waitFor();
  await addresses.getByText("3 open").waitFor();
  await addresses.getByRole("button", { name: "Copy the address of WebSocket" }).click();
  await expect.poll(clipboard).toBe(opened.ws);
  expect(await addresses.getByText("None is demanded", { exact: false }).count()).toBe(1);
});

test("a program is copied as it is shown, and works", async () => {
  const programs = page.getByRole("region", { name: "Programs to paste" });
  await programs.getByRole("button", { name: "Copy" }).click();
  await expect.poll(clipboard).toContain("a2g/intent");
  expect(await clipboard()).toBe(await programs.getByLabel("The program").textContent());
  const { stdout } = await run("bash", ["-c", await clipboard()]);
  expect(JSON.parse(stdout)).toMatchObject({ result: { verdict: "APPROVED" } });
  const connections = page.getByRole("region", { name: "Connections" });
  await connections
    .getByRole("listitem")
    .filter({ hasText: /my-agent.*A2G.*npm test.*Allowed/s })
    .waitFor();
});

test("each protocol has its programs, and a language it lacks cannot be chosen", async () => {
  const programs = page.getByRole("region", { name: "Programs to paste" });
  await programs.getByRole("radio", { name: "A2E" }).click();
  expect(await programs.getByRole("radio", { name: "curl" }).isDisabled()).toBe(true);
  expect(await programs.getByLabel("The program").textContent()).toContain("handshake/req");
  await programs.getByRole("radio", { name: "Python" }).click();
  expect(await programs.getByLabel("The program").textContent()).toContain("import socket");
});

test("agents are listed with their state and last event, below those found on this laptop", async () => {
  const connections = page.getByRole("region", { name: "Connections" });
  await connections
    .getByRole("listitem")
    .filter({ hasText: /Codex.*Connected.*A2G.*apt-get/s })
    .waitFor();
  const found = page.getByRole("region", { name: "Found on this laptop" });
  await found.getByText("Not installed:", { exact: false }).waitFor();
  expect(await found.getByRole("button", { name: /^Connect/ }).count()).toBe(0);
});

test("a token is demanded, hidden until asked for, and copied without being shown", async () => {
  const secret = "a-token-nobody-guesses";
  const other = await launchConsole({ environment: { GATEHOUSE_TOKEN: secret } });
  try {
    await openScreen(other.window, "Integrations");
    const addresses = other.window.getByRole("region", { name: "Addresses" });
    await addresses.getByRole("button", { name: "Copy", exact: true }).click();
    await other.window.getByText("Token copied. It was not shown.").waitFor();
    expect(await other.application.evaluate(({ clipboard: board }) => board.readText())).toBe(secret);
    expect(await other.window.getByText(secret).count()).toBe(0);
    await addresses.getByRole("button", { name: "Show" }).click();
    await addresses.getByText(secret).waitFor();
    const program = other.window.getByLabel("The program");
    expect(await program.textContent()).toContain("Bearer $GATEHOUSE_TOKEN");
  } finally {
    await other.close();
  }
});

test("it is accessible and fits the smallest window, and nothing broke a rule of the page", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await resize(opened.application, 1024, 640);
  await page.waitForTimeout(200);
  expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(trouble).toEqual([]);
});
