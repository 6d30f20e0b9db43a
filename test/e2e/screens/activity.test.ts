// The activity screen over a ledger with a past: filters, search, story, keyboard, verification, export, and the way from a chart.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { historyOf, seedLedger } from "../../support/engine/history.ts";
import { openLine } from "../../support/protocols/line.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";
import { playWorkday, workdayAgents } from "../../support/engine/workday.ts";

let opened: Console;
let page: Page;
let hangUp: () => void;
let dataDirectory: string;
let trouble: readonly string[];

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  await seedLedger(
    dataDirectory,
    historyOf({ agents: workdayAgents, days: 20, aDay: 150, now: Date.now() - 3_600_000 }),
  );
  opened = await launchConsole({ dataDirectory });
  page = opened.window;
  trouble = listenForTrouble(page);
  hangUp = await playWorkday(opened.ws);
  await resize(opened.application, 1440, 900);
});
afterAll(async () => {
  hangUp();
  await opened.close();
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

const grid = () => page.getByRole("grid");
const rows = () => grid().getByRole("row");
const count = async (): Promise<number> => Number((await grid().getAttribute("aria-rowcount")) ?? 0) - 1;
const story = () => page.getByRole("complementary", { name: "Story" });
const filters = () => page.getByRole("list", { name: "Filters" });
async function waitForCount(wanted: (entries: number) => boolean): Promise<number> {
  await expect.poll(count, { timeout: 10_000 }).toSatisfy(wanted);
  return count();
}

async function freshScreen(): Promise<void> {
  await openScreen(page, "Activity");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^(Actions|View|Denied|Everything)$/ }).click();
  await page.getByRole("dialog", { name: "Views" }).getByRole("button", { name: "Actions" }).click();
  await waitForCount((entries) => entries > 1500);
}

describe("finding", () => {
  test("a filter by verdict is chosen from what occurs, shown as a chip, and taken out again", async () => {
    await freshScreen();
    const all = await count();
    await filters().getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Verdict", exact: true }).click();
    await page.getByRole("checkbox", { name: /^Denied/ }).click();
    const denied = await waitForCount((entries) => entries > 0 && entries < all);
    await page.keyboard.press("Escape");
    await rows().nth(1).getByText("Denied").waitFor();
    await filters().getByText("Denied").waitFor();

    await filters().getByRole("button", { name: /^Time/ }).click();
    await page.getByRole("button", { name: "Last 24 hours" }).click();
    await waitForCount((entries) => entries < denied);
    await filters().getByRole("button", { name: "Take out the filter by time" }).click();
    await filters().getByRole("button", { name: "Take out the filter by verdict" }).click();
    expect(await waitForCount((entries) => entries >= all)).toBe(all);
  });

  test("words are found in commands and in threats, by the slash key", async () => {
    await freshScreen();
    await grid().focus();
    await page.keyboard.press("/");
    await page.keyboard.type("reverse shell");
    await waitForCount((entries) => entries > 0 && entries < 100);
    await rows().nth(1).getByText("/dev/tcp").waitFor();
    await page.keyboard.press("Escape");
    expect(await waitForCount((entries) => entries > 1500)).toBeGreaterThan(1500);
  });

  test("filters are typed with the words, and a wrong one says what to do", async () => {
    await freshScreen();
    const all = await count();
    const search = page.getByRole("textbox", { name: "Search the ledger" });
    await search.fill("verdict:denied >0.8");
    const denied = await waitForCount((entries) => entries > 0 && entries < all);
    await rows()
      .nth(1)
      .getByText(/^Denied/)
      .waitFor();
    await search.fill("verdict:denied >0.8 tool:bas");
    await waitForCount((entries) => entries > 0 && entries <= denied);
    // The beginning of a word is enough.
    await search.fill("cred");
    await waitForCount((entries) => entries > 0 && entries < all);
    await search.fill("agnet:codex");
    await page.getByText('There is no filter "agnet:"', { exact: false }).waitFor();
    await search.fill("");
    expect(await waitForCount((entries) => entries >= all)).toBe(all);
  });

  test("a row says what became of the action, and which project it is about", async () => {
    await freshScreen();
    await page.getByRole("textbox", { name: "Search the ledger" }).fill("git push --force");
    await waitForCount((entries) => entries > 0);
    await rows().getByText("Force-push", { exact: false }).first().waitFor();
    expect(
      await rows()
        .getByText(/by you after \d/)
        .count(),
    ).toBeGreaterThan(0);
    await page.getByRole("textbox", { name: "Search the ledger" }).fill("");
  });

  test("a link shows its entry and does nothing else", async () => {
    await openScreen(page, "Overview");
    await opened.application.evaluate(({ app }) => {
      app.emit("second-instance", {}, ["gatehouse", "gatehouse://entry/3?decision=approve", "gatehouse://entry/3"]);
    });
    await page.getByRole("main", { name: "Activity" }).waitFor();
    await story().getByText("3", { exact: true }).first().waitFor();
    expect(await page.getByRole("main", { name: "Approvals" }).count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  test("a whole page that is pasted finds nothing and breaks nothing", async () => {
    await freshScreen();
    await grid().focus();
    await page.keyboard.press("/");
    await page.keyboard.insertText("unheard of ".repeat(500));
    await waitForCount((entries) => entries === 0);
    expect(await page.getByText("The ledger cannot be read").count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  test("signs alone find nothing and say why", async () => {
    await page.keyboard.press("/");
    await page.keyboard.insertText("&& 🚀");
    await page.getByText("Punctuation alone cannot be searched").waitFor();
    expect(await count()).toBe(0);
    await page.keyboard.press("Escape");
    await waitForCount((entries) => entries > 0);
  });

  test("a host covers its sub-domains, typed by hand", async () => {
    await freshScreen();
    await filters().getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Host", exact: true }).click();
    await page.getByRole("textbox", { name: "Host" }).fill("pnpm.example");
    await page.keyboard.press("Enter");
    await waitForCount((entries) => entries > 0 && entries < 200);
    await rows().nth(1).getByText("get.pnpm.example").first().waitFor();
    expect(await filters().textContent()).toContain("pnpm.example");
  });

  test("a view is saved, found again after a restart of the page, and deleted", async () => {
    await freshScreen();
    await filters().getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("button", { name: "Risk", exact: true }).click();
    await page.getByRole("checkbox", { name: /^Critical/ }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("textbox", { name: "Name of the view" }).fill("The worst");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "The worst" }).waitFor();
    await page.reload();
    await openScreen(page, "Activity");
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("button", { name: "The worst", exact: true }).click();
    await waitForCount((entries) => entries > 0 && entries < 300);
    await page.getByRole("button", { name: "The worst" }).click();
    await page.getByRole("button", { name: "Delete the view The worst" }).click();
    expect(await page.getByRole("button", { name: "The worst", exact: true }).count()).toBe(0);
    await page.keyboard.press("Escape");
  });
});

describe("the story", () => {
  test("arrows walk the rows, Enter opens, Escape closes", async () => {
    await freshScreen();
    await grid().focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await story().getByRole("list", { name: "Phases" }).waitFor();
    expect(await grid().getAttribute("aria-activedescendant")).toBe("activity-row-1");
    const first = await story().textContent();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => story().textContent()).not.toBe(first);
    await page.keyboard.press("End");
    await rows().last().waitFor();
    await expect.poll(() => grid().getAttribute("aria-activedescendant")).toBe(`activity-row-${(await count()) - 1}`);
    await page.keyboard.press("Escape");
    await story().waitFor({ state: "detached" });
    await page.keyboard.press("Home");
  });

  test("a denial tells its six phases with their times, its session and its hashes", async () => {
    await freshScreen();
    await rows().filter({ hasText: "bash -i" }).first().click();
    const phases = story().getByRole("list", { name: "Phases" }).getByRole("listitem");
    await phases.first().waitFor();
    for (const phase of ["Parsed", "Policy", "Risk", "Limits", "Execution", "Record"]) {
      await story().getByRole("heading", { name: phase }).waitFor();
    }
    const text = (await story().textContent()) ?? "";
    expect(text).toMatch(/\d (μs|ms)/);
    expect(text).toContain("Reverse shell");
    expect(text).toMatch(/[0-9a-f]{64}/);
    await story().getByText("Show as JSON").click();
    await story().getByText('"previousHash"').waitFor();
    await story().getByRole("button", { name: "Show the whole session" }).click();
    await filters().getByText("Session").waitFor();
    await waitForCount((entries) => entries > 3 && entries < 30);
  });

  test("an intent tells what it came from and what came of it, one click away", async () => {
    const line = await openLine(opened.ws);
    onTestFinished(() => line.close());
    const agent_did = "did:aeon:lineage:1.0:e2e";
    const steps = [
      ["chain-1", "ls -la first", undefined],
      ["chain-2", "ls -la second", "chain-1"],
      ["chain-3", "ls -la third", "chain-2"],
    ] as const;
    for (const [intent_id, command, parent_intent] of steps) {
      const context = parent_intent === undefined ? {} : { parent_intent };
      await line.call("a2g/intent", { agent_did, intent_id, tool: "Bash", arguments: { command }, context });
    }
    await freshScreen();
    await rows().filter({ hasText: "ls -la second" }).first().click();
    const chain = story().getByRole("region", { name: "Where it came from, what came of it" });
    await chain.getByText("ls -la second").waitFor();
    expect(await chain.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("first"),
      expect.stringContaining("second"),
      expect.stringContaining("third"),
    ]);
    await chain.getByRole("button", { name: /third/ }).click();
    await expect
      .poll(() =>
        story()
          .getByRole("region", { name: "Where it came from, what came of it" })
          .locator("[aria-current]")
          .textContent(),
      )
      .toContain("third");
    await page.keyboard.press("Escape");
  });

  test.each(["light", "dark"] as const)("what hangs on a button is accessible in %s", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await freshScreen();
    const look = async (): Promise<void> => {
      await page.getByRole("dialog").waitFor();
      expect(await accessibilityProblems(page, "[role=dialog]")).toEqual([]);
    };
    for (const name of ["Agent", "Risk", "Rule", "Path"]) {
      await filters().getByRole("button", { name: "Filter", exact: true }).click();
      await look();
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
      await look();
      await page.keyboard.press("Escape");
    }
    for (const name of [/^Time/, /^Actions$/, /^(Not verified yet|Verified)/, /^Export$/]) {
      await page.getByRole("main").getByRole("button", { name }).first().click();
      await look();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  test.each(["light", "dark"] as const)("it is accessible in %s, at both sizes", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await freshScreen();
    await rows().nth(4).click();
    await story().getByRole("list", { name: "Phases" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await resize(opened.application, 1024, 640);
    await page.waitForTimeout(200);
    expect(await accessibilityProblems(page)).toEqual([]);
    await resize(opened.application, 1440, 900);
    await page.keyboard.press("Escape");
  });
});

test("new entries do not move what one reads; at the top they come in by themselves", async () => {
  await freshScreen();
  const before = await count();
  await grid().focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  const text = await rows().nth(6).textContent();
  const index = await rows().nth(6).getAttribute("aria-rowindex");
  const again = await playWorkday(opened.ws, "again");
  await page.getByRole("button", { name: /newer$/ }).waitFor();
  expect(await page.locator(`tr[aria-rowindex="${index}"]`).textContent()).toBe(text);
  await page.getByRole("button", { name: /newer$/ }).click();
  await waitForCount((entries) => entries > before);
  const third = await playWorkday(opened.ws, "third");
  await waitForCount((entries) => entries >= before + 40);
  again();
  third();
});

test("verifying says so, and the badge remembers", async () => {
  await openScreen(page, "Activity");
  await page.getByRole("button", { name: "Not verified yet" }).click();
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText("Verified: nothing was changed.").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByRole("button", { name: /^Verified/ }).count()).toBe(1);
});

test("an export goes where the human says and verifies there", async () => {
  await openScreen(page, "Activity");
  const file = join(dataDirectory, "out.jsonl");
  await opened.application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: /^JSON lines/ }).click();
  await page.getByText("Written to").waitFor();
  await page.keyboard.press("Escape");
  const said = execFileSync(process.execPath, [join(projectRoot, "resources/verify-ledger.mjs"), file], {
    encoding: "utf8",
  });
  expect(said).toContain("sound");
  expect(readFileSync(file, "utf8").split("\n").length).toBeGreaterThan(5000);
});

describe("from the overview", () => {
  test("a bar, a level, a threat and a rule that asks lead to the entries behind them", async () => {
    await openScreen(page, "Overview");
    await page.getByRole("radio", { name: "Last 7 days" }).click();
    await page.waitForTimeout(800);
    await page.locator("svg .recharts-bar-rectangle rect").first().click();
    await page.getByRole("main", { name: "Activity" }).waitFor();
    await filters().getByText("Allowed").waitFor();
    await waitForCount((entries) => entries > 0 && entries < 200);

    await openScreen(page, "Overview");
    const high = page.getByRole("button", { name: /^High [\d,]/ });
    const intents = Number((await high.innerText()).replaceAll(/\D/g, ""));
    await high.click();
    await filters().getByText("High").waitFor();
    // Each intent once, though people answered some of them.
    await filters().getByText("one per action").waitFor();
    expect(await waitForCount((entries) => entries > 0 && entries < 200)).toBe(intents);
    await page.getByRole("button", { name: "Take out the filter by rows" }).click();
    await waitForCount((entries) => entries > intents);

    await openScreen(page, "Overview");
    await page.getByRole("region", { name: "Top threats" }).getByRole("button").first().click();
    await waitForCount((entries) => entries > 0 && entries < 500);

    await openScreen(page, "Overview");
    const asking = page.getByRole("button", { name: /^ask-before-push/ });
    const sevenDays = await asking.innerText();
    await page.getByRole("radio", { name: "Last 30 days" }).click();
    // The figures of the shorter time are shown until the longer one has been counted.
    await expect.poll(() => asking.innerText()).not.toBe(sevenDays);
    await asking.click();
    await filters().getByText("ask-before-push").waitFor();
    expect(await waitForCount((entries) => entries > 10)).toBeLessThan(500);
  });

  test("what people nearly always allow is offered as a rule", async () => {
    await openScreen(page, "Overview");
    await page.getByRole("radio", { name: "Last 30 days" }).click();
    await page.getByRole("button", { name: /make a rule/ }).click();
    await page.getByRole("dialog", { name: "A rule for it" }).waitFor();
    expect(await page.getByRole("dialog").textContent()).toContain("git push origin fix/discounts");
    await page.keyboard.press("Escape");
  });
});

test("nothing on the way broke a rule of the page", () => {
  expect(trouble).toEqual([]);
});
