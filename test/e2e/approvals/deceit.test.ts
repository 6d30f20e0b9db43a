// What an agent may choose, such as its name, never hides, moves or covers what a human reads to decide.
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { type AgentLine, openLine } from "../../support/protocols/line.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let line: AgentLine;
let trouble: readonly string[];
let number = 0;

beforeAll(async () => {
  opened = await launchConsole();
  page = opened.window;
  trouble = listenForTrouble(page);
  await resize(opened.application, 1440, 900);
  line = await openLine(opened.ws);
});
afterAll(async () => {
  line.close();
  await opened.close();
});

const did = (id: string): string => `did:aeon:${id}:1.0:deceit`;

async function pose(id: string, name: string): Promise<void> {
  await line.call("a2g/register", { agent_did: did(id), metadata: { name } });
}

async function ask(id: string, command: string, context: object = {}, tool = "Bash"): Promise<void> {
  number += 1;
  const intent = { agent_did: did(id), intent_id: `d-${number}`, tool, arguments: { command }, context };
  expect(await line.call("a2g/intent", intent)).toMatchObject({ result: { verdict: "ESCALATE" } });
}

async function open(command: string): Promise<Locator> {
  const queue = page.getByRole("navigation", { name: "Waiting requests" });
  await queue.getByRole("button").filter({ hasText: command }).first().click();
  const card = page.getByRole("article", { name: "Request" }).filter({ hasText: command });
  await card.waitFor();
  return card;
}

test("names, sessions, tools and words that turn the reading around are shown as they are", async () => {
  await pose("turned", "Claude Code \u202eedoC edualC yb devorppA");
  await ask("turned", "git push --force origin turned", {
    session_id: "\u202enoisses",
    reasoning: "Safe.\u202e .live toN",
  });
  await openScreen(page, "approvals");
  const card = await open("origin turned");
  await card.getByText("Claude Code ⟨RLO U+202E⟩edoC edualC yb devorppA").first().waitFor();
  await card.getByText("⟨RLO U+202E⟩noisses").waitFor();
  await card
    .getByRole("region", { name: /^Agent's explanation/ })
    .getByText("RLO U+202E")
    .waitFor();
  const hidden = await page.evaluate<string>("document.body.innerText");
  expect(hidden).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test("a name of many lines covers nobody else's request", async () => {
  await pose("covering", "A name as long as a book ".repeat(10));
  await ask("covering", "npm publish --tag covered");
  await open("--tag covered");
  const queue = page.getByRole("navigation", { name: "Waiting requests" });
  const heights = await queue
    .locator("li")
    .evaluateAll((lines) =>
      lines.map((each) => ({ own: each.getBoundingClientRect().height, inside: each.scrollHeight })),
    );
  expect(heights.length).toBeGreaterThan(3);
  expect(heights.filter(({ own, inside }) => inside > own)).toEqual([]);
  await page.keyboard.press("Control+k");
  const list = page.getByRole("dialog").locator("[cmdk-list]");
  await list.getByText("npm publish --tag covered").waitFor();
  expect(await list.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(false);
  await page.keyboard.press("Escape");
});

test("two agents with one name are told apart by who they are", async () => {
  await pose("first", "Codex");
  await ask("first", "git push --force origin first");
  const card = await open("origin first");
  expect(await card.getByText("another agent has the same name").count()).toBe(0);
  await pose("second", "codex");
  await card.getByText("another agent has the same name").waitFor();
  await card.getByText(did("first")).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("nothing went wrong in the page meanwhile", () => {
  expect(trouble).toEqual([]);
});
