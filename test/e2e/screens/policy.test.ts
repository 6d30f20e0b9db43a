// The policy screen in the real window around the real engine: editing, what-if, explain, versions, a file that changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen } from "../../support/window/window.ts";
import { playWorkday } from "../../support/engine/workday.ts";

let opened: Console;
let page: Page;
let trouble: readonly string[];
let hangUp: () => void;

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  trouble = listenForTrouble(page);
  hangUp = await playWorkday(opened.ws);
  await openScreen(page, "Policy");
  await editor().waitFor();
});
afterAll(async () => {
  hangUp();
  await opened.close();
});

const editor = (): Locator => page.getByRole("textbox", { name: "Policy file" });
const file = (): string => join(opened.dataDirectory, "policy.yaml");
const status = (text: string | RegExp): Promise<void> =>
  page.getByRole("region", { name: "Policy file" }).getByRole("status").getByText(text).waitFor();

/** Puts the cursor at the end and types there. */
async function append(text: string): Promise<void> {
  await editor().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

test("rules are listed with what they decided, and lead to their line", async () => {
  const rules = page.getByRole("list", { name: "Rules" });
  await rules.getByRole("button", { name: /^secret-read.*1.*Asks you/s }).click();
  await expect.poll(() => page.locator(".cm-activeLine").first().textContent()).toContain("id: secret-read");
  await page.keyboard.press("Escape");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Rules");
  await page.getByRole("radio", { name: "Unused" }).click();
  expect(await rules.getByRole("button", { name: /^secret-read/ }).count()).toBe(0);
  await page.getByRole("radio", { name: "In the order of the file" }).click();
});

test("a rule of a common form is built without YAML, goes into the draft, and the compiler accepts it", async () => {
  await page.getByRole("button", { name: "New rule" }).click();
  const form = page.getByRole("dialog", { name: "New rule" });
  await form.getByLabel("Names of programs").fill("terraform, kubectl");
  await form.getByLabel("Reason (optional)").fill("What runs elsewhere is started by a person");
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Add to draft" }).click();
  await expect.poll(() => page.locator(".cm-activeLine").first().textContent()).toContain("id: ask-terraform-kubectl");
  await status("Unsaved changes");
  expect(readFileSync(file(), "utf8")).not.toContain("ask-terraform-kubectl");
  await expect.poll(() => page.getByRole("button", { name: /^Save/ }).isDisabled()).toBe(false);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
});

test("a rule is switched off in the draft and saved, and decides nothing until it is on again", async () => {
  const before = readFileSync(file(), "utf8");
  const toggle = page.getByRole("switch", { name: "Rule secret-read", exact: true });
  await toggle.click();
  await page.getByText("Off once saved").waitFor();
  expect(readFileSync(file(), "utf8")).toBe(before);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect.poll(() => readFileSync(file(), "utf8")).toMatch(/id: secret-read.*\n\s+enabled: false\n/);
  await page.getByRole("list", { name: "Rules" }).getByText("Off", { exact: true }).waitFor();
  await toggle.click();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect.poll(() => readFileSync(file(), "utf8")).toBe(before);
});

test("find and replace work in the editor, and Escape closes them", async () => {
  await page.getByRole("button", { name: /^Find and replace/ }).click();
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("id: secret-read");
  await page.getByRole("textbox", { name: "Replace with" }).fill("id: read-secrets");
  await page.getByRole("button", { name: "Replace all" }).click();
  await expect.poll(() => page.locator(".cm-content").first().textContent()).toContain("id: read-secrets");
  await status("Unsaved changes");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("textbox", { name: "Find", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
});

test("problems come from the compiler, with their place, and keep a draft from being saved", async () => {
  await append("\nrulez: []\n");
  await status(/1 problem: cannot be saved/);
  const problems = page.getByRole("region", { name: "Problems" });
  // The list takes room from the editor, and the line that is being typed moves up.
  const isHidden = async () => {
    const [line, list] = [await page.locator(".cm-activeLine").first().boundingBox(), await problems.boundingBox()];
    return line === null || list === null || line.y + line.height > list.y;
  };
  await expect.poll(isHidden).toBe(false);
  await page.getByRole("button", { name: /There is no member "rulez" here\. Did you mean "rules"/ }).click();
  expect(await page.getByRole("button", { name: /^Save/ }).isDisabled()).toBe(true);
  await page.keyboard.press("Control+s");
  expect(readFileSync(file(), "utf8")).not.toContain("rulez");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await status("Saved");
});

test("what is typed is completed from the schema and the facts", async () => {
  await append("\n  - id: no-make\n    eff");
  const offers = page.getByRole("listbox");
  await offers
    .getByRole("option", { name: /^effect/ })
    .first()
    .waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("de");
  await page.keyboard.press("Control+Space");
  await offers.getByRole("option", { name: "deny" }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("\n    when: facts.comm");
  await page.keyboard.press("Control+Space");
  await offers.getByRole("option", { name: "commandslist<Command>" }).waitFor();
  expect(await offers.getByRole("option").count()).toBe(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
});

const balanced = (): string => readFileSync(file(), "utf8");

/** Rules go before the sequences of the file. */
function withRule(rule: string): string {
  return balanced().replace(/^rules:\n/m, `rules:\n${rule}\n`);
}

test("a draft is tried on the past: what would newly be denied is shown with its rule", async () => {
  await editor().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(
    withRule(
      "  - id: no-docker\n    effect: deny\n    programs: [docker]\n    reason: Containers are started by hand\n",
    ),
  );
  await status("Unsaved changes");
  await page.getByRole("tab", { name: "What if" }).click();
  await page.getByRole("button", { name: "Run" }).click();
  const changed = page.getByRole("list", { name: "Newly denied" });
  await changed.getByText("docker compose up -d postgres").waitFor();
  await changed.getByText("no-docker").waitFor();
  await page.getByText(/^1 of \d+ would change\.$/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("explain says what decides about a pasted command, by the draft and by the policy in force", async () => {
  await page.getByRole("tab", { name: "Explain" }).click();
  await page.getByRole("textbox", { name: "A command, or an intent as JSON" }).fill("docker run --rm alpine ls");
  await page.getByRole("button", { name: "Explain" }).click();
  await page.getByText("Decided by no-docker").waitFor();
  await page.getByRole("radio", { name: "By the policy in force" }).click();
  await page.getByRole("button", { name: "Explain" }).click();
  await page.getByText("No rule decided.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("a file that changes meanwhile is noticed, compared, and never overwritten unseen", async () => {
  writeFileSync(file(), balanced().replace("version: 1.0.0", "version: 1.0.1"));
  const banner = page.getByText("The file was changed elsewhere while you were editing.");
  await banner.waitFor({ timeout: 15_000 });
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("textbox", { name: "The file as it is now, and your draft" }).waitFor();
  await page.getByRole("button", { name: "Editor" }).click();
  await page.keyboard.press("Control+s");
  await page.getByText(/Nothing was saved/).waitFor();
  expect(balanced()).toContain("version: 1.0.1");
  await page.getByRole("button", { name: "Keep my draft" }).click();
  await banner.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText(/^Policy 1\.0\.0\+\w+ is in force\.$/).waitFor();
  expect(balanced()).toContain("no-docker");
  await status("Saved");
});

test("versions have their author, and one can be compared and restored", async () => {
  await page.getByRole("tab", { name: "History" }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await versions.getByText("Saved in this window").first().waitFor();
  await versions.getByRole("button", { name: /Found at the start/ }).click();
  await page.getByRole("heading", { name: /^What restoring the version of/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await page.getByText(/is in force again/).waitFor();
  expect(balanced()).not.toContain("no-docker");
  await versions.getByText("Restored in this window").waitFor();
});

test("a template goes into the editor, and a draft outlives a reload of the page", async () => {
  await page.getByRole("button", { name: "Load the template strict into the editor" }).click();
  await status("Unsaved changes");
  await page.reload();
  await openScreen(page, "Policy");
  await status("Unsaved changes");
  expect(balanced()).not.toContain("credential-access");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await status("Saved");
});

test("a file that stops loading is shown as it stands, while the policy in force stays", async () => {
  const good = balanced();
  writeFileSync(file(), "rules: [\n");
  await page.getByText("The policy file has a problem and was not taken over.").waitFor({ timeout: 15_000 });
  await status("1 problem");
  await expect.poll(() => editor().textContent()).toBe("rules: [");
  writeFileSync(file(), good);
  await page
    .getByText("The policy file has a problem and was not taken over.")
    .waitFor({ state: "detached", timeout: 15_000 });
});

test("nothing on the way broke a rule of the page", () => {
  expect(trouble).toEqual([]);
});
