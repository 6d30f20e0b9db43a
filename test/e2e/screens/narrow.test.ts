// A window 380 pixels wide, beside a terminal: every screen can be read, reached and used.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, openScreen, resize } from "../../support/window/window.ts";

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
let page: Page;

beforeAll(async () => {
  opened = await launchConsole({ appPath: await buildFakeConsole() });
  page = opened.window;
  await resize(opened.application, 380, 700);
  await page.getByText("5 requests are waiting for you").waitFor();
});
afterAll(() => opened.close());

/** What can be pressed and is beyond the edge, where nothing scrolls sideways to it. */
const outOfReach = (): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const scrolls = (element) => {
      for (let each = element.parentElement; each !== null; each = each.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth) return true;
      return false;
    };
    return [...document.querySelectorAll("button, a, input, select, textarea, h1, h2, h3")]
      .filter((element) => element.checkVisibility() && element.closest("[aria-hidden], .sr-only, .cm-editor") === null)
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  })()`);

/** The first is just above the width at which the navigation moves to the bottom. */
const widths = [660, 380];

test.each(widths.flatMap((width) => screens.map((screen) => ({ width, screen }))))(
  "$screen fits into $width, nothing is out of reach, and it is accessible",
  async ({ width, screen }) => {
    await resize(opened.application, width, 700);
    await openScreen(page, screen);
    await page.waitForTimeout(400);
    expect(await page.evaluate("innerWidth")).toBe(width);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await outOfReach()).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("a card can be read and answered", async () => {
  await openScreen(page, "approvals");
  const card = page.getByRole("article", { name: "Request" });
  await card.waitFor();
  await page.waitForTimeout(600);
  // What would run is in sight, and the choices come below it.
  const [text, choices] = await Promise.all([
    card.locator("pre").first().boundingBox(),
    card.getByRole("region", { name: "Choices" }).boundingBox(),
  ]);
  expect(text?.y ?? 0).toBeLessThan(600);
  expect(choices?.y ?? 0).toBeGreaterThan(text?.y ?? 0);
  const before = await page.title();
  await page.keyboard.press("d");
  await expect.poll(() => page.title()).not.toBe(before);
});

test("a story opens below the table, and closes", async () => {
  await openScreen(page, "activity");
  await page.getByRole("row").nth(2).click();
  const story = page.getByRole("complementary", { name: "Story" });
  await story.waitFor();
  expect((await story.boundingBox())?.width ?? 0).toBeGreaterThan(360);
  await page.keyboard.press("Escape");
  await story.waitFor({ state: "detached" });
});
