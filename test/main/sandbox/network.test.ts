// A command that may reach some hosts reaches those and no others, whichever way it tries.
import { readFileSync } from "node:fs";
import { createServer as createTcpServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { seatbeltProfile } from "../../../src/main/sandbox/commands/seatbelt.ts";
import { isAllowed, mayConnect, openNetworkGate } from "../../../src/main/sandbox/network/gate.ts";
import { isNear } from "../../../src/main/sandbox/network/own-addresses.ts";
import { createScope } from "../../../src/main/sandbox/scope.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { serveElsewhere, smallLimits, trial } from "./support.ts";

interface Site {
  readonly port: number;
  readonly visits: () => readonly string[];
}

/** A web server on loopback, standing in for the world: in a process of its own, because Gatehouse's ports are never reached. */
async function site(): Promise<Site> {
  const { port, log } = await serveElsewhere();
  return {
    port,
    visits: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== ""),
  };
}

describe.skipIf(process.platform !== "linux")("a command that may reach some hosts", () => {
  test("reaches one of them, by plain HTTP and by a tunnel", async () => {
    const { port, visits } = await site();
    const limits = { networkAllowed: true, allowedHosts: [`127.0.0.1:${port}`] };
    const { shell } = trial();
    const done = await shell(
      `curl -sS http://127.0.0.1:${port}/a?b=c; curl -sS -d hello http://127.0.0.1:${port}/post`,
      limits,
    );
    expect(done).toMatchObject({ status: "SUCCESS", output: "welcome \nwelcome hello\n", notes: [] });
    const tunnel = await shell(`curl -sS --proxytunnel http://127.0.0.1:${port}/tunnel`, limits);
    expect(tunnel).toMatchObject({ status: "SUCCESS", output: "welcome \n" });
    const host = `127.0.0.1:${port}`;
    expect(visits()).toEqual([`GET /a?b=c ${host}`, `POST /post ${host}`, `GET /tunnel ${host}`]);
  });

  test("reaches no other, and that is said", async () => {
    const [allowed, other] = [await site(), await site()];
    const limits = { networkAllowed: true, allowedHosts: [`127.0.0.1:${allowed.port}`, "*.example.com"] };
    const { shell } = trial();
    const tries = [
      `curl -sS http://127.0.0.1:${other.port}/`,
      `curl -sS --proxytunnel http://127.0.0.1:${other.port}/`,
      `curl -sS http://localhost:${other.port}/`,
      `curl -sS -H 'Host: 127.0.0.1:${allowed.port}' http://127.0.0.1:${other.port}/`,
      "curl -sS https://evil.test/",
    ];
    const done = await shell(`${tries.join("; ")}; echo ended`, limits);
    expect(done.output).toContain("is none of the hosts this call may reach");
    expect(done.output).toContain("ended");
    expect(other.visits()).toEqual([]);
    expect(done.notes).toEqual([
      `It asked for hosts it may not reach: 127.0.0.1:${other.port}, localhost:${other.port}, evil.test:443.`,
    ]);
  });

  test("has no other way out: no raw socket, no name service, no proxy of its own", async () => {
    const { port, visits } = await site();
    const limits = { networkAllowed: true, allowedHosts: [`127.0.0.1:${port}`] };
    const raw = [
      `(exec 3<>/dev/tcp/127.0.0.1/${port} && echo reached)`,
      "(exec 3<>/dev/tcp/203.0.113.7/80 && echo reached)",
      "(exec 3<>/dev/udp/203.0.113.7/53 && echo query >&3 && echo reached)",
      `curl -sS --noproxy '*' http://127.0.0.1:${port}/`,
    ];
    const done = await trial().shell(`${raw.join("; ")}; echo ended`, limits);
    expect(done.output).not.toMatch(/reached|welcome/);
    expect(done.output).toContain("ended");
    expect(visits()).toEqual([]);
  });

  test("keeps its exit code, its limits and its end", async () => {
    const limits = { networkAllowed: true, allowedHosts: ["example.com"] };
    const { shell } = trial({ limits: smallLimits });
    expect(await shell("echo out; echo err >&2; exit 7", limits)).toMatchObject({ status: "FAILURE", exitCode: 7 });
    const late = await shell("echo begun; sleep 30", { ...limits, timeoutSeconds: 1 });
    expect(late).toMatchObject({ status: "TIMEOUT", output: "begun\n" });
  });
});

describe("the gate", () => {
  test("deny beats allow, ports count where they are named", () => {
    const rules = { allowed: ["*.example.com", "10.0.0.7:8080"], blocked: ["bad.example.com"] };
    const asked: readonly [string, number, boolean][] = [
      ["example.com", 443, true],
      ["api.example.com", 80, true],
      ["bad.example.com", 443, false],
      ["example.org", 443, false],
      ["notexample.com", 443, false],
      ["10.0.0.7", 8080, true],
      ["10.0.0.7", 22, false],
    ];
    for (const [host, port, allowed] of asked) expect([host, isAllowed(rules, host, port)]).toEqual([host, allowed]);
  });

  test("a name may not lead to this machine or its neighbourhood", () => {
    for (const near of ["127.0.0.1", "::1", "::", "0.0.0.0", "169.254.169.254", "fe80::1", "::ffff:127.0.0.1"]) {
      expect([near, isNear(near)]).toEqual([near, true]);
    }
    for (const near of ["127.0.0.2", "::ffff:7f00:1", "0:0:0:0:0:0:0:1", "fe80::1%eth0"])
      expect([near, isNear(near)]).toEqual([near, true]);
    for (const far of ["10.0.0.1", "192.168.1.7", "203.0.113.7", "2001:db8::1"])
      expect([far, isNear(far)]).toEqual([far, false]);
  });

  test("reaches this machine only where a rule names it outright, and other names never", () => {
    const asked: readonly [readonly string[] | undefined, string, string, boolean][] = [
      [["127.0.0.1:9"], "127.0.0.1", "127.0.0.1", true],
      [["localhost"], "localhost", "127.0.0.1", true],
      [["*"], "127.0.0.1", "127.0.0.1", false],
      [undefined, "127.0.0.1", "127.0.0.1", false],
      [undefined, "example.org", "127.0.0.1", false],
      [["example.org"], "example.org", "127.0.0.1", false],
      [["*.example.org"], "db.example.org", "169.254.169.254", false],
      [undefined, "example.org", "203.0.113.7", true],
    ];
    for (const [allowed, host, address, may] of asked)
      expect([host, address, mayConnect({ allowed, blocked: [] }, host, 9, address)]).toEqual([host, address, may]);
  });

  test("survives what is no request, and a site that is down", async () => {
    const closed = createTcpServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const address = closed.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => closed.close(resolve));
    const gate = await openNetworkGate({ allowed: ["127.0.0.1"], blocked: [] }, "port");
    onTestFinished(gate.close);
    const at = "port" in gate.place ? gate.place.port : 0;
    expect((await fetch(`http://127.0.0.1:${at}/`)).status).toBe(403);
    const { status } = await viaProxy(at, `http://127.0.0.1:${port}/`);
    expect(status).toContain("502");
    expect((await viaProxy(at, "nonsense")).status).toMatch(/40[03]/);
  });
});

async function viaProxy(port: number, target: string): Promise<{ readonly status: string }> {
  const { connect } = await import("node:net");
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", reject).once("data", (data) => {
      socket.destroy();
      resolve({ status: String(data).split("\r\n")[0] ?? "" });
    });
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

test("on macOS the only way out is the port of the gate", () => {
  const world = createWorld({ gatehouse: [], findSecrets: () => [], home: "/Users/dev" });
  const scope = createScope([], undefined, { world, hidden: [] });
  const request = {
    program: "sandbox-exec",
    words: [],
    scope,
    home: "/Users/dev",
    directory: "/",
    readOnly: [],
    environment: {},
  };
  const profile = seatbeltProfile({ ...request, gate: 4711 });
  expect(profile).toContain("(deny network*)");
  expect(profile).toContain('(allow network-outbound (remote ip "localhost:4711"))');
  expect(profile).not.toContain("allow network* ");
});
