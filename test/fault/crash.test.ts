// An error that nothing handles ends the engine: no answer becomes looser, the log says why, and the next start says so.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { readReadyLine } from "../../scripts/ready-line.ts";
import { runCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const headless = join(import.meta.dirname, "../../src/main/headless.ts");
/** Loaded into the engine before its own code: throws where nothing catches it, when the test says so. */
const planted = `process.on("SIGUSR2", () => setImmediate(() => {
  throw new Error("planted crash with ghp_${"a1B2".repeat(9)}");
}));`;
const crash = `data:text/javascript,${encodeURIComponent(planted)}`;

interface Started {
  readonly child: ChildProcess;
  readonly http: string;
  readonly said: () => string;
}

async function start(directory: string): Promise<Started> {
  const args = ["--import", crash, headless, "--port", "0", "--data-dir", directory];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [written, said] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const { http } = await readReadyLine(() => written, 60_000);
  return { child, http, said: () => said };
}

const asking = `fetch(process.argv[1], { method: "POST", headers: { "content-type": "application/json" }, body: process.argv[2] })
  .then((response) => response.text()).then(console.log, () => console.log("no answer"))`;

/** As an agent asks, from a process of its own: otherwise the commands below would descend from an agent. */
async function ask(http: string, command: string): Promise<string> {
  const event = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/",
    tool_name: "Bash",
    tool_input: { command },
  };
  const child = spawn(process.execPath, ["-e", asking, `${http}/hooks/claude-code`, JSON.stringify(event)]);
  return (await text(child.stdout)).trim();
}

test("an uncaught error answers nobody, is logged without secrets, and the next start says so", async () => {
  const directory = temporaryDirectory();
  const first = await start(directory);
  const held = ask(first.http, "git push --force origin main");
  // Read from the ledger: where this test runs detached, the engine would not list approvals for it.
  await expect
    .poll(() => runCommand(["ledger", "search", "force", "--data-dir", directory]), { interval: 200 })
    .toMatchObject({ code: 0, stdout: expect.stringContaining("ESCALATE") });
  first.child.kill("SIGUSR2");
  const [code] = await once(first.child, "exit");
  expect(code).toBe(1);
  expect(await held).toBe("no answer");
  expect(await ask(first.http, "ls")).toBe("no answer");

  const second = await start(directory);
  expect(second.said()).toContain(`The last run (process ${first.child.pid}) did not end properly`);
  const { stdout } = await runCommand(["logs", "--level", "warning", "--json", "--data-dir", directory]);
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries).toMatchObject([
    { level: "error", where: "crash", message: expect.stringContaining("planted crash with [redacted") },
    { level: "warning", where: "crash", message: expect.stringContaining("did not end properly") },
  ]);
  expect(stdout).not.toContain("ghp_");
  const verified = await runCommand(["ledger", "verify", "--json", "--data-dir", directory]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ sound: true });

  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  const third = await start(directory);
  expect(third.said()).not.toContain("did not end properly");
}, 120_000);
