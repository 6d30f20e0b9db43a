// What every screen owes its reader: room on large and small displays, nothing that moves by itself, a ring around what has the focus.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, openScreen, resize } from "../../support/window/window.ts";

const screens = ["overview", "approvals", "activity", "agents", "policy", "integrations", "settings"] as const;
let opened: Console;
let page: Page;

beforeAll(async () => {
  opened = await launchConsole({ appPath: await buildFakeConsole() });
  page = opened.window;
  await resize(opened.application, 1440, 900);
  await page.getByText("5 requests are waiting for you").waitFor();
});
afterAll(() => opened.close());

const overflows = (): Promise<boolean> =>
  page.evaluate<boolean>(
    "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight",
  );

/** Where what is looked at would be wider than where it is shown, and cannot be scrolled to. */
const cutOff = (): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`
    [...document.querySelectorAll("main button, main h2, main h3, main label")]
      .filter((element) => element.checkVisibility() && element.closest("[aria-hidden], .sr-only, .cm-editor") === null)
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
      })
      .map((element) => element.outerHTML.slice(0, 120))
  `);

describe("on a display of 3840 by 2160", () => {
  beforeAll(async () => {
    // The virtual display is smaller, so the page is told to be as large.
    const session = await page.context().newCDPSession(page);
    const size = { width: 3840, height: 2160, deviceScaleFactor: 1, mobile: false };
    await session.send("Emulation.setDeviceMetricsOverride", size);
    return async () => {
      await session.send("Emulation.clearDeviceMetricsOverride");
      await session.detach();
    };
  });

  test.each(screens)("%s uses the room and stays accessible", async (screen) => {
    await openScreen(page, screen);
    await page.waitForTimeout(400);
    expect(await page.evaluate("innerWidth")).toBe(3840);
    expect(await overflows()).toBe(false);
    expect(await cutOff()).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("what is read and what decides stay together on a card", async () => {
    await openScreen(page, "approvals");
    const card = await page.getByRole("article", { name: "Request" }).boundingBox();
    const allow = await page.getByRole("button", { name: /^Allow once/ }).boundingBox();
    if (card === null || allow === null) throw new Error("There is no card.");
    expect(allow.y - card.y).toBeLessThan(1100);
    expect(allow.x + allow.width - card.x).toBeLessThan(1500);
  });
});

test.each(screens)("%s fits 1024 by 640 without cutting anything off", async (screen) => {
  await resize(opened.application, 1024, 640);
  onTestFinished(() => resize(opened.application, 1440, 900));
  await openScreen(page, screen);
  await page.waitForTimeout(300);
  expect(await overflows()).toBe(false);
  expect(await cutOff()).toEqual([]);
});

test.each([
  [790, 560],
  [640, 400],
  [512, 320],
])("the overview is readable on a page enlarged to %d by %d", async (width, height) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  onTestFinished(async () => {
    await session.send("Emulation.clearDeviceMetricsOverride");
    await session.detach();
  });
  await openScreen(page, "overview");
  await page.waitForTimeout(400);
  expect(await page.evaluate("innerWidth")).toBe(width);
  expect(await cutOff()).toEqual([]);
  const overlaps = await page.evaluate<readonly string[]>(`(() => {
    const words = [...document.querySelectorAll("main dt, main dd > *, main h2, main th, main figure button")]
      .filter((element) => element.checkVisibility() && element.closest(".sr-only") === null)
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, top, right, bottom } = range.getBoundingClientRect();
        const clips = getComputedStyle(element).overflow === "hidden";
        const end = clips ? Math.min(right, element.getBoundingClientRect().right) : right;
        return { text: element.textContent, box: { left, top, right: end, bottom } };
      });
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return words.flatMap((one, index) =>
      words.slice(index + 1).filter((other) => meet(one.box, other.box)).map((other) => one.text + " / " + other.text));
  })()`);
  expect(overlaps).toEqual([]);
});

test("enlarged by half on the smallest window, a card can be read and answered", async () => {
  const zoom = (factor: number): Promise<void> =>
    opened.application.evaluate(
      ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(wanted),
      factor,
    );
  await resize(opened.application, 1024, 640);
  await zoom(1.5);
  onTestFinished(async () => {
    await zoom(1);
    await resize(opened.application, 1440, 900);
  });
  await openScreen(page, "approvals");
  await page.waitForTimeout(300);
  const card = page.getByRole("article", { name: "Request" });
  expect(await card.locator("pre").first().isVisible()).toBe(true);
  const room = await page.evaluate<{ readonly read: number; readonly cutOff: boolean }>(`(() => {
    const scroller = document.querySelector("article[aria-label=Request] > div.overflow-y-scroll");
    const choices = scroller.querySelector("section[aria-label=Choices]");
    const covered = getComputedStyle(choices).position === "sticky" ? choices.clientHeight : 0;
    return { read: scroller.clientHeight - covered, cutOff: scroller.scrollWidth > scroller.clientWidth };
  })()`);
  expect(room.read).toBeGreaterThan(200);
  expect(room.cutOff).toBe(false);
});

test("where the system chooses the colours, what is chosen still differs from what is not", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  onTestFinished(() => page.emulateMedia({ forcedColors: null }));
  await openScreen(page, "approvals");
  const grounds = (selector: string): Promise<readonly string[]> =>
    page.evaluate<readonly string[]>(`
      [...new Set([...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => getComputedStyle(each).backgroundColor))]
    `);
  for (const [chosen, others] of [
    ["[role=radio][aria-checked=true]", "[role=radio][aria-checked=false]"],
    ["nav [aria-current=page]", "nav button[title]:not([aria-current])"],
    ["nav [aria-current=true]", "nav [aria-current=false]"],
  ] as const) {
    const [ground, ...more] = await grounds(chosen);
    expect(more).toEqual([]);
    expect(await grounds(others)).not.toContain(ground);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("nothing moves by itself while a screen comes up and stands", async () => {
  await page.evaluate(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120)) });
    }).observe({ type: "layout-shift", buffered: false });
  `);
  for (const screen of [...screens, "overview"]) {
    // By script and not by hand: what follows a human's input would not be counted.
    await page.evaluate(`document.querySelector('nav button[title="${screen}" i]').click()`);
    await page.getByRole("main", { name: new RegExp(`^${screen}`, "i") }).waitFor();
    await page.waitForTimeout(1300);
  }
  const shifts = await page.evaluate<readonly { readonly value: number; readonly what: readonly string[] }[]>("shifts");
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts, undefined, 2)).toBeLessThan(0.01);
});

test("where the system asks for less motion nothing fades, slides or spins", async () => {
  const moving = (): Promise<number> =>
    page.evaluate<number>(`
      [...document.querySelectorAll("*")].filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].some((text) => text.split(", ").some((each) => each !== "0s"));
      }).length
    `);
  await openScreen(page, "settings");
  expect(await moving()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  onTestFinished(() => page.emulateMedia({ reducedMotion: null }));
  for (const screen of screens) {
    await openScreen(page, screen);
    expect(await moving()).toBe(0);
  }
});

/** What has the focus: its name, whether it is seen, and whether a ring shows it. */
interface Focused {
  readonly name: string;
  readonly seen: boolean;
  readonly ring: boolean;
  /** Tab writes there, until Escape gives it back to the page. */
  readonly editor: boolean;
}

const focusedNow = (): Promise<Focused | null> =>
  page.evaluate<Focused | null>(`(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const box = element.getBoundingClientRect();
    // The editor, in a tree of its own, shows it by its caret.
    const editor = element.shadowRoot !== null;
    const { outlineWidth, outlineStyle } = getComputedStyle(element);
    const ring = editor || (parseFloat(outlineWidth) > 0 && outlineStyle !== "none");
    const name = element.getAttribute("aria-label") ?? element.textContent.slice(0, 60);
    return { name: element.tagName + " " + name, seen: box.bottom > 0 && box.top < innerHeight && box.width > 0, ring, editor };
  })()`);

test.each(screens)("%s is walked with Tab alone, and a ring shows where one is", async (screen) => {
  await openScreen(page, screen);
  await page.evaluate("document.activeElement.blur()");
  const walked: Focused[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await focusedNow();
    if (focused === null) break;
    walked.push(focused);
    if (focused.editor) await page.keyboard.press("Escape");
  }
  expect(walked.length).toBeGreaterThan(9);
  expect(walked.filter(({ seen, ring }) => !seen || !ring)).toEqual([]);
});

test("numbers and times are those of the user's language", async () => {
  const german = await launchConsole({
    appPath: await buildFakeConsole(),
    environment: { LC_ALL: "de_DE.UTF-8", LANGUAGE: "de" },
  });
  onTestFinished(() => german.close());
  await german.window.getByText(/^18\.2\d\d entries, healthy$/).waitFor();
  const time = await german.window.locator("main [aria-label='Live feed'] tbody td").first().textContent();
  expect(time).toMatch(/^\d\d:\d\d:\d\d$/);
});
