// One agent cannot take the room of the others: real processes against a real Gatehouse.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { startAgent } from "../../support/process/agent-process.ts";
import { command, startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const webSocketModule = join(import.meta.dirname, "../../../node_modules/ws");

describe.runIf(process.platform === "linux")("one process", () => {
  test("under ten names leaves room in the queue for an honest agent", async () => {
    const gatehouse = await startGatehouse();
    const [loud, quiet] = await Promise.all([startAgent("loud"), startAgent("quiet")]);
    const reasons = (await loud.run(`
      const ask = async (name, number) => {
        const params = { agent_did: "did:aeon:n" + name + ":1.0:abc", intent_id: name + "-" + number, tool: "execute_command",
          arguments: { command: "git push --force origin b" + name + "-" + number } };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params });
        const options = { method: "POST", headers: { "content-type": "application/json" }, body };
        const { result } = await (await fetch(${JSON.stringify(`${gatehouse.address.http}/rpc`)}, options)).json();
        return result.verdict;
      };
      const verdicts = [];
      for (let number = 0; number < 50; number += 1)
        verdicts.push(...(await Promise.all(Array.from({ length: 10 }, (_, name) => ask(name, number)))));
      return verdicts;
    `)) as readonly string[];
    expect(reasons).toHaveLength(500);
    expect(reasons.filter((verdict) => verdict === "ESCALATE")).toHaveLength(50);
    const honest = { ...command("git push --force origin main"), agent_did: "did:aeon:honest:1.0:abc" };
    expect((await quiet.call(gatehouse, "a2g/intent", honest)).result).toMatchObject({ verdict: "ESCALATE" });
  });

  test("with 2,000 WebSockets leaves HTTP to the others, and is told why", { timeout: 60_000 }, async () => {
    const gatehouse = await startGatehouse();
    const [loud, quiet] = await Promise.all([startAgent("loud"), startAgent("quiet")]);
    const ends = (await loud.run(`
      const { WebSocket } = require(${JSON.stringify(webSocketModule)});
      globalThis.held = [];
      const open = () => new Promise((resolve) => {
        const socket = new WebSocket(${JSON.stringify(gatehouse.address.ws)});
        globalThis.held.push(socket);
        socket.on("open", () => resolve("open"));
        socket.on("unexpected-response", (_request, response) => {
          let text = "";
          response.on("data", (part) => { text += part; });
          response.on("end", () => resolve(response.statusCode + " " + text.trim()));
        });
        socket.on("error", (error) => resolve("error " + error.code));
      });
      const ends = [];
      for (let round = 0; round < 20; round += 1)
        ends.push(...(await Promise.all(Array.from({ length: 100 }, open))));
      return ends;
    `)) as readonly string[];
    expect(ends).toHaveLength(2000);
    expect(ends.filter((end) => end === "open")).toHaveLength(256);
    expect(ends.filter((end) => end.startsWith("429 This program has 256 connections"))).toHaveLength(1744);
    expect((await quiet.call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
    expect(await (await fetch(`${gatehouse.address.http}/health`)).text()).toBe("OK");
    // Closed ones are free again.
    await loud.run("for (const socket of globalThis.held) socket.terminate();");
    const own = { ...command("ls"), agent_did: "did:aeon:loud:1.0:abc" };
    await expect
      .poll(async () => (await loud.call(gatehouse, "a2g/intent", own)).result, { timeout: 5000 })
      .toMatchObject({ verdict: "APPROVED" });
  });

  test("has one share of connections on the port, the socket and A2E", async () => {
    const gatehouse = await startGatehouse();
    const { agentSocket, a2eSocket, a2e } = gatehouse.address;
    const loud = await startAgent("loud");
    const answers = (await loud.run(`
      const { connect } = require("node:net");
      globalThis.held = [];
      for (let each = 0; each < 256; each += 1) {
        const socket = connect(${JSON.stringify(agentSocket)});
        globalThis.held.push(socket);
        await new Promise((resolve) => socket.on("connect", resolve));
      }
      const answer = (to) => new Promise((resolve) => {
        let text = "";
        connect(to).on("data", (part) => { text += part; }).on("close", () => resolve(text)).on("error", () => {});
      });
      const { hostname, port } = new URL(${JSON.stringify(a2e)});
      // The first refusal shows that the engine has counted all that came before it, also on other listeners.
      const refused = [
        await answer(${JSON.stringify(agentSocket)}),
        await answer(${JSON.stringify(a2eSocket)}),
        await answer({ host: hostname, port: Number(port) }),
      ];
      const http = await fetch(${JSON.stringify(`${gatehouse.address.http}/rpc`)}, { method: "POST" });
      return [
        ...refused,
        http.status + " " + (await http.text()),
      ];
    `)) as readonly string[];
    expect(answers).toEqual([
      expect.stringMatching(/"code":-32003,"message":"This program has 256 connections/),
      expect.stringMatching(/"type":"error".*This program has 256 connections/),
      expect.stringMatching(/"type":"error".*This program has 256 connections/),
      expect.stringMatching(/^429 This program has 256 connections/),
    ]);
  });

  test("may have so many bytes in flight, and others are served meanwhile", async () => {
    const gatehouse = await startGatehouse();
    const [loud, quiet] = await Promise.all([startAgent("loud"), startAgent("quiet")]);
    const url = new URL(gatehouse.address.http);
    const refused = (await loud.run(`
      const { connect } = require("node:net");
      // Each announces a megabyte and sends half of it.
      const answers = await Promise.all(Array.from({ length: 40 }, () => new Promise((resolve) => {
        const socket = connect({ host: ${JSON.stringify(url.hostname)}, port: ${url.port} });
        socket.write("POST /rpc HTTP/1.1\\r\\nHost: ${url.host}\\r\\nContent-Type: application/json\\r\\nContent-Length: 1048576\\r\\n\\r\\n");
        socket.write("x".repeat(500_000));
        let text = "";
        socket.on("data", (part) => { text += part; resolve(text); });
        socket.on("error", () => resolve(text));
        setTimeout(() => resolve(text), 3000);
      })));
      return answers.filter((text) => text.startsWith("HTTP/1.1 429") && text.includes("bytes")).length;
    `)) as number;
    expect(refused).toBe(8);
    expect((await quiet.call(gatehouse, "a2g/intent", command("ls"))).result).toMatchObject({ verdict: "APPROVED" });
  });
});

const headless = join(import.meta.dirname, "../../../src/main/headless.ts");
const megabytes = (pid: number, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

describe.runIf(process.platform === "linux")("large intents", () => {
  test.each(["command", "path"])("with a long %s are not kept in memory", { timeout: 180_000 }, async (member) => {
    const dataDirectory = temporaryDirectory();
    // A heap that is too small for what used to be kept: the engine would end.
    const engine = spawn(process.execPath, [
      "--max-old-space-size=104",
      headless,
      "--port",
      "0",
      "--data-dir",
      dataDirectory,
    ]);
    onTestFinished(async () => {
      engine.kill();
      if (engine.exitCode === null && engine.signalCode === null) await once(engine, "exit");
    });
    const [ready] = (await once(createInterface({ input: engine.stdout }), "line")) as [string];
    const { http } = JSON.parse(ready) as { readonly http: string };
    const large = "x".repeat(900_000);
    for (let each = 0; each < 72; each += 1) {
      const given = member === "path" ? { path: `/tmp/${each}${large}` } : { command: `echo ${each}${large}` };
      const params = {
        agent_did: "did:aeon:large:1.0:abc",
        intent_id: `large-${each}`,
        tool: member === "path" ? "read_file" : "execute_command",
        arguments: given,
      };
      const response = await fetch(`${http}/rpc`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "a2g/intent", params }),
      });
      expect(response.status).toBe(200);
      await response.text();
    }
    expect(megabytes(engine.pid ?? 0, "VmHWM")).toBeLessThan(1024);
  });
});
