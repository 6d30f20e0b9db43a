// The operator's socket and real processes: an agent cannot approve its own request, nor hide where it comes from.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReadyLine } from "../../../scripts/ready-line.ts";
import { runByAgent } from "../../support/process/ancestry.ts";
import { ended, runCommand, startCommand } from "../../support/process/command.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";

const script = join(import.meta.dirname, "../../../src/cli/gatehouse.ts");
const node = process.execPath;

let directory: string;
let http: string;
let engine: ReturnType<typeof startCommand>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "gatehouse-test-"));
  engine = startCommand(["serve", "--port", "0", "--data-dir", directory]);
  let output = "";
  engine.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  engine.stderr.resume();
  ({ http } = await readReadyLine(() => output, 15_000));
});
afterAll(async () => {
  engine.kill("SIGTERM");
  await once(engine, "close");
  rmSync(directory, { recursive: true, force: true });
});

/** Where an agent runs these tests, that is the reason that is found first. */
const because = (reason: string) => (runByAgent ? "Refused" : reason);
const status = () => `${node} ${script} status --json --data-dir ${directory}`;

/** What a shell command printed into a file, once it has ended: for processes nobody waits for. */
async function outputOf(begin: (file: string) => void): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "gatehouse-out-")), "out");
  begin(file);
  await expect.poll(() => existsSync(`${file}.end`), { timeout: 10_000 }).toBe(true);
  return readFileSync(file, "utf8");
}

describe.runIf(process.platform === "linux")("an agent", () => {
  const agentScript = `
    const [http, command] = process.argv.slice(1);
    const params = { agent_did: "did:aeon:self:1.0:abc123", intent_id: "own-1", tool: "Bash",
      arguments: { command: "git push --force origin main" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params });
    const answer = await fetch(http + "/rpc", { method: "POST", headers: { "content-type": "application/json" }, body });
    console.log((await answer.json()).result.verdict);
    const { spawnSync } = await import("node:child_process");
    const done = spawnSync("sh", ["-c", command], { encoding: "utf8" });
    console.log(done.status + " " + done.stdout + done.stderr);
  `;
  const agent = (command: string) =>
    ended(
      spawn(node, ["--input-type=module", "-e", agentScript, http, command], {
        env: { ...process.env, CLAUDECODE: "" },
      }),
    );

  test("that has connected cannot look at the queue or approve its own request", async () => {
    const { stdout } = await agent(`${node} ${script} approvals --json --data-dir ${directory}`);
    expect(stdout).toMatch(/^ESCALATE\n1 \{"error":\{"code":"refused","message":"Refused: /);
    expect(stdout).toContain(because("which acts as an agent"));
    const people = await agent(`${node} ${script} approve some-id --data-dir ${directory}`);
    expect(people.stdout).toMatch(/\n1 Refused: .*Answer in the Gatehouse window, or in a terminal of your own\.\n/);
  });

  test("cannot hide behind more processes than anybody looks at", async () => {
    const nested = join(directory, "nested.sh");
    writeFileSync(nested, `if [ "$1" -le 0 ]; then ${status()}; else sh ${nested} $(($1 - 1)); fi; exit $?\n`);
    const { stdout } = await agent(`sh ${nested} 70`);
    expect(stdout).toMatch(/"message":"Refused: /);
    expect(stdout).toContain(because("does not show all the processes"));
  });

  test("cannot keep a connection from before it acted as one", async () => {
    const code = `
      import { connect } from "node:net";
      import { createInterface } from "node:readline";
      const [http, path] = process.argv.slice(1);
      const socket = connect(path);
      const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
      const ask = async () => {
        socket.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getStatus", params: {} }) + "\\n");
        const answer = JSON.parse((await lines.next()).value);
        console.log(answer.error?.message ?? "served");
      };
      await ask();
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      await fetch(http + "/rpc", { method: "POST", headers: { "content-type": "application/json" }, body });
      await ask();
      process.exit();`;
    const words = ["--input-type=module", "-e", code, http, join(directory, "operator.sock")];
    const { stdout } = await ended(spawn(node, words));
    expect(stdout).toMatch(/Refused: .*\n$/);
    expect(stdout).toContain(because("which acts as an agent"));
    expect(stdout.startsWith("served\n")).toBe(!runByAgent);
  });

  test("cannot hide behind a parent that has ended", async () => {
    const output = await outputOf((file) => {
      spawnSync("sh", ["-c", `setsid -f sh -c '${status()} > ${file} 2>&1; touch ${file}.end'`]);
    });
    expect(output).toContain(because("this process is detached"));
  });

  test("cannot hide in a terminal it made itself", async () => {
    const output = await outputOf((file) => {
      spawnSync("sh", ["-c", `setsid -f script -qc '${status()} > ${file} 2>&1; touch ${file}.end' /dev/null`]);
    });
    expect(output).toContain(because("this process is detached"));
  });

  test("that never connected is known by its name and by what it sets", async () => {
    const named = spawn("bash", ["-c", `exec -a claude sh -c '${status()}; true'`]);
    expect((await ended(named)).stdout).toContain(because("started by claude"));
    const marked = spawn("sh", ["-c", status()], { env: { ...process.env, GEMINI_CLI: "1" } });
    expect((await ended(marked)).stdout).toContain(because("GEMINI_CLI is set"));
  });

  test("whose command Gatehouse runs is below Gatehouse", async () => {
    // Here the engine is this very process, as it is the parent of what it runs for agents.
    const gatehouse = await startGatehouse({ refuseOperator: undefined });
    const { code, stderr } = await runCommand(["status", "--data-dir", gatehouse.address.dataDirectory]);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/started by Gatehouse itself/) });
  });

  test("whose tool call is to use the socket gets nowhere", async () => {
    // In a process of its own: whoever calls becomes an agent.
    const code = `
      const call = { name: "execute_command", arguments: { command: process.argv[2] } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
      const headers = { "content-type": "application/json" };
      console.log(await (await fetch(process.argv[1] + "/rpc", { method: "POST", headers, body })).text());`;
    const { stdout } = await ended(spawn(node, ["--input-type=module", "-e", code, http, status()]));
    expect(stdout).toContain("self_protection");
    expect(stdout).not.toContain("constitutionHash");
  });
});

/** Where an agent or a detached process runs the tests, nobody here counts as a person: that is what can be seen then. */
function asAgent(): void {
  test("whoever runs these tests counts as an agent, and is refused", async () => {
    console.warn("A person at a terminal was not tried: an agent or a detached process runs the tests.");
    expect(await runCommand(["status", "--data-dir", directory])).toMatchObject({ code: 1 });
  });
}

function asPerson(): void {
  describe("a person", () => {
    test("is served in a terminal, after curl too", async () => {
      const shell = spawn("script", ["-qc", "bash --norc -i", "/dev/null"], { env: { ...process.env, PS1: "" } });
      shell.stdin.write(
        `curl -s -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' ${http}/rpc\n`,
      );
      shell.stdin.write(`${status()}; exit\n`);
      const { stdout } = await ended(shell);
      expect(stdout).toContain('"dataDirectory":');
      expect(stdout).not.toContain("Refused");
    });

    test("is served from a script", async () => {
      expect((await runCommand(["status", "--data-dir", directory])).code).toBe(0);
    });
  });
}

(runByAgent ? asAgent : asPerson)();

// Needs the right to become another user.
test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "another user is refused (needs root)",
  async () => {
    const place = JSON.parse(readFileSync(join(directory, "address.json"), "utf8")) as { operator_socket: string };
    // Even where the modes of the files would let them in.
    chmodSync(directory, 0o755);
    chmodSync(place.operator_socket, 0o777);
    const ask = `use IO::Socket::UNIX; $s = IO::Socket::UNIX->new("${place.operator_socket}") or die $!;
    print $s '{"jsonrpc":"2.0","id":1,"method":"getStatus","params":{}}', "\\n"; print scalar <$s>;`;
    const { stdout } = await ended(spawn("perl", ["-e", ask], { uid: 65_534 }));
    expect(stdout).toContain("not user 65534");
  },
);
