// Who is served: the owner without a token, everybody else only with it. Real listeners, real second user.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { GovernanceClient } from "../../../sdk/typescript/src/index.ts";
import { a2eFixture } from "../../support/protocols/a2e.ts";
import { agentDid, call, command, startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const isRoot = process.getuid?.() === 0;
const stranger = 65_534;

interface Tried {
  readonly status?: number;
  readonly text?: string;
  readonly error?: string;
}

/** Runs a small program as another user; it prints one JSON value. */
async function asStranger(program: string, ...words: readonly string[]): Promise<Tried> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, ...words], {
    uid: stranger,
    gid: stranger,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  await once(child, "close");
  return JSON.parse(text) as Tried;
}

const overHttp = `
const [url, token, body] = process.argv.slice(1);
const headers = { "content-type": "application/json", ...(token === "" ? {} : { authorization: "Bearer " + token }) };
const response = await fetch(url, body === "" ? { headers } : { method: "POST", headers, body });
console.log(JSON.stringify({ status: response.status, text: await response.text() }));`;

const overWebSocket = `
const [url] = process.argv.slice(1);
const socket = new WebSocket(url);
socket.onopen = () => { console.log(JSON.stringify({ text: "open" })); socket.close(); };
socket.onerror = () => console.log(JSON.stringify({ error: "refused" }));`;

const overLines = `
import { connect } from "node:net";
const [port, hello] = process.argv.slice(1);
const socket = connect(/^\\d+$/.test(port) ? { port: Number(port), host: "127.0.0.1" } : { path: port });
let text = "";
socket.on("data", (chunk) => { text += chunk; if (text.includes("\\n")) socket.end(); });
socket.on("connect", () => socket.write(hello + "\\n"));
socket.on("error", (error) => { console.log(JSON.stringify({ error: error.code })); process.exit(); });
socket.on("close", () => { console.log(JSON.stringify({ text })); process.exit(); });`;

const intent = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params: command("npm test") });

describe.runIf(isRoot && process.platform === "linux")("another user of the machine (needs root)", () => {
  test("gets 401 with advice on every HTTP path, and an answer with the owner's token", async () => {
    const gatehouse = await startGatehouse();
    const token = readFileSync(join(gatehouse.address.dataDirectory, "token"), "utf8").trim();
    for (const path of ["/rpc", "/jsonrpc", "/", "/aos", "/score_risk"]) {
      const refused = await asStranger(overHttp, `${gatehouse.address.http}${path}`, "", intent);
      expect(refused, path).toMatchObject({ status: 401, text: expect.stringContaining("gatehouse token") });
    }
    const wrong = await asStranger(overHttp, `${gatehouse.address.http}/rpc`, "0".repeat(64), intent);
    expect(wrong.status).toBe(401);
    const admitted = await asStranger(overHttp, `${gatehouse.address.http}/rpc`, token, intent);
    expect(admitted).toMatchObject({ status: 200, text: expect.stringContaining("APPROVED") });
    const health = await asStranger(overHttp, `${gatehouse.address.http}/health`, "", "");
    expect(health).toEqual({ status: 200, text: "OK" });
  });

  test("gets no WebSocket and no telemetry without the token", async () => {
    const gatehouse = await startGatehouse();
    const token = readFileSync(join(gatehouse.address.dataDirectory, "token"), "utf8").trim();
    for (const path of ["/", "/telemetry"]) {
      expect(await asStranger(overWebSocket, `${gatehouse.address.ws}${path}`)).toEqual({ error: "refused" });
      const admitted = await asStranger(overWebSocket, `${gatehouse.address.ws}${path}?token=${token}`);
      expect(admitted).toEqual({ text: "open" });
    }
  });

  test("gets no session of A2E without the token", async () => {
    const gatehouse = await startGatehouse();
    const token = readFileSync(join(gatehouse.address.dataDirectory, "token"), "utf8").trim();
    const hello = (changes: object) => JSON.stringify({ ...a2eFixture("handshake"), ...changes });
    const port = new URL(gatehouse.address.a2e).port;
    const refused = await asStranger(overLines, port, hello({}));
    expect(JSON.parse(refused.text ?? "")).toMatchObject({
      message: expect.stringContaining("gatehouse token"),
    });
    const admitted = await asStranger(overLines, port, hello({ auth_token: token }));
    expect(JSON.parse(admitted.text ?? "")).toMatchObject({ type: "handshake/resp" });
  });

  test("cannot open the sockets", async () => {
    const gatehouse = await startGatehouse();
    const { agentSocket, operatorSocket, a2eSocket } = gatehouse.address;
    for (const path of [agentSocket, operatorSocket, a2eSocket]) {
      expect(await asStranger(overLines, path ?? "", intent)).toEqual({ error: "EACCES" });
    }
  });
});

test("what could not be tried as an ordinary user is named", () => {
  if (!isRoot) console.warn("Another user's calls were not tried: that needs root.");
  expect(process.platform === "linux" || !isRoot).toBe(true);
});

describe("the owner", () => {
  test("needs no token, and may show it", async () => {
    const gatehouse = await startGatehouse();
    expect((await call(gatehouse, "a2g/intent", command("npm test"))).result).toMatchObject({ verdict: "APPROVED" });
    const token = readFileSync(join(gatehouse.address.dataDirectory, "token"), "utf8").trim();
    const response = await fetch(`${gatehouse.address.http}/rpc`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: intent,
    });
    expect(response.status).toBe(200);
  });

  test("has a token of 256 bits that nobody else can read, the same after a restart", async () => {
    const dataDirectory = temporaryDirectory();
    const first = await startGatehouse({ dataDirectory });
    const file = join(dataDirectory, "token");
    const token = readFileSync(file, "utf8");
    expect(token).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.stop();
    await startGatehouse({ dataDirectory });
    expect(readFileSync(file, "utf8")).toBe(token);
  });
});

describe("a taken port", () => {
  test("gives the next free one, which the address file and the SDK know", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    onTestFinished(() => void blocker.close());
    const bound = blocker.address();
    const taken = typeof bound === "object" && bound !== null ? bound.port : 0;
    const dataDirectory = temporaryDirectory();
    const gatehouse = await startGatehouse({ dataDirectory, port: taken });
    const port = Number(new URL(gatehouse.address.http).port);
    expect(port).toBeGreaterThan(taken);
    const file = join(dataDirectory, "address.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      http: gatehouse.address.http,
      ws: gatehouse.address.ws,
      a2e: gatehouse.address.a2e,
      pid: process.pid,
    });

    const before = process.env["GATEHOUSE_HOME"];
    process.env["GATEHOUSE_HOME"] = dataDirectory;
    onTestFinished(() => {
      if (before === undefined) delete process.env["GATEHOUSE_HOME"];
      else process.env["GATEHOUSE_HOME"] = before;
    });
    const client = await GovernanceClient.connect(undefined, { agentDid });
    expect(await client.requestIntent({ tool: "execute_command", arguments: { command: "npm test" } })).toMatchObject({
      approved: true,
    });
    client.close();
    await gatehouse.stop();
    expect(() => readFileSync(file)).toThrow("ENOENT");
    await expect(GovernanceClient.connect(undefined, { agentDid })).rejects.toThrow("No running Gatehouse");
  });
});
