// Outside the window, in the real application: notifications whose buttons work, the tray, quiet hours, no stolen focus.
//
// A virtual display has neither a notification service nor a tray, so what Electron is told to show is listened to where
// it leaves us: the notification's and the tray's own methods. What a desktop makes of it cannot be seen here.
import type { ElectronApplication } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { openScreen } from "../../support/window/window.ts";
import { type AgentLine, openLine } from "../../support/protocols/line.ts";

const agent = "did:aeon:claude-code:2.1:attention";
let opened: Console;
let line: AgentLine;
let number = 0;

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly { readonly text?: string }[];
}

beforeAll(async () => {
  // Notifications are for those who do without the small window.
  opened = await launchConsole({ settings: { popover: false } });
  await listen(opened.application);
  line = await openLine(opened.ws);
  await line.call("a2g/register", { agent_did: agent, metadata: { name: "Claude Code", version: "2.1" } });
  await opened.window.getByRole("main").waitFor();
});
afterAll(async () => {
  line.close();
  await opened.close();
});

/** Notes what would be shown, and has nobody look at the window. */
function listen(application: ElectronApplication): Promise<void> {
  return application.evaluate(({ Notification, Tray, BrowserWindow }) => {
    const notes = { shown: [] as unknown[], live: [] as unknown[], tooltip: "", menu: undefined as unknown };
    Object.assign(globalThis, { notes });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      notes.shown.push({ title: this.title, body: this.body, actions: this.actions });
      notes.live.push(this);
    };
    Tray.prototype.setToolTip = (words: string) => void (notes.tooltip = words);
    Tray.prototype.setContextMenu = (menu) => void (notes.menu = menu);
    BrowserWindow.prototype.isFocused = () => false;
  });
}

const shown = (): Promise<readonly Shown[]> =>
  opened.application.evaluate(() => (globalThis as unknown as { notes: { shown: Shown[] } }).notes.shown);
const tooltip = (): Promise<string> =>
  opened.application.evaluate(() => (globalThis as unknown as { notes: { tooltip: string } }).notes.tooltip);

function press(event: "action" | "click", index = 0): Promise<void> {
  return opened.application.evaluate(
    (_electron, [name, actionIndex]) => {
      const { notes } = globalThis as unknown as { notes: { live: Electron.Notification[] } };
      notes.live.at(-1)?.emit(name, { actionIndex }, actionIndex);
    },
    [event, index] as const,
  );
}

async function ask(command: string): Promise<unknown> {
  number += 1;
  const context = { session_id: "attention", working_directory: "/home/anna/src/shop" };
  const intent = { agent_did: agent, intent_id: `a-${number}`, tool: "Bash", arguments: { command }, context };
  return line.call("a2g/intent", intent);
}

test("a request is told with agent, verb, target and risk, without taking the focus, and its button allows it", async () => {
  await ask("npm publish --tag next");
  await expect.poll(shown).toHaveLength(1);
  const [notice] = await shown();
  expect(notice?.title).toBe("Claude Code: Publish to npm · cannot be undone");
  expect(notice?.body).toContain("npm publish --tag next");
  expect(notice?.body).toMatch(/(Low|Medium) risk 0\.\d\d/);
  expect(notice?.actions.map(({ text }) => text)).toEqual(["Allow once", "Deny"]);
  expect(await tooltip()).toContain("1 request waits, enforcing");

  const directive = line.pushed("g2a/directive");
  await press("action", 0);
  expect(await directive).toMatchObject({ directive: "APPROVE", issued_by: "notification" });
  await expect.poll(tooltip).toContain("Nothing waits");
});

test("the other button denies", async () => {
  await ask("git push --force origin next");
  await expect.poll(shown).toHaveLength(2);
  expect((await shown())[1]?.actions.map(({ text }) => text)).toEqual(["Review", "Deny"]);
  const directive = line.pushed("g2a/directive");
  await press("action", 1);
  expect(await directive).toMatchObject({ directive: "DENY" });
});

test.each(["action", "click"] as const)("Review or a click (%s) opens the card of that very request", async (event) => {
  if (event === "action") await ask("git push --force origin third");
  await expect.poll(shown).toHaveLength(3);
  await openScreen(opened.window, "Overview");
  await press(event);
  const card = opened.window.getByRole("article", { name: "Request" });
  await card.getByText("git push --force origin third").first().waitFor();
});

test("the tray stops one agent and all of them, and says so", async () => {
  const directive = line.pushed("g2a/directive");
  const pressed = await opened.application.evaluate(() => {
    const { notes } = globalThis as unknown as { notes: { menu: Electron.Menu } };
    const labels = notes.menu.items.map((item) => item.label);
    const one = notes.menu.items.find((item) => item.label === "Stop one agent");
    one?.submenu?.items.find((item) => item.label === "Claude Code")?.click();
    return labels;
  });
  expect(pressed).toContain("Unanswered requests: denied");
  expect(pressed).toContain("Review 1 waiting");
  expect(await directive).toMatchObject({ directive: "DENY" });
  expect(JSON.stringify(await ask("ls"))).toMatch(/stopped/i);

  await opened.application.evaluate(() => {
    const { notes } = globalThis as unknown as { notes: { menu: Electron.Menu } };
    notes.menu.items.find((item) => item.label === "Stop all agents")?.click();
  });
  await opened.window.getByText("All agents are stopped.").waitFor();
  await expect.poll(tooltip).toContain("All agents are stopped");
  await opened.application.evaluate(() => {
    const { notes } = globalThis as unknown as { notes: { menu: Electron.Menu } };
    notes.menu.items.find((item) => item.label === "Resume all agents")?.click();
    const one = notes.menu.items.find((item) => item.label === "Resume one agent");
    one?.submenu?.items[0]?.click();
  });
  await expect.poll(tooltip).toContain("Nothing waits, enforcing");
});

test("several become one notification, whose button denies them all", async () => {
  await ask("git push --force origin one");
  await ask("git push --force origin two");
  await expect
    .poll(async () => (await shown()).at(-1)?.actions.map(({ text }) => text))
    .toEqual(["Review", "Deny all 2"]);
  await press("action", 1);
  await expect.poll(tooltip).toContain("Nothing waits");
});

test("quiet hours queue silently and count", async () => {
  await opened.window.evaluate(
    `gatehouse.call("saveSettings", { quietHours: { from: "00:00", to: "23:59", days: [0, 1, 2, 3, 4, 5, 6] } })`,
  );
  const before = (await shown()).length;
  // The settings are looked at again with the next thing that changes in the tray.
  await ask("git push --force origin quiet");
  await expect.poll(tooltip).toContain("1 request waits, enforcing, quiet hours");
  await opened.window.waitForTimeout(1500);
  expect((await shown()).length).toBe(before);
});
