// The whole way: an agent asks over its socket, a human clicks in the window, the agent gets the directive, the ledger knows.
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { closeLines, openLine } from "../../support/protocols/line.ts";
import { holdButton, listenForTrouble } from "../../support/window/window.ts";

const agent = "did:aeon:claude-code:2.1:e2e";
let opened: Console;
let trouble: readonly string[];

beforeAll(async () => {
  opened = await launchConsole();
  trouble = listenForTrouble(opened.window);
});
afterEach(closeLines);
afterAll(() => opened.close());

function intent(id: string, command: string) {
  return {
    agent_did: agent,
    intent_id: id,
    tool: "execute_command",
    arguments: { command },
    context: { session_id: "e2e", reasoning: "The user asked me to publish the branch." },
  };
}

/** The card of this very command: another one may still be on its way out. */
async function cardWith(command: string): Promise<Locator> {
  const card = opened.window.getByRole("article", { name: "Request" }).filter({ hasText: command });
  await card.waitFor();
  return card;
}

test("escalated intent, card, click, directive, ledger in order", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await line.call("a2g/register", {
    agent_did: agent,
    public_key: "ed25519:e2e",
    capabilities_requested: ["execute_command"],
    metadata: { name: "Claude Code", version: "2.1" },
  });
  const verdict = await line.call("a2g/intent", intent("push-1", "git push --force origin main"));
  expect(verdict).toMatchObject({ result: { verdict: "ESCALATE", intent_id: "push-1" } });

  // The console says so wherever one is, and leads to the card.
  await window.getByText("1 request is waiting for you").waitFor();
  await window.getByRole("button", { name: "Review 1" }).click();
  const card = await cardWith("git push --force origin main");
  await card.getByRole("heading", { name: "Force-push" }).waitFor();
  await card.getByText("The user asked me to publish the branch.").waitFor();
  expect(await window.title()).toBe("(1) Approvals · Gatehouse");

  const directive = line.pushed("g2a/directive");
  await window.waitForTimeout(450);
  await holdButton(window, card.getByRole("button", { name: /^Allow once/ }));
  expect(await directive).toMatchObject({
    agent_did: agent,
    intent_id: "push-1",
    directive: "APPROVE",
    issued_by: "console",
    verdict: "APPROVED",
  });
  await window.getByText("Nothing is waiting for you").waitFor();
  expect(await line.call("a2g/report", { agent_did: agent, intent_id: "push-1", status: "SUCCESS" })).toMatchObject({
    result: { acknowledged: true },
  });

  const reader = createReader(opened.dataDirectory);
  const entries = reader.session({ sessionId: "e2e", limit: 20 });
  reader.close();
  expect(entries.map(({ kind, outcome }) => (outcome === undefined ? kind : `${kind} ${outcome}`))).toEqual([
    "intent",
    "verdict ESCALATE",
    "directive",
    "verdict APPROVED",
    "report",
  ]);
  expect(new Set(entries.map((entry) => entry.intentId))).toEqual(new Set(["push-1"]));
  line.close();
});

test("a denial with guidance reaches the agent word for word", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await line.call("a2g/intent", intent("push-2", "git push --force origin release"));
  await cardWith("git push --force origin release");
  await window.keyboard.press("g");
  await window.keyboard.type("Open a pull request: it’s “safer”.");
  const directive = line.pushed("g2a/directive");
  // A card answers only after it has been seen for a moment.
  await window.waitForTimeout(500);
  await window.keyboard.press("Control+Enter");
  expect(await directive).toMatchObject({ directive: "DENY", reason: "Open a pull request: it’s “safer”." });
  line.close();
});

test("an edit is scored again and released as the changed arguments", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await line.call("a2g/intent", intent("push-3", "git push --force origin next"));
  await cardWith("git push --force origin next");
  await window.keyboard.press("e");
  const field = window.getByRole("textbox", { name: /as it will run instead/ });
  await field.fill("git push origin next");
  await expect.poll(() => window.getByText(/^(Not changed yet\.|Checking the edit…)$/).count()).toBe(0);
  const directive = line.pushed("g2a/directive");
  await holdButton(window, window.getByRole("button", { name: /^Allow as edited/ }));
  expect(await directive).toMatchObject({
    directive: "MODIFY",
    verdict: "CONDITIONAL",
    arguments: { command: "git push origin next" },
  });
  line.close();
});

test("a grant covers the next one, shows among the agent's grants, and ends when it is revoked", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await line.call("a2g/intent", intent("push-4", "git push --force origin four"));
  await cardWith("git push --force origin four");
  await window.keyboard.press("4");
  await window.getByText(/^Allows exactly `git push --force origin four` by Claude Code .* for 1 hour/).waitFor();
  const allow = window.getByRole("button", { name: /^Allow exactly .* for 1 hour/ });
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
  await holdButton(window, allow);
  await window.getByText("Nothing is waiting for you").waitFor();
  const again = await line.call("a2g/intent", intent("push-5", "git push --force origin four"));
  expect(again).toMatchObject({ result: { verdict: "APPROVED" } });

  await window.keyboard.press("Control+4");
  await window.getByRole("button", { name: /^Revoke Exactly/ }).click();
  await window.getByText("Nothing is in force", { exact: false }).waitFor();
  const third = await line.call("a2g/intent", intent("push-6", "git push --force origin four"));
  expect(third).toMatchObject({ result: { verdict: "ESCALATE" } });

  // The agent ends; what it waited for goes with it and the console says so.
  line.close();
  await window.getByText("Withdrawn, because the agent ended.", { exact: false }).waitFor({ timeout: 15_000 });
});

test("alike requests are decided together: the list first, a result for each", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await window.keyboard.press("Control+2");
  for (const branch of ["one", "two", "three"]) {
    await line.call("a2g/intent", intent(`together-${branch}`, `git push --force origin ${branch}`));
  }
  await window.getByRole("button", { name: "Review 3 similar" }).click();
  const batch = window.getByRole("article", { name: "Requests together" });
  for (const branch of ["one", "two", "three"]) await batch.getByText(`git push --force origin ${branch}`).waitFor();
  // Who reads them is given the time.
  const queue = window.getByRole("navigation", { name: "Waiting requests" });
  expect(await queue.getByText(/^\d+:\d\d$/).count()).toBe(3);
  await batch.getByText("git push --force origin two").hover();
  await window.mouse.wheel(0, 40);
  await expect.poll(() => queue.getByText(/^\d+:\d\d$/).count()).toBe(0);
  const directive = line.pushed("g2a/directive");
  await window.waitForTimeout(450);
  await batch.getByRole("button", { name: "Deny all 3" }).click();
  expect(await directive).toMatchObject({ directive: "DENY", issued_by: "console" });
  await batch.getByRole("button", { name: "Done" }).waitFor();
  expect(await batch.getByText("Denied", { exact: true }).count()).toBe(3);
  await batch.getByRole("button", { name: "Done" }).click();
  await window.getByText("Nothing is waiting for you").waitFor();
  line.close();
});

test("the kill switch denies everything until it is released", async () => {
  const { window } = opened;
  const line = await openLine(opened.ws);
  await line.call("a2g/intent", intent("push-7", "git push --force origin seven"));
  const directive = line.pushed("g2a/directive");
  await window.getByRole("button", { name: "Stop all agents" }).click();
  await window.getByRole("alertdialog").getByRole("button", { name: "Stop all agents" }).click();
  await window.getByText("Everything they ask for is denied until you resume.").waitFor();
  expect(await directive).toMatchObject({ directive: "DENY", intent_id: "push-7" });
  const harmless = await line.call("a2g/intent", intent("list-1", "ls"));
  expect(JSON.stringify(harmless)).toMatch(/DENIED|-32000/);

  await window.getByRole("button", { name: "Resume all agents" }).click();
  await window.getByRole("alertdialog").getByRole("button", { name: "Resume all agents" }).click();
  await window.getByText("Enforcing").waitFor();
  expect(await line.call("a2g/intent", intent("list-2", "ls"))).toMatchObject({ result: { verdict: "APPROVED" } });
  line.close();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(trouble).toEqual([]);
});
