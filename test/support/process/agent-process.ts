// Agents as real processes of their own, started by nobody the test knows, which send what the test tells them to.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, vi } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { createProcessTable } from "../../../src/main/peer/process-table.ts";
import type { Answer } from "../engine/gatehouse.ts";
import { temporaryDirectory } from "../temporary.ts";

export interface AgentProcess {
  readonly pid: number;
  readonly call: (gatehouse: Pick<Gatehouse, "address">, method: string, params: unknown) => Promise<Answer>;
  /** Runs code in the process: the body of an async function; what it returns is the result. */
  readonly run: (code: string) => Promise<unknown>;
  readonly kill: () => Promise<void>;
}

const program = `
const line = require("node:net").connect(process.env.CONTROL);
require("node:readline").createInterface({ input: line }).on("line", async (text) => {
  const { id, code } = JSON.parse(text);
  const run = Object.getPrototypeOf(async () => {}).constructor("require", code);
  const value = await run(require).catch((error) => ({ failed: String(error) }));
  line.write(JSON.stringify({ id, value }) + "\\n");
});
line.on("close", () => process.exit());
line.write(JSON.stringify({ pid: process.pid }) + "\\n");
`;

/** Processes of the same name run the same program. `below` makes it a child of the test instead of an orphan. */
export async function startAgent(name: string, { below = false } = {}): Promise<AgentProcess> {
  const control = join(temporaryDirectory(), "control");
  const server = createServer();
  server.listen(control);
  await once(server, "listening");
  const connected = once(server, "connection");
  const script = `// ${name}\n${program}`;
  // The shell ends at once, so that the agent has no parent but the first process of the system.
  const [file, ...words] = below
    ? [process.execPath, "-e", script]
    : ["sh", "-c", '"$0" -e "$1" &', process.execPath, script];
  spawn(file ?? "", words, { env: { ...process.env, CONTROL: control }, stdio: ["ignore", "ignore", "inherit"] });
  const [line] = (await connected) as [Socket];
  server.close();
  const answers = new Map<number, (value: unknown) => void>();
  const started = Promise.withResolvers<number>();
  createInterface({ input: line }).on("line", (text) => {
    const message = JSON.parse(text) as { readonly pid?: number; readonly id: number; readonly value: unknown };
    if (message.pid === undefined) answers.get(message.id)?.(message.value);
    else started.resolve(message.pid);
  });
  line.on("error", () => undefined);
  const pid = await started.promise;
  const processes = createProcessTable();
  const [self] = processes.lineage(pid);
  let last = 0;

  async function kill(): Promise<void> {
    line.destroy();
    await vi.waitFor(() => expect(self !== undefined && processes.isAlive(self)).toBe(false), { timeout: 5000 });
  }
  onTestFinished(kill);

  function run(code: string): Promise<unknown> {
    last += 1;
    const id = last;
    line.write(`${JSON.stringify({ id, code })}\n`);
    return new Promise((resolve) => answers.set(id, resolve));
  }

  return {
    pid,
    kill,
    run,
    call: async (gatehouse, method, params) => {
      const url = JSON.stringify(`${gatehouse.address.http}/rpc`);
      const body = JSON.stringify(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      const options = `{ method: "POST", headers: { "content-type": "application/json" }, body: ${body} }`;
      return (await run(`return (await fetch(${url}, ${options})).json()`)) as Answer;
    },
  };
}
