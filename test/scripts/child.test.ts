// Programs run with real processes: output, exit codes, time limits, signals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exitCodeOf, runCaptured } from "../../scripts/child.ts";
import { projectRoot } from "../../scripts/project.ts";
import { temporaryDirectory } from "../support/temporary.ts";

function script(code: string): { command: string; args: string[] } {
  return { command: process.execPath, args: ["-e", code] };
}

test("an exit code is the shell's", () => {
  expect(exitCodeOf(3, null)).toBe(3);
  expect(exitCodeOf(null, "SIGTERM")).toBe(143);
});

describe("a captured program", () => {
  test("gives its output, both streams, and its exit code", async () => {
    const captured = await runCaptured(script("console.log('out'); console.error('err'); process.exit(3)"), 5000);
    expect(captured).toMatchObject({ code: 3, timedOut: false });
    expect(captured.output).toContain("out\n");
    expect(captured.output).toContain("err\n");
  });

  test("that does not exist is a failure, not an exception", async () => {
    const captured = await runCaptured({ command: "no-such-program-here", args: [] }, 5000);
    expect(captured.code).toBe(127);
    expect(captured.output).toContain("no-such-program-here could not be started");
  });

  test("is stopped at its limit together with what it started", async () => {
    const heartbeat = join(temporaryDirectory(), "heartbeat");
    const grandchild = `setInterval(() => require("node:fs").appendFileSync(${JSON.stringify(heartbeat)}, "."), 20)`;
    const start = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}], { stdio: "inherit" });`;
    const captured = await runCaptured(script(`${start} setInterval(() => {}, 1000);`), 700);
    expect(captured).toMatchObject({ timedOut: true, code: 143 });
    const beats = statSync(heartbeat).size;
    await sleep(200);
    expect(statSync(heartbeat).size).toBe(beats);
  });

  test("that leaves something behind which holds its output open does not keep the caller waiting", async () => {
    const start = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });`;
    const captured = await runCaptured(script(`${start} process.exit(0);`), 8000);
    expect(captured).toMatchObject({ timedOut: false, code: 0 });
  });
});

test("an interrupted run stops what runs and starts nothing more", async () => {
  vi.resetModules();
  // Other test files of this process must not get the stopped copy.
  onTestFinished(() => void vi.resetModules());
  const fresh = await import("../../scripts/child.ts");
  const run = fresh.runCaptured(script("setInterval(() => {}, 1000)"), 8000);
  await fresh.stopCaptured();
  expect(await run).toMatchObject({ code: 143, timedOut: false });
  expect(await fresh.runCaptured(script(""), 8000)).toMatchObject({ code: 130 });
});

describe.skipIf(process.platform === "win32")("a program in the foreground", () => {
  const child = join(projectRoot, "scripts", "child.ts");

  async function runForeground(
    code: string,
    act: (pid: number) => void,
  ): Promise<{ code: number | null; output: string }> {
    const source = `import { runInForeground } from ${JSON.stringify(child)};
      process.exitCode = await runInForeground({ command: process.execPath, args: ["-e", ${JSON.stringify(code)}] });`;
    const args = ["--input-type=module", "-e", source];
    const outer = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
    onTestFinished(() => {
      if (outer.exitCode === null && outer.pid !== undefined) process.kill(-outer.pid, "SIGKILL");
    });
    let output = "";
    outer.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("up\n") && outer.pid !== undefined) act(outer.pid);
    });
    const [exitCode] = await once(outer, "close");
    return { code: typeof exitCode === "number" ? exitCode : null, output };
  }

  test("hands on its exit code", async () => {
    expect((await runForeground("process.exit(7)", () => {})).code).toBe(7);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("gets %s and may take its time", async (signal) => {
    let sent = false;
    const result = await runForeground(
      `process.on("${signal}", () => setTimeout(() => { console.log("drained"); process.exit(0); }, 100));
       setInterval(() => {}, 1000); console.log("up");`,
      (pid) => {
        if (!sent) process.kill(pid, signal);
        sent = true;
      },
    );
    expect(result).toEqual({ code: 0, output: "up\ndrained\n" });
  });
});
