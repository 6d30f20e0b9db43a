// Nothing is allowed by accident: no choice carries over, risk is held down, what a rule would release is listed and can be undone.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { type AgentLine, openLine } from "../../support/protocols/line.ts";
import {
  accessibilityProblems,
  holdButton,
  holdKey,
  listenForTrouble,
  openScreen,
} from "../../support/window/window.ts";

const agent = "did:aeon:claude-code:2.1:accidents";
const project = mkdtempSync(join(tmpdir(), "gatehouse-accidents-"));
let opened: Console;
let page: Page;
let line: AgentLine;
let trouble: readonly string[];
let number = 0;

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  trouble = listenForTrouble(page);
  line = await openLine(opened.ws);
  await line.call("a2g/register", { agent_did: agent, metadata: { name: "Claude Code", version: "2.1" } });
  await openScreen(page, "Approvals");
});
afterAll(async () => {
  line.close();
  await opened.close();
  rmSync(project, { recursive: true, force: true });
});

function run(command: string): Promise<unknown> {
  number += 1;
  const context = { session_id: "accidents", working_directory: project, workspace: project };
  const intent = { agent_did: agent, intent_id: `a-${number}`, tool: "Bash", arguments: { command }, context };
  return line.call("a2g/intent", intent);
}

async function cardWith(text: string): Promise<Locator> {
  const card = page.getByRole("article", { name: "Request" }).filter({ hasText: text });
  await card.waitFor();
  // A card answers only after it has been seen.
  await page.waitForTimeout(500);
  return card;
}

const chosen = (group: string): Promise<string | null> =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { checked: true }).textContent();
const choice = async () => [await chosen("Allow for how long"), await chosen("Allow what")].join(" ");
const onceExactly = /^Once.*Exactly this$/;
const waiting = (): Promise<number> =>
  page.getByRole("navigation", { name: "Waiting requests" }).locator("[data-kind=request]").count();
const nothing = (): Promise<void> => page.getByText("Nothing is waiting for you").waitFor();

async function denyAll(): Promise<void> {
  await page.evaluate(`(async () => {
    const { value } = await gatehouse.call("listApprovals", {});
    for (const { approvalId, digest } of value)
      await gatehouse.call("resolveApproval", { approvalId, digest, decision: "deny" });
  })()`);
  await nothing();
}

test("every card opens at once and exactly this, whatever was chosen on the one before", async () => {
  await run("npm publish --access public");
  await cardWith("npm publish --access public");
  await page.keyboard.press("6");
  await page.keyboard.press("ArrowRight");
  expect(await choice()).toMatch(/^Always.*Any command like this$/);
  const allow = page.getByRole("button", { name: /^Always allow any `npm publish --access …`/ });
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
  await page.keyboard.press("a");
  await nothing();

  await run("git push --force origin main");
  await cardWith("git push --force origin main");
  expect(await choice()).toMatch(onceExactly);
  // Nor does a choice stay when the call is edited, or when the edit is given up.
  await page.keyboard.press("6");
  await page.keyboard.press("e");
  expect(await choice()).toMatch(onceExactly);
  await page.keyboard.press("Escape");
  expect(await choice()).toMatch(onceExactly);
  await page.keyboard.press("4");
  await page.keyboard.press("g");
  expect(await chosen("Deny for how long")).toContain("Once");
  await page.keyboard.press("Escape");
  await denyAll();
});

test("above medium risk one press of a key or a button allows nothing, holding it does", async () => {
  await run("git push --force origin held");
  const card = await cardWith("git push --force origin held");
  await page.keyboard.press("a");
  await card.getByText("hold the key or the button down to allow it", { exact: false }).waitFor();
  await card.getByRole("button", { name: /^Allow once/ }).click();
  // Events that a script has made up, held as long as one likes.
  await page.evaluate(`(async () => {
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith("Allow once"));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
    button.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
    button.click();
    await new Promise((resolve) => setTimeout(resolve, 1200));
  })()`);
  expect(await waiting()).toBe(1);
  const directive = line.pushed("g2a/directive");
  await holdKey(page, "a");
  expect(await directive).toMatchObject({ directive: "APPROVE", verdict: "APPROVED" });
  await nothing();

  await run("git push --force origin pressed");
  const next = await cardWith("git push --force origin pressed");
  const second = line.pushed("g2a/directive");
  await holdButton(page, next.getByRole("button", { name: /^Allow once/ }));
  expect(await second).toMatchObject({ directive: "APPROVE" });
  await nothing();
});

test("a script cannot allow what is of low risk either, a key can", async () => {
  await run("npm publish --tag script");
  await cardWith("--tag script");
  await page.evaluate(`
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
    [...document.querySelectorAll("button")].find((each) => each.textContent.startsWith("Allow once")).click();
  `);
  await page.waitForTimeout(300);
  expect(await waiting()).toBe(1);
  await page.keyboard.press("a");
  await nothing();
});

test("a decision for once can be taken back", async () => {
  await run("npm publish --tag back");
  await cardWith("--tag back");
  const allowed = line.pushed("g2a/directive");
  await page.keyboard.press("a");
  const { intent_id: intentId } = (await allowed) as { intent_id: string };
  const denied = line.pushed("g2a/directive");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  expect(await denied).toMatchObject({ intent_id: intentId, directive: "DENY", verdict: "DENIED" });
  await page.getByText("Undone. 1 request denied instead.").waitFor();
});

test("a denial can be taken back: nothing is allowed by that, and asking again asks again", async () => {
  await run("npm publish --tag regret");
  await cardWith("--tag regret");
  const denied = line.pushed("g2a/directive");
  await page.keyboard.press("d");
  expect(await denied).toMatchObject({ directive: "DENY" });
  const undone = line.pushed("g2a/directive");
  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  expect(await undone).toMatchObject({ directive: "DENY", verdict: "DENIED" });
  await page.getByText("Undone. If the agent asks again, you decide again.").waitFor();
  await nothing();
  expect(await run("npm publish --tag regret")).toMatchObject({ result: { verdict: "ESCALATE" } });
  await denyAll();
});

test("a lasting allow lists what it would release, says what it released, and takes all of it back", async () => {
  const branches = ["one", "two", "three", "four"];
  for (const branch of branches) await run(`git push --force origin ${branch}`);
  await expect.poll(waiting).toBe(branches.length);
  for (const _ of branches) await page.keyboard.press("k");
  const card = await cardWith("git push --force origin one");
  await page.keyboard.press("6");
  await page.keyboard.press("ArrowRight");
  const list = card.getByRole("region", { name: "Also released" });
  await list.getByText("Also allows 3 requests that wait").waitFor();
  for (const branch of ["two", "three", "four"]) await list.getByText(`git push --force origin ${branch}`).waitFor();
  expect(await list.getByText("High", { exact: true }).count()).toBe(3);
  expect(await list.getByText("Claude Code").count()).toBe(3);
  expect(await accessibilityProblems(page)).toEqual([]);

  const name = `Always allow any \`git push --force …\` in ${basename(project)}`;
  const allow = card.getByRole("button", { name });
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
  await page.keyboard.press("a");
  await allow.click();
  await page.waitForTimeout(300);
  expect(await waiting()).toBe(4);
  await holdButton(page, allow);
  await page.getByText("Allowed 4 by your new rule.", { exact: false }).waitFor();
  await nothing();
  expect(await page.getByText("ended without you", { exact: false }).count()).toBe(0);
  expect(await run("git push --force origin five")).toMatchObject({ result: { verdict: "APPROVED" } });

  await page.getByRole("status").getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("Undone. The rule is deleted. 5 requests denied instead.").waitFor();
  expect(await run("git push --force origin six")).toMatchObject({ result: { verdict: "ESCALATE" } });
  await denyAll();
});

test("where secrets are kept nothing wider than the folder is offered", async () => {
  await run("cat ~/.aws/credentials");
  const card = await cardWith("cat ~/.aws/credentials");
  const scopes = card.getByRole("radiogroup", { name: "Allow what" }).getByRole("radio");
  expect(await scopes.allTextContents()).toEqual(["Exactly this", "This folder"]);
  await denyAll();
});

test("a scope says what else it would allow", async () => {
  await run("git push --force origin wide");
  const card = await cardWith("git push --force origin wide");
  await page.keyboard.press("4");
  await page.keyboard.press("ArrowRight");
  await card.getByText(/^Allows any `git push --force …` by Claude Code in .* for 1 hour\.$/).waitFor();
  await card.getByText("exactly the options --force", { exact: false }).waitFor();
  await card.getByText("Would also allow:").waitFor();
  const meaning = card.getByRole("region", { name: "What this would mean" });
  expect(await meaning.textContent()).toContain("git push --force origin anything-else");
  await denyAll();
});

test("a card that was touched says that it waits, and its countdown can run on", async () => {
  await run("npm publish --tag slow");
  const card = await cardWith("--tag slow");
  const counting = card.getByRole("button", { name: /^Deny .*\d:\d\d/ });
  await counting.waitFor();
  await card.getByText("--tag slow").first().click();
  await card.getByText("Waits until you answer").waitFor();
  expect(await counting.count()).toBe(0);
  await card.getByRole("button", { name: /^Let the countdown run \(\d:\d\d\)/ }).click();
  await counting.waitFor();
  expect(await card.getByText("Waits until you answer").count()).toBe(0);
  await card.getByRole("button", { name: "Wait until I answer" }).click();
  await card.getByText("Waits until you answer").waitFor();
  await denyAll();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(trouble).toEqual([]);
});
