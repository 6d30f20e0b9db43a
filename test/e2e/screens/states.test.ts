// The console at its edges: the first run, an engine that cannot start, agents that arrive, a feed that runs.
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { buildFakeConsole } from "../../support/window/fake-console.ts";
import { accessibilityProblems, holdButton, listenForTrouble } from "../../support/window/window.ts";

async function openWith(environment: Record<string, string>): Promise<{ opened: Console; page: Page }> {
  const opened = await launchConsole({ appPath: await buildFakeConsole(), environment });
  onTestFinished(() => opened.close());
  return { opened, page: opened.window };
}

test("the first run teaches: two clicks lead to the first decision", async () => {
  const { opened, page } = await openWith({ GATEHOUSE_FAKE: "empty" });
  await page.getByRole("heading", { name: "Three steps to governed agents" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText("Connect a program of your own instead").click();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await opened.application.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain("curl -s http://127.0.0.1:3000/rpc");

  await page.getByRole("button", { name: "Send a test intent" }).click();
  await page.getByRole("article", { name: "Request" }).waitFor();
  await page.waitForTimeout(450);
  await holdButton(page, page.getByRole("button", { name: /^Allow once/ }));
  await page.getByText("That was your first decision").or(page.getByText("Nothing is waiting for you")).waitFor();
});

test("an engine that cannot start says what happened, what it means and what to do, and can be tried again", async () => {
  const { page } = await openWith({ GATEHOUSE_FAKE: "failing" });
  await page.getByRole("heading", { name: "The engine is not running" }).waitFor();
  await page.getByText("The port is taken.").waitFor();
  await page.getByText("127.0.0.1:3000 is taken by another program.", { exact: false }).waitFor();
  await page.getByText("set GATEHOUSE_PORT to a free port", { exact: false }).waitFor();
  await page.getByText("Gatehouse approves nothing while it is down.", { exact: false }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Three steps to governed agents" }).waitFor();
});

test.each([
  [
    "the database is refused",
    "/home/anna/.config/Gatehouse/ledger.db may not be written. Give it back to your user with mode 0600; recording goes on by itself.",
    "Check that the file named above is yours",
  ],
  [
    "the disk is full",
    "The disk is full: /home/anna/.config/Gatehouse/ledger.db cannot grow. Free some space; recording goes on by itself.",
    "Free some space, then try again.",
  ],
  [
    "the policy does not load",
    "/home/anna/.config/Gatehouse/policy.yaml does not load. Correct it, or remove it to start with the template.\n  line 2, column 18: Invalid option",
    "Correct the lines named above",
  ],
])("an engine that cannot start because %s says so and what to do", async (_why, message, todo) => {
  const { page } = await openWith({ GATEHOUSE_FAKE: "failing", GATEHOUSE_FAKE_FAILURE: message });
  await page.getByRole("heading", { name: "The engine is not running" }).waitFor();
  await page.getByText(todo, { exact: false }).waitFor();
  await page.getByText("Gatehouse approves nothing while it is down.", { exact: false }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("what is wrong while the engine runs is said on every screen, with what it means and where to go", async () => {
  const { page } = await openWith({ GATEHOUSE_FAKE_ILL: "1" });
  await page.getByText("The ledger cannot be written.").waitFor();
  await page
    .getByText("What cannot be recorded may not run, so every intent is denied. The disk is full", { exact: false })
    .waitFor();
  await page
    .getByText("Heuristics and rules decide alone; nothing becomes more permissive.", { exact: false })
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Choose another" }).click();
  await page.getByRole("main", { name: "Settings" }).waitFor();
  await page.getByRole("button", { name: "Open the policy" }).click();
  await page.getByRole("main", { name: "Policy" }).waitFor();
});

test("an agent that wants to pair is accepted, stopped, resumed and revoked", async () => {
  const { page } = await openWith({});
  await page.getByText("5 requests are waiting for you").waitFor();
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: /^Wants to pair Aider/ }).click();
  const details = page.getByRole("article", { name: "Aider" });
  await details.getByRole("button", { name: "Accept" }).click();
  await details.getByText("Connected").waitFor();
  await details.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop Aider" }).click();
  await details.getByRole("button", { name: "Resume" }).click();
  await details.getByText("Connected").waitFor();
  await details.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Aider" }).click();
  await details.getByText("Revoked", { exact: true }).waitFor();
  expect(await details.getByRole("button", { name: "Stop" }).count()).toBe(0);

  await page.getByRole("button", { name: /^All live grants/ }).click();
  await page.getByRole("button", { name: /^Revoke git push/ }).click();
  await page.getByText("No longer in force", { exact: false }).waitFor();
});

test("the feed runs on top and stands still for who reads further down", async () => {
  const { page } = await openWith({ GATEHOUSE_FAKE_RATE: "2" });
  const trouble = listenForTrouble(page);
  const feed = page.getByRole("region", { name: "Live feed" });
  await feed.waitFor();
  const first = (): Promise<string | null> => feed.locator("tbody tr").first().textContent();
  const before = await first();
  await expect.poll(first, { timeout: 5000 }).not.toBe(before);

  await feed.evaluate((element) => void (element.scrollTop = 1200));
  await page.waitForTimeout(300);
  const topRow = (): Promise<string> =>
    feed.evaluate((element) => {
      const edge = element.getBoundingClientRect().top + 60;
      const rows = [...element.querySelectorAll("tbody tr")];
      return rows.find((row) => row.getBoundingClientRect().bottom > edge)?.textContent ?? "";
    });
  const read = await topRow();
  await page.waitForTimeout(2500);
  expect(await topRow()).toBe(read);
  expect(trouble).toEqual([]);
});

test("what no event tells is read again, however many events come meanwhile", async () => {
  const { page } = await openWith({ GATEHOUSE_FAKE_RATE: "20" });
  const entries = (): Promise<string | null> => page.getByText(/entries, healthy$/).textContent();
  const before = await entries();
  await expect.poll(entries, { timeout: 12_000 }).not.toBe(before);
});

test("a page whose process dies comes back by itself", async () => {
  const { opened, page } = await openWith({});
  await page.getByText("5 requests are waiting for you").waitFor();
  const process = (): Promise<number | undefined> =>
    opened.application.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return contents?.isCrashed() === false && !contents.isLoading() ? contents.getOSProcessId() : undefined;
    });
  const before = await process();
  await opened.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(process, { timeout: 10_000 }).not.toBeOneOf([before, undefined]);
  const drawn = await opened.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      "new Promise((resolve) => setInterval(() => document.querySelector('main[aria-label]') && resolve(true), 50))",
    ),
  );
  expect(drawn).toBe(true);
});
