// The pictures of the README: the real window around the real engine, after a miniature working day.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../../scripts/project.ts";
import { type Console, launchConsole } from "../support/electron.ts";
import { resize } from "../support/window.ts";
import { playWorkday } from "../support/workday.ts";

const pictures = join(projectRoot, "docs", "screenshots");
const screens = ["overview", "approvals", "activity", "agents"] as const;
let opened: Console;
let hangUp: () => void;

beforeAll(async () => {
  opened = await launchConsole();
  hangUp = await playWorkday(opened.ws);
  mkdirSync(pictures, { recursive: true });
  await resize(opened.application, 1440, 900);
});
afterAll(async () => {
  hangUp();
  await opened.close();
});

test.each(["light", "dark"] as const)("every screen in %s", async (colorScheme) => {
  const { window } = opened;
  await window.emulateMedia({ colorScheme });
  for (const [index, screen] of screens.entries()) {
    await window.keyboard.press(`Control+${index + 1}`);
    await window.getByRole("main", { name: new RegExp(screen, "i") }).waitFor();
    // The charts draw once a second, the card takes answers after 400 ms.
    await window.waitForTimeout(1200);
    const picture = await window.screenshot({ path: join(pictures, `${screen}-${colorScheme}.png`) });
    expect(picture.length).toBeGreaterThan(20_000);
  }
});

test("what should wait for a human waits, and nothing else does", async () => {
  const { window } = opened;
  await window.keyboard.press("Control+2");
  const queue = window.getByRole("main", { name: /approvals/i });
  for (const command of [
    "git push --force origin main",
    "cat ~/.aws/credentials",
    "sudo apt-get install",
    "npm publish",
  ]) {
    await queue.getByText(command, { exact: false }).first().waitFor();
  }
  expect(await window.title()).toBe("(4) Approvals · Gatehouse");
});
