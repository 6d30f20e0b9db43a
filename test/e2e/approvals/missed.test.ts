// While you were away, in the real window: what timed out stays by name, with a way back, until it is dismissed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { type AgentLine, openLine } from "../../support/protocols/line.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";

const agent = "did:aeon:claude-code:2.1:missed";
const dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
let opened: Console;
let line: AgentLine;
let number = 0;

async function open(): Promise<void> {
  opened = await launchConsole({ dataDirectory });
  line = await openLine(opened.ws);
  await line.call("a2g/register", { agent_did: agent, metadata: { name: "Claude Code", version: "2.1" } });
  await opened.window.getByRole("main").waitFor();
}
beforeAll(open);
afterAll(async () => {
  line.close();
  await opened.close();
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

function ask(command: string, from = agent): Promise<unknown> {
  number += 1;
  const context = { session_id: "missed", working_directory: "/home/anna/src/shop" };
  return line.call("a2g/intent", {
    agent_did: from,
    intent_id: `m-${number}`,
    tool: "Bash",
    arguments: { command },
    context,
  });
}

const list = () => opened.window.getByRole("region", { name: "While you were away" });
const ended = () => list().getByRole("region", { name: "Not answered in time" }).getByRole("listitem");

test("a time-out is listed with agent, effect and time, counted in the navigation, and leads to its story", async () => {
  const page = opened.window;
  const trouble = listenForTrouble(page);
  await page.evaluate(
    `gatehouse.call("saveSettings", { approvalTimeoutSeconds: { LOW: 1, MEDIUM: 1, HIGH: 1, CRITICAL: 1 } })`,
  );
  const directive = line.pushed("g2a/directive");
  await ask("git push --force origin main");
  expect(await directive).toMatchObject({ directive: "DENY", issued_by: "timeout" });
  await page.getByRole("navigation", { name: "Screens" }).getByText("missed").waitFor({ timeout: 15_000 });
  await openScreen(page, "Approvals");
  await ended().waitFor();
  expect(await ended().textContent()).toMatch(
    /Force-push.*git push --force origin main.*Claude Code.*No human answered in time. It asks you again next time/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  await ended().getByRole("button", { name: "Open" }).click();
  await page.getByRole("complementary", { name: "Story" }).getByText("git push --force origin main").first().waitFor();
  await openScreen(page, "Approvals");
  expect(trouble).toEqual([]);
});

test("it outlives a reload of the page and a restart of the engine", async () => {
  await opened.window.reload();
  await opened.window.getByRole("main").waitFor();
  await openScreen(opened.window, "Approvals");
  await ended().waitFor();
  line.close();
  await opened.close();
  await open();
  await openScreen(opened.window, "Approvals");
  await ended().waitFor();
  expect(await ended().count()).toBe(1);
});

test("an agent that wants to be paired is on it, and dismissed it stays away", async () => {
  const page = opened.window;
  await page.evaluate(`gatehouse.call("saveSettings", { pairing: "approve" })`);
  await ask("ls", "did:aeon:stranger:1.0:abc");
  const pairing = list().getByRole("region", { name: "Waiting to be paired" }).getByRole("listitem");
  await pairing.waitFor({ timeout: 15_000 });
  await pairing.getByRole("button", { name: "Open" }).click();
  await page.getByText("This agent wants to pair.").waitFor();
  await openScreen(page, "Approvals");
  await list().getByRole("button", { name: "Dismiss all" }).click();
  await page.getByText("Nothing is waiting for you").waitFor({ timeout: 15_000 });
  await page.reload();
  await openScreen(page, "Approvals");
  await page.getByText("Nothing is waiting for you").waitFor();
  expect(await list().count()).toBe(0);
});
