// The head file is taken away between two lives of the real engine, the first ended by kill -9: whoever looks is told.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ReadyLine, readReadyLine } from "../../scripts/ready-line.ts";
import { minute, second } from "../../src/shared/lib/clock.ts";
import { ended, runCommand } from "../support/process/command.ts";
import { temporaryDirectory } from "../support/temporary.ts";

interface Engine extends ReadyLine {
  readonly child: ChildProcess;
  readonly errors: () => string;
}

async function start(directory: string): Promise<Engine> {
  // Whoever runs these tests may use its operator's socket, whatever started them.
  const child = spawn(process.execPath, [join(import.meta.dirname, "../support/engine/open-engine.ts"), directory], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  return { ...(await readReadyLine(() => output, 30 * second)), child, errors: () => errors };
}

async function end({ child }: Engine, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, "close");
}

async function ask({ http }: Engine, id: string): Promise<string> {
  const params = {
    agent_did: "did:aeon:tester:1.0:head",
    intent_id: id,
    tool: "execute_command",
    arguments: { command: "ls" },
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params });
  const code = `
    const headers = { "content-type": "application/json" };
    const answer = await fetch(process.argv[1], { method: "POST", headers, body: process.argv[2] });
    console.log(await answer.text());`;
  // In a process of its own: whoever asks as an agent may not use the operator's socket.
  const { stdout } = await ended(spawn(process.execPath, ["--input-type=module", "-e", code, `${http}/rpc`, body]));
  return stdout;
}

test("start, status, verify and every agent", { timeout: 3 * minute }, async () => {
  const directory = temporaryDirectory();
  const gatehouse = (...words: readonly string[]) => runCommand([...words, "--data-dir", directory]);
  const first = await start(directory);
  expect(await ask(first, "one")).toContain('"APPROVED"');
  await end(first, "SIGTERM");
  const second = await start(directory);
  expect(second.errors()).toBe("");
  expect(await ask(second, "two")).toContain('"APPROVED"');
  await end(second, "SIGKILL");
  expect(await gatehouse("ledger", "verify")).toMatchObject({ code: 0 });

  rmSync(join(directory, "ledger.head.json"));
  const verified = await gatehouse("ledger", "verify");
  expect(verified.code).toBe(1);
  expect(verified.stdout).toMatch(
    /^ALARM: The ledger's head file, ledger\.head\.json, is missing .* compare the ledger/,
  );

  const third = await start(directory);
  expect(third.errors()).toContain("The ledger's head file, ledger.head.json, is missing");
  expect(await ask(third, "three")).not.toContain('"APPROVED"');
  const status = await gatehouse("status");
  expect(status.stdout).toContain("ALARM: The ledger's head file");
  expect(status.stdout).toContain("every agent is stopped");
  expect((await gatehouse("ledger", "search", "--kind", "fault")).stdout).toContain("head file");

  expect(await gatehouse("resume")).toMatchObject({ code: 0 });
  await end(third, "SIGKILL");
  expect(await gatehouse("ledger", "verify")).toMatchObject({ code: 0 });
  const fourth = await start(directory);
  expect(fourth.errors()).toBe("");
});
