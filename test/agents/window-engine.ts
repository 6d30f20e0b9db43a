// The engine inside the real console: what waits is approved by a click in its window.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { second } from "../../src/shared/lib/clock.ts";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";
import { launchConsole } from "../support/window/electron.ts";
import { holdButton, openScreen } from "../support/window/window.ts";
import { type Engine, engineAt, type EnginePlace, environmentOf } from "./engine.ts";

const patience = 20 * second;

export async function startWindowEngine(place: EnginePlace): Promise<Engine> {
  // The other answers come from a terminal; that a window confirms those is tested elsewhere.
  writeFileSync(join(place.dataDirectory, "settings.json"), JSON.stringify({ terminal_approvals: "on" }));
  const { PATH = "" } = environmentOf(place);
  const environment = { HOME: place.home, PATH };
  const opened = await launchConsole({ dataDirectory: place.dataDirectory, environment });
  const child = opened.application.process();
  const engine = engineAt(place, opened.http, async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  });
  return {
    ...engine,
    answer: (held, answer) =>
      answer.decision === "approve" && answer.changed === undefined
        ? allowInWindow(opened.window, held)
        : engine.answer(held, answer),
  };
}

/** As a person would: to the queue, to the card of this very command, and "Allow once", held down. */
async function allowInWindow(window: Page, { intent }: HeldApproval): Promise<void> {
  const [shown = ""] = Object.values(intent.arguments)
    .flat()
    .filter((value) => typeof value === "string" && value.includes("git push"));
  if (typeof shown !== "string") throw new Error("The request has no command.");
  // From the queue of an earlier answer there is no way to the queue.
  await openScreen(window, "Overview");
  await window.getByRole("button", { name: /^Review \d/ }).click({ timeout: patience });
  const card = window.getByRole("article", { name: "Request" }).filter({ hasText: shown });
  await card.waitFor({ timeout: patience });
  // Above medium risk a click is not enough.
  await holdButton(window, card.getByRole("button", { name: /^Allow once/ }));
  await card.waitFor({ state: "detached", timeout: patience });
}
