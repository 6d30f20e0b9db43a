// The first minute with the real engine: from an empty console to the first decision, and how many clicks that takes.
import { expect, onTestFinished, test } from "vitest";
import { createReader } from "../../../src/main/store/read/reader.ts";
import { tourAgent } from "../../../src/shared/domain/tour.ts";
import { launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems } from "../../support/window/window.ts";

test("two clicks lead to the first decision, with a guide on the way", async () => {
  const begun = Date.now();
  const opened = await launchConsole();
  onTestFinished(() => opened.close());
  const page = opened.window;
  await page.evaluate("window.clicks = 0; addEventListener('click', () => (window.clicks += 1), true)");

  await page.getByRole("button", { name: "Send a test intent" }).click();
  const card = page.getByRole("article", { name: "Request" });
  await card.getByRole("complementary", { name: "Guide" }).waitFor();
  await card.getByText("git push --force origin main").first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.waitForTimeout(450);
  await card.getByRole("button", { name: /^Deny(?! with)/ }).click();
  await page.getByText("That was your first decision").waitFor();
  expect(await page.evaluate("window.clicks")).toBe(2);
  expect(Date.now() - begun).toBeLessThan(60_000);
  expect(await accessibilityProblems(page)).toEqual([]);

  const reader = createReader(opened.dataDirectory);
  const { entries } = reader.page({ filter: { agents: [tourAgent] }, limit: 10 });
  reader.close();
  expect(entries.some(({ kind }) => kind === "directive")).toBe(true);
});

test("a week of observe mode is offered, counts its days, and leads to the review", async () => {
  const opened = await launchConsole();
  onTestFinished(() => opened.close());
  const page = opened.window;
  await page.getByRole("button", { name: "Observe for a week" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Observe only" }).click();
  const week = page.getByRole("region", { name: "Week of observe mode" });
  await week.getByText("Observing, day 1 of 7.").waitFor();
  await week.getByText("So far nothing would have asked you.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await week.getByRole("button", { name: "Show what was seen" }).click();
  await page.getByRole("region", { name: "Observed" }).waitFor();
  expect(await page.getByRole("button", { name: "Start enforcing" }).count()).toBeGreaterThan(0);
});
