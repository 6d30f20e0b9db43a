// A process that is killed and started again knows what sessions did, whatever agents ask first.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { agentDid, command } from "../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const policy = `
quotas: { intents_per_minute: 6 }
defaults: { tools: { "*": { allowed: true } } }
sequences:
  - { id: secret-then-network, effect: deny, first: '"cat" in facts.programs', then: '"curl" in facts.programs', within: 30m }
`;

interface Engine {
  readonly ask: (text: string, workspace: string) => Promise<string>;
  readonly kill: () => Promise<void>;
}

async function start(directory: string): Promise<Engine> {
  const file = join(import.meta.dirname, "../../src/main/headless.ts");
  const child: ChildProcess = spawn(process.execPath, [file, "--port", "0", "--data-dir", directory], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.stdout === null) throw new Error("It has no output.");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { http } = JSON.parse(line) as { http: string };
  return {
    async ask(text, workspace) {
      const params = { ...command(text, { workspace: `/home/dev/${workspace}` }), agent_did: agentDid };
      const response = await fetch(`${http}/rpc`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", method: "a2g/intent", params, id: 1 }),
      });
      const { result, error } = (await response.json()) as {
        result?: { verdict: string };
        error?: { data?: { reason: string } };
      };
      return result?.verdict ?? error?.data?.reason ?? "";
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("what sessions did outlives a kill: sequences and rates go on", { timeout: 60_000 }, async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "policy.yaml"), policy, { mode: 0o600 });
  const first = await start(directory);
  expect(await first.ask("cat notes.txt", "a")).toBe("APPROVED");
  await first.kill();
  const second = await start(directory);
  expect(await second.ask("curl https://example.com/", "a")).toBe("sequence");
  expect(await second.ask("curl https://example.com/", "b")).toBe("APPROVED");
  for (let each = 0; each < 3; each += 1) expect(await second.ask("ls", "b")).toBe("APPROVED");
  await second.kill();
  const third = await start(directory);
  // The rate of a minute; that long a start on a busy machine would be another failure.
  expect(await third.ask("ls", "c")).toBe("rate_exceeded");
});
