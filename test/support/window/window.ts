// What window tests have in common: sizes, appearance, accessibility, and an ear for anything that goes wrong in the page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { ElectronApplication, Locator, Page } from "playwright-core";

export async function resize(application: ElectronApplication, width: number, height: number): Promise<void> {
  await application.evaluate(
    ({ BrowserWindow }, size) => {
      const isConsole = (window: Electron.BrowserWindow): boolean =>
        !window.webContents.getURL().endsWith("popover.html");
      BrowserWindow.getAllWindows().find(isConsole)?.setContentSize(size.width, size.height);
    },
    { width, height },
  );
}

/** Errors of the page from now on: exceptions, failed requests, violations of the content security policy. */
export function listenForTrouble(page: Page): readonly string[] {
  const trouble: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(error.message));
  return trouble;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with the page, or a part of it, as it is now, one line each. */
export async function accessibilityProblems(page: Page, part = "html"): Promise<readonly string[]> {
  // Handed over by the debugger: the page's own policy would not let it in.
  await page.evaluate(axeSource);
  const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
  );
}

/** Which element has the keyboard focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.tagName.toLowerCase()");
}

/** By its name in the navigation: numbers change when screens are added. */
export async function openScreen(page: Page, title: string): Promise<void> {
  const name = new RegExp(`^${title}`, "i");
  await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name }).click();
  await page.getByRole("main", { name }).waitFor();
}

/** Longer than what is risky has to be held down. */
const heldMs = 1100;

export async function holdKey(page: Page, key: string): Promise<void> {
  await page.keyboard.down(key);
  await page.waitForTimeout(heldMs);
  await page.keyboard.up(key);
}

/** Presses a button once it is enabled, and keeps it down; for one that only needs a click it is a click. */
export async function holdButton(page: Page, button: Locator): Promise<void> {
  await button.click({ trial: true });
  await button.hover();
  await page.mouse.down();
  await page.waitForTimeout(heldMs);
  await page.mouse.up();
}
