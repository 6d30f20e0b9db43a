// The network gate with real sockets: what passes, what is asked about, what is refused, and what a refused program reads.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { serveElsewhere } from "../../sandbox/support.ts";
import { trialGate } from "./support.ts";

test("a host on the list passes by plain HTTP and by a tunnel, with what was sent counted", async () => {
  const { port, log } = await serveElsewhere();
  const { curl, gate, asked } = await trialGate({ allowed: [`127.0.0.1:${port}`] });
  const url = `http://127.0.0.1:${port}`;
  expect(await curl(`${url}/plain?a=b`)).toEqual({ code: 0, output: "welcome \n" });
  expect(await curl("-d", "hello", `${url}/post`)).toEqual({ code: 0, output: "welcome hello\n" });
  expect(await curl("--proxytunnel", `${url}/tunnel`)).toEqual({ code: 0, output: "welcome \n" });
  expect(readFileSync(log, "utf8").trim().split("\n")).toEqual([
    `GET /plain?a=b 127.0.0.1:${port}`,
    `POST /post 127.0.0.1:${port}`,
    `GET /tunnel 127.0.0.1:${port}`,
  ]);
  expect(asked).toEqual([]);
  const [traffic, ...others] = await gate.close();
  expect(others).toEqual([]);
  expect(traffic).toMatchObject({ host: "127.0.0.1", port });
  expect(traffic?.sentBytes).toBeGreaterThan(200);
  expect(traffic?.receivedBytes).toBeGreaterThan(200);
});

test("several requests over one connection are answered, with bodies of any size", async () => {
  const { port } = await serveElsewhere();
  const { curl } = await trialGate({ allowed: [`127.0.0.1:${port}`] });
  const big = "x".repeat(400_000);
  const url = `http://127.0.0.1:${port}/`;
  const { code, output } = await curl("-d", "one", url, "--next", "-sS", "-x", "", url);
  expect(code).toBe(0);
  expect(output).toContain("welcome one");
  const sent = await curl("-H", "expect:", "-d", big.slice(0, 100_000), url);
  expect(sent.output).toBe(`welcome ${big.slice(0, 100_000)}\n`);
});

test("an unknown host is asked for once, however many wait for it, and passes when a human allows it", async () => {
  const decision = Promise.withResolvers<{ allowed: true; holdsMs: number }>();
  const { curl, asked } = await trialGate({}, () => decision.promise);
  const tries = ["a", "b", "c"].map((path) => curl(`http://unknown.invalid/${path}`));
  await expect.poll(() => asked).toEqual(["unknown.invalid:80"]);
  decision.resolve({ allowed: true, holdsMs: 60_000 });
  for (const ended of await Promise.all(tries)) expect(ended.output).toContain("no address was found for this name");
  await curl("http://unknown.invalid/again");
  expect(asked).toEqual(["unknown.invalid:80"]);
});

test("what a human allowed once is asked for again, and after it was taken back", async () => {
  const { curl, asked, gate } = await trialGate({}, () => Promise.resolve({ allowed: true, holdsMs: 0 }));
  await curl("http://unknown.invalid/");
  await curl("http://unknown.invalid/");
  expect(asked).toHaveLength(2);
  const lasting = await trialGate({}, () => Promise.resolve({ allowed: true, holdsMs: 60_000 }));
  await lasting.curl("http://unknown.invalid/");
  lasting.gate.forget(true);
  await lasting.curl("http://unknown.invalid/");
  expect(lasting.asked).toHaveLength(2);
  await gate.close();
});

test("a refused program reads why and what to do", async () => {
  const { curl, refused } = await trialGate({ blocked: ["*.evil.test"] }, () =>
    Promise.resolve({ allowed: false, refusal: "denied", detail: "They said: use the mirror." }),
  );
  const denied = await curl("-i", "http://other.test/x");
  expect(denied.output).toContain("403 Refused by Gatehouse");
  expect(denied.output).toContain("a human or a rule refused it");
  expect(denied.output).toContain("They said: use the mirror.");
  const tunnel = await curl("https://www.evil.test/");
  expect(tunnel.code).not.toBe(0);
  expect(tunnel.output).toContain("403");
  await expect.poll(() => refused).toEqual([{ host: "www.evil.test", port: 443, reason: "blocked" }]);
});

test("this machine is only reached where it is listed, by whatever spelling, and asked about never", async () => {
  const { port, log } = await serveElsewhere();
  const { curl, asked } = await trialGate({ network: "open" }, () => Promise.resolve({ allowed: true, holdsMs: 0 }));
  for (const host of ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "0.0.0.0"]) {
    const { output } = await curl("-i", `http://${host}:${port}/`);
    expect(output, host).toMatch(/40[03] Refused by Gatehouse/);
    const tunnel = await curl("--proxytunnel", `http://${host}:${port}/`);
    expect(tunnel.code, host).not.toBe(0);
  }
  expect(asked).toEqual([]);
  expect(readFileSync(log, "utf8")).toBe("");
});

test("Gatehouse's own ports are never reached, listed or not", async () => {
  const own = createServer((_request, response) => void response.end("own")).listen(0, "127.0.0.1");
  onTestFinished(() => void own.close());
  await once(own, "listening");
  const address = own.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const { curl, refused } = await trialGate({ local: [`127.0.0.1:${port}`], allowed: [`127.0.0.1:${port}`] });
  const { output } = await curl(`http://127.0.0.1:${port}/`);
  expect(output).toContain("leads to Gatehouse itself");
  await expect.poll(() => refused).toEqual([{ host: "127.0.0.1", port, reason: "gatehouse" }]);
});

test("without a network, or with the model alone, nothing else passes", async () => {
  const { port } = await serveElsewhere();
  const model = [`127.0.0.1:${port}`];
  const { curl, refused } = await trialGate({ network: "model", model, registries: ["registry.test"] });
  expect((await curl(`http://127.0.0.1:${port}/v1`)).output).toBe("welcome \n");
  expect((await curl("http://registry.test/")).output).toContain("this run has no network");
  await expect.poll(() => refused).toEqual([{ host: "registry.test", port: 80, reason: "no_network" }]);
});

test("a tunnel whose client asks for another server is cut, and that is reported", async () => {
  const { port } = await serveElsewhere();
  const { socket, refused } = await trialGate({ allowed: [`127.0.0.1:${port}`] });
  const way = connect(socket);
  way.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  const [established] = await once(way, "data");
  expect(String(established)).toContain("200");
  const tls = connectTls({ socket: way, servername: "hidden.example.org" });
  const [error] = await once(tls, "error");
  expect(String(error)).toMatch(/unrecognized name/i);
  await expect.poll(() => refused).toEqual([{ host: "127.0.0.1", port, reason: "mismatch" }]);
});

test("plain HTTP in a tunnel may not name another host", async () => {
  const { port, log } = await serveElsewhere();
  const { curl, refused } = await trialGate({ allowed: [`127.0.0.1:${port}`] });
  const { code } = await curl("-f", "--proxytunnel", "-H", "host: other.test", `http://127.0.0.1:${port}/`);
  expect(code).not.toBe(0);
  await expect.poll(() => refused).toEqual([{ host: "127.0.0.1", port, reason: "mismatch" }]);
  expect(readFileSync(log, "utf8")).toBe("");
});

test("rules that change end what they no longer allow", async () => {
  const { port } = await serveElsewhere();
  const { curl, gate, socket } = await trialGate({ allowed: [`127.0.0.1:${port}`] });
  const way = connect(socket);
  way.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
  await once(way, "data");
  gate.setRules({ network: "none", allowed: [], blocked: [], registries: [], model: [], unneeded: [], local: [] });
  await once(way, "close");
  expect((await curl(`http://127.0.0.1:${port}/`)).output).toContain("this run has no network");
});
