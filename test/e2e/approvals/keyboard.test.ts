// The approval screen by keyboard alone: what each key does, and what it must never do.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { focused, holdKey } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let card: Locator;

beforeAll(async () => {
  opened = await launchConsole({ appPath: await buildFakeConsole() });
  page = opened.window;
  card = page.getByRole("article", { name: "Request" });
  await page.getByText("5 requests are waiting for you").waitFor();
  await page.keyboard.press("Control+2");
});
afterAll(() => opened.close());

/** Long enough that a card has been seen. */
const seen = (): Promise<void> => page.waitForTimeout(450);
const requests = (): Locator =>
  page.getByRole("navigation", { name: "Waiting requests" }).locator("[data-kind=request]");
const waiting = (): Promise<number> => requests().count();
const title = (): Promise<string | null> => card.getByRole("heading").first().textContent();
const chosen = (group: string): Promise<string | null> =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { checked: true }).textContent();

/** Back to the first card with everything closed. */
beforeEach(async () => {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("k");
  await requests().first().locator("[aria-current=true]").waitFor();
  await card.waitFor();
});

test("a card is shown and nothing has the focus", async () => {
  expect(await title()).toContain("Delete");
  expect(await focused(page)).toBe("body");
});

test("J and K go through the queue and stop at its ends", async () => {
  await page.keyboard.press("k");
  await expect.poll(title).toContain("Delete");
  await page.keyboard.press("j");
  await expect.poll(title).toContain("Change what CI does");
  for (let step = 0; step < 9; step += 1) await page.keyboard.press("j");
  await expect.poll(title).toContain("Send data");
  expect(await card.getByText("×3 identical").count()).toBe(1);
});

test("a key right after J is meant for the next request, also while its card is on the way", async () => {
  await page.keyboard.press("k");
  await seen();
  const before = await title();
  // At once: the browser has no time to draw between the two.
  await page.evaluate(`
    for (const key of ["j", "d"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  `);
  await expect.poll(title).not.toBe(before);
  await seen();
  expect(await waiting()).toBe(5);
});

test("A and D do nothing before the card has been seen for 400 ms", async () => {
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.keyboard.press("d");
  await page.keyboard.press("k");
  await page.keyboard.press("d");
  await seen();
  expect(await waiting()).toBe(5);
});

test("Enter never allows, not even on the button", async () => {
  await seen();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Allow once/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(200);
  expect(await waiting()).toBe(5);
});

test("a held key counts once", async () => {
  await seen();
  await page.keyboard.down("x");
  // Playwright repeats a key that is pressed again before it is released.
  await page.keyboard.down("a");
  await page.keyboard.up("x");
  await page.keyboard.down("a");
  await page.keyboard.down("a");
  await page.waitForTimeout(2500);
  await page.keyboard.up("a");
  await seen();
  expect(await waiting()).toBe(4);
});

test("numbers choose the duration, arrows the scope, and the sentence says what comes of it", async () => {
  // Those above it are compound commands, which are never widened.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("3");
  expect(await chosen("Allow for how long")).toContain("15 min");
  await page.keyboard.press("ArrowRight");
  expect(await chosen("Allow what")).toBe("This folder");
  await page.keyboard.press("ArrowLeft");
  expect(await chosen("Allow what")).toBe("Exactly this");
  await card.getByText(/for 15 minutes\.$/).waitFor();
});

test("any interaction stops the countdown", async () => {
  await page.keyboard.press("j");
  const deny = page.getByRole("button", { name: /^Deny(?! with)/ });
  await page.getByRole("button", { name: /^Deny .*\d:\d\d/ }).waitFor();
  await page.keyboard.press("2");
  await page.getByRole("button", { name: /^Deny .*\d:\d\d/ }).waitFor({ state: "detached" });
  expect(await deny.count()).toBe(1);
});

test("E edits, letters are text there, and Escape gives it up", async () => {
  await page.keyboard.press("e");
  expect(await focused(page)).toBe("textarea");
  await page.keyboard.press("End");
  await page.keyboard.type(" dad");
  await seen();
  expect(await waiting()).toBe(4);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("textbox").count()).toBe(0);
  await card.waitFor();
});

test("G writes guidance and denies with it", async () => {
  await page.keyboard.press("g");
  await page.keyboard.type("No");
  expect(await page.getByRole("textbox").inputValue()).toBe("No");
  await seen();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Denied.", { exact: false }).first().waitFor();
  await expect.poll(waiting).toBe(3);
});

test("Escape that closes a dialog leaves the card where it is", async () => {
  const card = page.getByRole("article", { name: "Request" });
  for (const key of ["?", "Control+k"]) {
    await page.keyboard.press(key);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForTimeout(100);
    expect(await card.count()).toBe(1);
  }
});

test("Escape leaves the request waiting, J takes it up again", async () => {
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  expect(await waiting()).toBe(3);
  await page.keyboard.press("j");
  await card.waitFor();
});

test("D denies, and the next request takes its place without being decided too", async () => {
  await seen();
  const before = await title();
  await page.keyboard.press("d");
  await expect.poll(waiting).toBe(2);
  await expect.poll(title).not.toBe(before);
  await seen();
  expect(await waiting()).toBe(2);
});

test("what was chosen for one request is not chosen for the next, for allowing and denying alike", async () => {
  // The comparison with the file replaces the new text and is read itself. After that a choice that needs more room, and
  // covers a part of it, asks for no second reading.
  await card.getByText("not found in the file as it is").waitFor();
  await seen();
  await page.getByRole("button", { name: /^Allow once/ }).waitFor();
  await page.keyboard.press("4");
  await expect.poll(() => chosen("Allow for how long")).toContain("1 hour");
  const allow = page.getByRole("button", { name: /^Allow .* for 1 hour/ });
  await expect.poll(() => allow.getAttribute("aria-disabled")).not.toBe("true");
  await seen();
  await holdKey(page, "a");
  await expect.poll(waiting).toBe(1);
  expect(await chosen("Allow for how long")).toContain("Once");
  expect(await chosen("Allow what")).toBe("Exactly this");
  await page.keyboard.press("g");
  expect(await chosen("Deny for how long")).toContain("Once");
});
