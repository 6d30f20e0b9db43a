// A contained program that waits for a host: the window shows who, where and while doing what; allowed there, the program goes on.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../support/temporary.ts";
import { type Console, launchConsole } from "../../support/window/electron.ts";
import { accessibilityProblems, holdButton, listenForTrouble, openScreen } from "../../support/window/window.ts";

const canContain = process.platform === "linux" && existsSync("/usr/bin/bwrap") && existsSync("/usr/bin/perl");

describe.skipIf(!canContain)("a contained run in the window", () => {
  let opened: Console;
  let trouble: readonly string[];

  beforeAll(async () => {
    opened = await launchConsole();
    trouble = listenForTrouble(opened.window);
  });
  afterAll(() => opened.close());

  test("a host is held, allowed with a click, and curl inside continues", async () => {
    const { window, dataDirectory } = opened;
    const project = join(temporaryDirectory(), "shop");
    mkdirSync(join(project, ".git"), { recursive: true });
    const launcher = join(dataDirectory, "bin/gatehouse");
    const words = [launcher, "run", "--", "curl", "-sS", "--max-time", "90", "http://cdn.invalid/file"];
    const child = spawn("/usr/bin/perl", words, {
      cwd: project,
      env: { PATH: "/usr/bin:/bin", HOME: dataDirectory },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));

    await window.getByRole("button", { name: "Review 1" }).click({ timeout: 30_000 });
    const card = window.getByRole("article", { name: "Request" }).filter({ hasText: "cdn.invalid" });
    await card.getByRole("heading", { name: /Connect to cdn\.invalid:80 from a contained run/ }).waitFor();
    const inside = card.getByRole("region", { name: "Asked from inside a contained run" });
    expect(await inside.textContent()).toContain("http://cdn.invalid/file");
    expect(await accessibilityProblems(window, "article")).toEqual([]);
    expect(output).toBe("");
    await window.waitForTimeout(450);
    await holdButton(window, card.getByRole("button", { name: /^Allow once/ }));
    // It was let through, and then nobody knows the name.
    await expect.poll(() => output, { timeout: 30_000 }).toContain("no address was found for this name");

    await openScreen(window, "Agents");
    const agents = window.getByRole("main", { name: /^Agents/ });
    await agents.getByText(/^curl/).first().click();
    const picture = window.getByRole("region", { name: "What a contained run reaches" });
    await picture.waitFor();
    expect(await picture.textContent()).toContain("you are asked about every other host");
    expect(await accessibilityProblems(window)).toEqual([]);
    expect(trouble).toEqual([]);
  });
});
