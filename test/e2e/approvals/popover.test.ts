// The small window beside the tray, in the real application: the essence of a request, answers, and no stolen focus.
import type { ElectronApplication, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentLine, openLine } from "../../support/protocols/line.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, holdButton, listenForTrouble } from "../../support/window/window.ts";

const agent = "did:aeon:claude-code:2.1:popover";
let opened: Console;
let line: AgentLine;
let popover: Page;
let trouble: readonly string[];
let number = 0;

beforeAll(async () => {
  opened = await launchConsole();
  await opened.window.getByRole("main").waitFor();
  await nobodyLooks(opened.application);
  line = await openLine(opened.ws);
  await line.call("a2g/register", { agent_did: agent, metadata: { name: "Claude Code", version: "2.1" } });
});
afterAll(async () => {
  line.close();
  await opened.close();
});

/** A virtual display has no window manager: whether something asked for the focus is noted where it leaves us. */
function nobodyLooks(application: ElectronApplication): Promise<void> {
  return application.evaluate(({ BrowserWindow }) => {
    const focus = { taken: 0 };
    Object.assign(globalThis, { focus });
    BrowserWindow.prototype.isFocused = () => false;
    BrowserWindow.prototype.focus = () => void (focus.taken += 1);
    BrowserWindow.prototype.show = function noted(this: Electron.BrowserWindow) {
      focus.taken += 1;
      this.showInactive();
    };
  });
}

const focusTaken = (): Promise<number> =>
  opened.application.evaluate(() => (globalThis as unknown as { focus: { taken: number } }).focus.taken);

const isVisible = (): Promise<boolean> =>
  opened.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (window) => window.webContents.getURL().endsWith("popover.html") && window.isVisible(),
    ),
  );

const isRegistered = (): Promise<boolean> =>
  opened.application.evaluate(({ globalShortcut }) => globalShortcut.isRegistered("CommandOrControl+Alt+G"));

async function ask(command: string): Promise<unknown> {
  number += 1;
  const context = { session_id: "popover", working_directory: "/home/anna/src/shop" };
  const intent = { agent_did: agent, intent_id: `p-${number}`, tool: "Bash", arguments: { command }, context };
  return line.call("a2g/intent", intent);
}

test("it appears with headline, command, reason and risk, and nobody loses the focus", async () => {
  expect(await isRegistered()).toBe(false);
  // While nothing waits there is no second page, and no process for it.
  expect(opened.application.windows()).toHaveLength(1);
  const created = opened.application.waitForEvent("window");
  await ask("npm publish --tag next");
  popover = await created;
  popover.setDefaultTimeout(8000);
  trouble = listenForTrouble(popover);
  await expect.poll(isVisible).toBe(true);
  const card = popover.getByRole("article", { name: "Request" });
  await card.getByText("npm publish --tag next").waitFor();
  expect(await card.getByRole("heading").textContent()).not.toBe("");
  await card.getByText("Claude Code asks in shop").waitFor();
  await card.getByText(/(Low|Medium) risk 0\.\d\d/).waitFor();
  expect(await focusTaken()).toBe(0);
  // The key works only while something waits.
  await expect.poll(isRegistered).toBe(true);
  await card.getByText("Ctrl+Alt+G from anywhere").waitFor();
});

test("its page has two functions and none of the console's", async () => {
  expect(await popover.evaluate("Object.keys(gatehousePopover).sort()")).toEqual(["act", "onState"]);
  expect(await popover.evaluate("'gatehouse' in window")).toBe(false);
});

test("it is accessible, in light and in dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await popover.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(popover)).toEqual([]);
  }
  await popover.emulateMedia({ colorScheme: null });
});

test("Allow once allows it, and the answer can be undone from the same place", async () => {
  const directive = line.pushed("g2a/directive");
  await popover.getByRole("button", { name: /^Allow once/ }).click();
  expect(await directive).toMatchObject({ directive: "APPROVE", issued_by: "popover" });
  const denial = line.pushed("g2a/directive");
  await popover.getByRole("button", { name: "Undo" }).click();
  expect(await denial).toMatchObject({ directive: "DENY" });
  await expect.poll(isVisible).toBe(false);
  await expect.poll(isRegistered).toBe(false);
});

test("Deny with feedback hands the words to the agent", async () => {
  await ask("npm publish --tag beta");
  await expect.poll(isVisible).toBe(true);
  const directive = line.pushed("g2a/directive");
  await popover.getByRole("button", { name: "Deny with feedback" }).click();
  await popover.getByRole("textbox").fill("Publish from the pipeline.");
  await popover.getByRole("button", { name: /^Send and deny/ }).click();
  expect(await directive).toMatchObject({ directive: "DENY", reason: "Publish from the pipeline." });
});

test("above medium risk a click is not enough, holding is", async () => {
  await ask("git push --force origin main");
  const allow = popover.getByRole("button", { name: /^Allow once/ });
  await popover.getByText("git push --force origin main").waitFor();
  await popover.waitForTimeout(500);
  await allow.click();
  await popover.getByText(/hold the key or the button down/).waitFor();
  const directive = line.pushed("g2a/directive");
  await holdButton(popover, allow);
  expect(await directive).toMatchObject({ directive: "APPROVE", issued_by: "popover" });
});

test("what does not fit is only opened or denied here", async () => {
  await ask(`npm publish ${"--tag next ".repeat(60)}`);
  await popover.getByText("There is more to read than fits here", { exact: false }).waitFor();
  expect(await popover.getByRole("button", { name: /^Allow once/ }).count()).toBe(0);
  await popover.getByRole("button", { name: "Open", exact: true }).click();
  await opened.window.getByRole("article", { name: "Request" }).waitFor();
  await expect.poll(isVisible).toBe(false);
  expect(await focusTaken()).toBeGreaterThan(0);
  const directive = line.pushed("g2a/directive");
  await opened.window.waitForTimeout(600);
  await opened.window.keyboard.press("d");
  await directive;
});

test("several are counted, one after the other is answered, and a pause keeps it away", async () => {
  await ask("npm publish --tag one");
  await ask("npm publish --tag two");
  await popover.getByText("1 of 2").waitFor();
  await popover.getByText("npm publish --tag one").waitFor();
  await popover.waitForTimeout(500);
  await popover.getByRole("button", { name: /^Deny \d|^Deny$|^Deny .*Denied in/ }).click();
  await popover.getByText("npm publish --tag two").waitFor();
  await popover.getByRole("button", { name: "Pause for 15 minutes" }).click();
  await expect.poll(isVisible).toBe(false);
  await ask("npm publish --tag three");
  await opened.window.getByText("npm publish --tag three").first().waitFor();
  expect(await isVisible()).toBe(false);
});

test("nothing went wrong in its page", () => {
  expect(trouble).toEqual([]);
});
