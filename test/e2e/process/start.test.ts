// `npm start` on a machine with a display: the window's process listens, and a signal ends it cleanly.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../../scripts/project.ts";
import { second } from "../../../src/shared/lib/clock.ts";
import { readReadyLine } from "../../../scripts/ready-line.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

test("the console started by the script answers, and quits with exit code 0 on SIGTERM", async () => {
  const environment = {
    ...process.env,
    GATEHOUSE_HOME: temporaryDirectory(),
    GATEHOUSE_PORT: "0",
    GATEHOUSE_ELECTRON_COPY: "1",
  };
  const child = spawn(process.execPath, [join(projectRoot, "scripts", "start.ts")], {
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));

  const ready = await readReadyLine(() => output, 30 * second);
  const health = await fetch(`${ready.http}/health`);
  expect(await health.text()).toBe("OK");

  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});
