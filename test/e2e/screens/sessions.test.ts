// Sessions as pictures in the real window: the timeline, the replay, the way to Activity, and what is saved.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day } from "../../../src/shared/lib/clock.ts";
import { historyOf, seedLedger } from "../../support/engine/history.ts";
import { recordedSession, recordedSessionEntries } from "../../support/engine/recorded-session.ts";
import { workdayAgents } from "../../support/engine/workday.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, listenForTrouble, openScreen, resize } from "../../support/window/window.ts";

let opened: Console;
let page: Page;
let dataDirectory: string;
let trouble: readonly string[];

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  const now = Date.now();
  const past = historyOf({ agents: workdayAgents, days: 6, aDay: 120, now: now - day / 8 });
  await seedLedger(dataDirectory, [...past, ...recordedSessionEntries(now - 600_000)]);
  opened = await launchConsole({ dataDirectory });
  page = opened.window;
  trouble = listenForTrouble(page);
  await resize(opened.application, 1440, 900);
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
});

const timeline = () => page.getByRole("group", { name: "Timeline of the session" });
const marks = () => timeline().getByRole("button");
const list = () => page.getByRole("navigation", { name: "Sessions", exact: true });

/** Where the next file that the window saves goes. */
async function saveTo(file: string): Promise<void> {
  await opened.application.evaluate(({ session }, path) => {
    session.defaultSession.once("will-download", (_event, item) => item.setSavePath(path));
  }, file);
}

async function saved(file: string): Promise<Buffer> {
  const read = (): number => {
    try {
      return readFileSync(file).length;
    } catch {
      return 0;
    }
  };
  await expect.poll(read, { timeout: 10_000 }).toBeGreaterThan(0);
  return readFileSync(file);
}

describe("one session", () => {
  beforeEach(async () => {
    await openScreen(page, "Sessions");
    await page.getByRole("radio", { name: "Sessions", exact: true }).click();
    await list()
      .getByRole("button", { name: new RegExp(recordedSession) })
      .click();
    await page.getByRole("radio", { name: "Timeline" }).click();
    await marks().nth(8).waitFor();
  });

  test("has a mark for every step; a step is replayed, then opened in Activity", async () => {
    expect(await marks().count()).toBe(9);
    await marks().nth(7).click();
    await page.getByText("Step 8 of 9").waitFor();
    await page.getByRole("region", { name: "Replay" }).getByText("Allowed by you after 4.3 sec").waitFor();
    await marks().nth(7).click();
    await page.getByRole("main", { name: "Activity" }).waitFor();
    await page.getByRole("complementary", { name: "Story" }).getByText(".aws/credentials").first().waitFor();
    // Only the rows of this session: a header and its nine actions.
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("10");
  });

  test("is replayed by keyboard, with the lines a step changes", async () => {
    await marks().nth(0).click();
    await page.getByRole("main", { name: "Activity" }).waitFor();
    await openScreen(page, "Sessions");
    await marks().nth(5).click();
    await page.getByText("Step 6 of 9").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByText("Step 7 of 9").waitFor();
    const change = page.getByRole("region", { name: /^Change to .*cart\.ts$/ });
    await change.getByText("items.length").waitFor();
    expect(await change.getByText("sum(items)").count()).toBe(1);
  });

  test("is saved as PNG and as CSV", async () => {
    const png = join(dataDirectory, "timeline.png");
    await saveTo(png);
    await page.getByRole("button", { name: "PNG: save “Timeline” as a picture" }).click();
    const picture = await saved(png);
    expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect(picture.length).toBeGreaterThan(5000);
    const csv = join(dataDirectory, "timeline.csv");
    await saveTo(csv);
    await page.getByRole("button", { name: "CSV: save “Timeline” as a table" }).click();
    const lines = (await saved(csv)).toString("utf8").trimEnd().split("\r\n");
    expect(lines).toHaveLength(10);
    expect(lines[9]).toContain("paste.example");
  });

  test("shows its data flow, and each place leads to its rows", async () => {
    await page.getByRole("radio", { name: "Data flow" }).click();
    const graph = page.getByRole("group", { name: "Data flow of the session" });
    await graph
      .getByRole("button", { name: /^Read .*\.aws\/credentials: 1 step, highest risk high, secret/ })
      .waitFor();
    await graph.getByRole("button", { name: /^Sent to paste\.example: .*denied$/ }).click();
    await page.getByRole("main", { name: "Activity" }).waitFor();
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("2");
    await page.getByRole("row").filter({ hasText: "Upload src/cart.ts" }).first().waitFor();
  });

  test.each(["Timeline", "Data flow", "Table"])(
    "%s has nothing that axe finds wrong, in light and dark",
    async (name) => {
      await page.getByRole("radio", { name, exact: true }).click();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblems(page)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "light" });
    },
  );
});

describe("trends", () => {
  beforeEach(async () => {
    await openScreen(page, "Sessions");
    await page.getByRole("radio", { name: "Trends" }).click();
    await page.getByRole("radio", { name: "Last 7 days" }).click();
  });

  test("lead from a cell, a point and a bar to the rows behind them", async () => {
    const rows = async (): Promise<number> => {
      await page.getByRole("main", { name: "Activity" }).waitFor();
      await expect
        .poll(async () => Number(await page.getByRole("grid").getAttribute("aria-rowcount")))
        .toBeGreaterThan(1);
      return Number(await page.getByRole("grid").getAttribute("aria-rowcount")) - 1;
    };
    const back = async (): Promise<void> => {
      await openScreen(page, "Sessions");
      await page.getByRole("radio", { name: "Trends" }).click();
    };
    const cell = page.getByRole("group", { name: "Agents and tools" }).getByRole("button").first();
    const counted = Number(/: ([\d,]+) action/.exec((await cell.getAttribute("aria-label")) ?? "")?.[1]);
    await cell.click();
    await expect.poll(rows).toBe(counted);
    await back();
    await page
      .getByRole("group", { name: "Risk of every action" })
      .getByRole("button", { name: /risk 0\.91, Denied/ })
      .press("Enter");
    await page.getByRole("complementary", { name: "Story" }).getByText("paste.example").first().waitFor();
    await back();
    await page.getByRole("group", { name: "Approval fatigue" }).getByRole("button").last().press("Enter");
    expect(await rows()).toBeGreaterThan(0);
  });

  test("have nothing that axe finds wrong, in light and dark", async () => {
    await page.getByRole("group", { name: "Approval fatigue" }).getByRole("button").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  test.each(["Risk of every action", "Agents and tools", "Approval fatigue"])("%s is saved as PNG", async (name) => {
    const png = join(dataDirectory, `${name}.png`);
    await page.getByRole("group", { name }).getByRole("button").first().waitFor();
    await saveTo(png);
    await page.getByRole("button", { name: `PNG: save “${name}” as a picture` }).click();
    expect((await saved(png)).length).toBeGreaterThan(3000);
  });
});

test("nothing went wrong in the page", () => {
  expect(trouble).toEqual([]);
});
