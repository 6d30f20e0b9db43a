// What a card shows beyond its request, with the real engine: the file beside a change, the rule before it is saved, the past.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

const agent = "did:aeon:claude-code:2.1:reach";
const project = mkdtempSync(join(tmpdir(), "gatehouse-reach-"));
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

function ask(tool: string, given: object): Promise<unknown> {
  number += 1;
  const context = { session_id: "reach", working_directory: project, workspace: project };
  return line.call("a2g/intent", { agent_did: agent, intent_id: `r-${number}`, tool, arguments: given, context });
}

const run = (command: string): Promise<unknown> => ask("Bash", { command });

async function cardWith(text: string): Promise<Locator> {
  const card = page.getByRole("article", { name: "Request" }).filter({ hasText: text });
  await card.waitFor();
  // A card answers only after it has been seen.
  await page.waitForTimeout(500);
  return card;
}

test("a write is compared with the file as it is, and a file that changes meanwhile must be looked at again", async () => {
  const hook = join(project, ".git", "hooks", "pre-push");
  mkdirSync(join(project, ".git", "hooks"), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\nset -e\nnpm test\n");
  await ask("Write", { file_path: hook, content: "#!/bin/sh\nnpm test || true\n" });
  const card = await cardWith("pre-push");
  await card.getByText("against the file as it is now").waitFor();
  await card.getByText("set -e").waitFor();
  expect(await card.getByText("Removed:").count()).toBe(2);
  expect(await card.getByText("Added:").count()).toBe(1);

  writeFileSync(hook, "#!/bin/sh\necho changed\n");
  await card.getByText("The file has changed since you opened this.").waitFor();
  await page.keyboard.press("a");
  await page.waitForTimeout(300);
  expect(await page.title()).toContain("(1)");
  await card.getByRole("button", { name: "I have seen it" }).click();
  const directive = line.pushed("g2a/directive");
  await holdKey(page, "a");
  expect(await directive).toMatchObject({ directive: "APPROVE" });
});

test("writes that are decided together are compared with their files too, and bound to that sight", async () => {
  const hooks = ["pre-commit", "post-merge"].map((name) => join(project, ".git", "hooks", name));
  for (const hook of hooks) {
    writeFileSync(hook, "#!/bin/sh\nset -e\nnpm test\n");
    await ask("Write", { file_path: hook, content: "#!/bin/sh\nnpm test || true\n" });
  }
  await page.getByRole("button", { name: "Review 2 similar" }).click();
  const batch = page.getByRole("article", { name: "Requests together" });
  await expect.poll(() => batch.getByText("against the file as it is now").count()).toBe(2);
  await page.waitForTimeout(500);
  writeFileSync(hooks[1] ?? "", "#!/bin/sh\necho changed\n");
  await batch.getByText("The file has changed since you opened this.").waitFor();
  const allow = batch.getByRole("button", { name: "Allow all 2 once" });
  expect(await allow.getAttribute("aria-disabled")).toBe("true");
  await batch.getByRole("button", { name: "I have seen it" }).click();
  await expect.poll(() => allow.getAttribute("aria-disabled")).toBe("false");
  // Changed again before anybody could have seen it.
  writeFileSync(hooks[1] ?? "", "#!/bin/sh\necho changed once more\n");
  await holdButton(page, allow);
  await batch.getByText("Allowed", { exact: true }).waitFor();
  await batch.getByText("The file has changed since you saw this request. Look at it again.").waitFor();
  await batch.getByRole("button", { name: "Done" }).click();
  const directive = line.pushed("g2a/directive");
  await cardWith("post-merge");
  await page.keyboard.press("d");
  expect(await directive).toMatchObject({ directive: "DENY" });
});

test("a lasting decision shows its rule, that it fits, and where it ends, before it is saved", async () => {
  await run("npm publish --access public");
  const card = await cardWith("npm publish");
  await page.keyboard.press("6");
  await page.keyboard.press("ArrowRight");
  const meaning = card.getByRole("region", { name: "What this would mean" });
  await meaning.getByText("It covers this request and answers the rule publish, which asks here.").waitFor();
  await meaning.getByText("npm publish --access public && rm -rf build").first().waitFor();
  await meaning.getByText("would still ask", { exact: false }).waitFor();
  await meaning.getByText("effect: allow", { exact: false }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: /^Always allow any `npm publish --access …`/ }).click();
  await page.getByText("Nothing is waiting for you").waitFor();
  expect(await run("npm publish --access public")).toMatchObject({ result: { verdict: "APPROVED" } });
});

test("asked again says what is different", async () => {
  await run("npm publish --access public --tag next");
  const card = await cardWith("--tag next");
  await card.getByText("Asked again:").waitFor();
  await card.getByText("--tag is new", { exact: false }).waitFor();
  await page.keyboard.press("d");
  await page.getByText("Nothing is waiting for you").waitFor();
  expect(await page.title()).not.toContain("(1)");
});

test("a compound command offers no wider scope", async () => {
  await run("npm publish && ls");
  const card = await cardWith("npm publish && ls");
  expect(await card.getByRole("radiogroup", { name: "Allow what" }).getByRole("radio").count()).toBe(1);
  await page.keyboard.press("d");
  await page.getByText("Nothing is waiting for you").waitFor();
});

test("the tail of a command is never out of sight, however far it is pushed, and nothing in it is invisible", async () => {
  const tail = "echo the very end of it";
  await run(`npm publish ${" ".repeat(3000)}\u200b\u202e${"\n".repeat(60)}; ${tail}`);
  const card = await cardWith("the very end of it");
  const shown = card.locator("pre").first();
  for (const mark of ["U+200B", "U+202E"]) await shown.getByText(mark).first().waitFor();
  // Nothing is cut or scrolled away inside the block: it is as high and as wide as its text.
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = await shown.evaluate((element) => ({
    scrollHeight: element.scrollHeight,
    clientHeight: element.clientHeight,
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
  }));
  expect([scrollHeight, scrollWidth]).toEqual([clientHeight, clientWidth]);
  expect(await shown.textContent()).toContain(tail);
  // The buttons stay where they are all the while.
  expect(await card.getByRole("button", { name: /^Deny(?! with)/ }).isVisible()).toBe(true);

  // What would allow it leads through it page by page, and takes no answer before that could be read.
  const below = (): Promise<boolean> =>
    card.evaluate((element) => {
      const end = element.querySelector("pre")?.getBoundingClientRect().bottom ?? 0;
      const choices = element.querySelector("section[aria-label=Choices]")?.getBoundingClientRect().top ?? 0;
      return end > choices;
    });
  expect(await below()).toBe(true);
  await page.keyboard.press("1");
  const unread = card.getByRole("button", { name: /lines not seen yet · next unseen/ });
  await unread.waitFor();
  for (let turn = 0; turn < 20 && (await unread.count()) > 0; turn += 1) {
    await page.keyboard.press("a");
    await page.waitForTimeout(200);
  }
  await card.getByRole("button", { name: /^Allow once/ }).waitFor();
  expect(await below()).toBe(false);
  expect(await page.title()).toContain("(1)");
  // It takes an answer a moment after everything has been in view.
  await card.getByRole("button", { name: /^Allow once/ }).click({ trial: true });
  const directive = line.pushed("g2a/directive");
  const answered = directive.then(() => true);
  for (let turn = 0; turn < 5; turn += 1) {
    await holdKey(page, "a");
    if (await Promise.race([answered, page.waitForTimeout(500).then(() => false)])) break;
  }
  expect(await directive).toMatchObject({ directive: "APPROVE" });
  await page.getByText("Nothing is waiting for you").waitFor();
});

test("one control on the card stops its agent at once, and says so", async () => {
  await run("git push --force origin release");
  const card = await cardWith("git push --force origin release");
  await card.getByRole("button", { name: "Stop agent" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  expect(await accessibilityProblems(page, "[role=alertdialog]")).toEqual([]);
  await dialog.getByRole("button", { name: /^Stop/ }).click();
  await page.getByText("Nothing is waiting for you").waitFor();
  expect(JSON.stringify(await run("ls"))).toMatch(/halted/i);
  await openScreen(page, "Agents");
  const details = page.getByRole("article", { name: "Claude Code" });
  await details.getByText("Stopped").first().waitFor();
  await details.getByRole("button", { name: "Resume" }).click();
  await expect.poll(async () => JSON.stringify(await run("ls"))).toContain("APPROVED");
  await openScreen(page, "Approvals");
});

test("observe mode is switched in the header, holds nothing, and is shown everywhere", async () => {
  await page.getByRole("button", { name: "Enforcing" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("Your policy stays as it is.").waitFor();
  await dialog.getByRole("button", { name: "Observe only" }).click();
  await page.getByText("Observe mode: only blocked actions are stopped.").waitFor();
  expect(await run("git push --force origin main")).toMatchObject({
    result: { verdict: "APPROVED", reason: "observed" },
  });
  expect(JSON.stringify(await run("rm -rf / --no-preserve-root"))).toMatch(/DENIED|-32000/);
  await openScreen(page, "Overview");
  await page.getByText("Observe mode: your policy is not enforced").waitFor();
  expect(await page.getByText("All is well").count()).toBe(0);
  await openScreen(page, "Settings");
  expect(await page.getByRole("switch", { name: "Observe mode" }).getAttribute("aria-checked")).toBe("true");
  await openScreen(page, "Approvals");
});

test("a rule from an observation is shown with its past, confirmed, and undone from the notice", async () => {
  const rules = async (): Promise<string> =>
    page.evaluate<string>(`gatehouse.call("getPolicy", {}).then((policy) => policy.value.text)`);
  const before = await rules();
  const row = page.getByRole("listitem").filter({ hasText: "git push --force origin main" });
  await row.waitFor({ timeout: 20_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  const dialog = page.getByRole("alertdialog");

  await row.getByRole("button", { name: "Always allow" }).click();
  await dialog.getByLabel("The rule as it will be written").waitFor();
  await dialog.getByText(/Would have matched \d+ past actions?/).waitFor();
  expect(await rules()).toBe(before);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await rules()).toBe(before);

  await row.getByRole("button", { name: "Always allow" }).click();
  await dialog.getByRole("button", { name: "Always allow" }).click();
  await row.getByText("A rule now allows it", { exact: true }).waitFor();
  expect(await rules()).not.toBe(before);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await row.getByRole("button", { name: "Always allow" }).waitFor();
  expect(await rules()).toBe(before);
});

test("several observations become rules at once, previewed together and undone together", async () => {
  const rules = async (): Promise<string> =>
    page.evaluate<string>(`gatehouse.call("getPolicy", {}).then((policy) => policy.value.text)`);
  const before = await rules();
  expect(await run("cargo publish")).toMatchObject({ result: { reason: "observed" } });
  await page.getByRole("checkbox", { name: "Select git push --force origin main" }).check();
  await page.getByRole("checkbox", { name: "Select cargo publish" }).check({ timeout: 20_000 });
  const toolbar = page.getByRole("toolbar", { name: "Selected observations" });
  await toolbar.getByText("2 selected").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await toolbar.getByRole("button", { name: "Always allow selected" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect.poll(() => dialog.getByLabel("The rule as it will be written").count()).toBe(2);
  expect(await rules()).toBe(before);
  await dialog.getByRole("button", { name: "Add 2 allow rules" }).click();
  await page.getByText("2 new rules added: allowed from now on.").waitFor();
  expect((await rules()).match(/id: human-/g)).toHaveLength((before.match(/id: human-/g)?.length ?? 0) + 2);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("2 rules removed.").waitFor();
  expect(await rules()).toBe(before);
});

test("what observe mode denied has its story, and off again the policy asks as before", async () => {
  const denied = page.getByRole("region", { name: "Denied anyway" }).getByRole("listitem");
  expect(await denied.count()).toBe(1);
  expect(await denied.textContent()).toMatch(/rm -rf \/ --no-preserve-root.*(rule|risk score).*Denied/);
  expect(await denied.getByRole("button", { name: /^Always/ }).count()).toBe(0);
  await denied.getByRole("button", { name: "Story" }).click();
  await page.getByRole("complementary", { name: "Story" }).getByText("rm -rf / --no-preserve-root").first().waitFor();
  await openScreen(page, "Approvals");

  await page.getByRole("main").getByRole("button", { name: "Start enforcing" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start enforcing" }).click();
  await page.getByRole("button", { name: "Enforcing", exact: true }).waitFor();
  expect(await run("git push --force origin main")).toMatchObject({ result: { verdict: "ESCALATE" } });
});

test("nothing went wrong in the page meanwhile", () => {
  expect(trouble).toEqual([]);
});
