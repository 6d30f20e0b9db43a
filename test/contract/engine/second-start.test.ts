// One engine for each user: a second start without a window points to the first one.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readReadyLine } from "../../../scripts/ready-line.ts";
import { projectRoot } from "../../../scripts/project.ts";
import { findRunning, takeOver } from "../../../src/main/app/take-over.ts";
import { minute } from "../../../src/shared/lib/clock.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

async function startEngine(dataDirectory: string): Promise<{ readonly http: string; readonly exit: Promise<unknown> }> {
  const child = spawn(process.execPath, argumentsFor(dataDirectory), { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = new Promise((resolve) => child.once("exit", resolve));
  let written = "";
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  const { http } = await readReadyLine(() => written, minute);
  return { http, exit };
}

function argumentsFor(dataDirectory: string): readonly string[] {
  return [join(projectRoot, "src/main/headless.ts"), "--port", "0", "--data-dir", dataDirectory];
}

test("a second start says where the first one listens, and ends well", async () => {
  const dataDirectory = temporaryDirectory();
  const { http } = await startEngine(dataDirectory);
  const second = spawnSync(process.execPath, argumentsFor(dataDirectory), { encoding: "utf8" });
  expect(second.status).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ event: "already_running", http });
});

test("the console ends an engine without a window, which stops as it does on a signal", async () => {
  const dataDirectory = temporaryDirectory();
  const { exit } = await startEngine(dataDirectory);
  expect(await takeOver(dataDirectory)).toBe(true);
  expect(await exit).toBe(0);
  expect(await findRunning(dataDirectory)).toBeUndefined();
});

test("nothing is taken over where no engine answers", async () => {
  expect(await takeOver(temporaryDirectory())).toBe(false);
});
