// No command in a sandbox reaches a port or socket of Gatehouse's own, whichever way it tries. This process stands for Gatehouse.
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type ListenOptions } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownSockets } from "../../../src/main/sandbox/network/own-sockets.ts";
import { trial } from "./support.ts";

interface Listener {
  readonly port: number;
  readonly visits: () => number;
}

/** Answers like an HTTP server, and counts who comes. */
async function listen(where: ListenOptions): Promise<Listener> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on("error", () => {});
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 8\r\nconnection: close\r\n\r\nREACHED\n");
  });
  await new Promise<void>((resolve) => void server.listen(where).once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, visits: () => visits };
}

const lan = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;
const hosts = ["127.0.0.1", "127.0.0.2", "0.0.0.0", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", lan];
const addresses = hosts.filter((host) => host !== undefined);

/** Perl is part of every system that has these sandboxes; it dials sockets that a shell cannot. */
function dialPath(path: string): string {
  return `perl -MIO::Socket::UNIX -e 'my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "refused: $!\\n"; print <$s>' ${path}`;
}

describe.skipIf(process.platform !== "linux")("a command with the network", () => {
  test.each([
    ["any host", undefined],
    ["every host by a pattern", ["*"]],
    ["this machine by name", ["localhost", "127.0.0.1", "::1", "0.0.0.0", "127.0.0.2"]],
  ])("allowed for %s reaches no port of Gatehouse", async (_name, allowedHosts) => {
    const { port, visits } = await listen({ port: 0, host: "::" });
    const { shell } = trial();
    const tries = addresses.flatMap((host) => [
      `curl -sS --max-time 2 http://${host}:${port}/`,
      `curl -sS --max-time 2 --noproxy '*' http://${host}:${port}/`,
      `curl -sS --max-time 2 --proxytunnel http://${host}:${port}/`,
      `curl -sS --max-time 2 -H 'Host: example.org' http://${host}:${port}/`,
    ]);
    const raw = ["127.0.0.1", "::1", lan ?? "0.0.0.0"].map((host) => `(exec 3<>/dev/tcp/${host}/${port} && cat <&3)`);
    const limits = { networkAllowed: true, timeoutSeconds: 60, maxCpuPercent: 100 };
    const done = await shell(
      [...tries, ...raw, "echo ended"].join("; "),
      allowedHosts === undefined ? limits : { ...limits, allowedHosts },
    );
    expect(done.output).toContain("ended");
    expect(done.output).not.toContain("REACHED");
    expect(visits()).toBe(0);
  });

  test("has a loopback of its own for what it starts itself", async () => {
    const server =
      'perl -MIO::Socket::INET -e \'my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 8123, Listen => 5, ReuseAddr => 1); my $c = $s->accept; print $c "HTTP/1.0 200 OK\\r\\n\\r\\nmine"\'';
    const done = await trial().shell(`${server} & sleep 0.5; curl -sS http://127.0.0.1:8123/`, {
      networkAllowed: true,
    });
    expect(done.output).toContain("mine");
  });

  test("finds no abstract socket of the machine", async () => {
    const name = `gatehouse-test-${process.pid}`;
    const { visits } = await listen({ path: `\0${name}` });
    const dial = `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack("S", 1) . "\\0${name}") or die "refused\\n"; print <$s>'`;
    const done = await trial().shell(`${dial}; cat /proc/net/unix`, { networkAllowed: true });
    expect(done.output).not.toMatch(new RegExp(`REACHED|${name}`));
    expect(visits()).toBe(0);
  });

  test("inherits no socket but the pair its output goes to", async () => {
    await listen({ port: 0, host: "127.0.0.1" });
    const done = await trial().shell("ls -l /proc/self/fd | grep socket | grep -v ' [12] -> '; echo ended", {
      networkAllowed: true,
    });
    expect(done.output).toBe("ended\n");
  });
});

describe.skipIf(process.platform !== "linux")("a socket of Gatehouse's own", () => {
  async function ownSocket(folder: string): Promise<Listener & { readonly path: string }> {
    const path = join(folder, "agent.sock");
    const listener = await listen({ path });
    ownSockets();
    return { ...listener, path };
  }

  test("is not reached by its path, by a link or through /proc", async () => {
    const { shell, data, inside } = trial();
    const { path, visits } = await ownSocket(data);
    symlinkSync(path, join(inside, "link.sock"));
    const ways = [path, "link.sock", `/proc/${process.pid}/root${path}`, `/proc/${process.pid}/cwd/../${path}`];
    const done = await shell(`${ways.map(dialPath).join("; ")}; echo ended`);
    expect(done.output).toMatch(/refused[\s\S]*ended/);
    expect(visits()).toBe(0);
  });

  test("is not reached when its file was moved into the project", async () => {
    const { shell, data, inside } = trial();
    const { path, visits } = await ownSocket(data);
    renameSync(path, join(inside, "x.sock"));
    const done = await shell(`${dialPath("x.sock")}; echo ended`);
    expect(done.output).toMatch(/refused[\s\S]*ended/);
    expect(visits()).toBe(0);
  });

  test("is not reached when the folder it lies in was moved into the project", async () => {
    const { shell, inside, outside } = trial();
    const folder = join(outside, "run");
    mkdirSync(folder);
    const { visits } = await ownSocket(folder);
    renameSync(folder, join(inside, "run"));
    const done = await shell(`${dialPath("run/agent.sock")}; echo ended`);
    expect(done.output).toMatch(/refused[\s\S]*ended/);
    expect(visits()).toBe(0);
  });

  test("with a second name lets no command run, and says why", async () => {
    const { shell, data, inside } = trial();
    const { path, visits } = await ownSocket(data);
    linkSync(path, join(inside, "y.sock"));
    const done = await shell(dialPath("y.sock"));
    expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringMatching(/second name[\s\S]*started again/) });
    expect(visits()).toBe(0);
  });

  test("that is moved into the project while a command runs ends it", async () => {
    const { shell, data, inside } = trial();
    const { path } = await ownSocket(data);
    const running = shell("touch begun; sleep 7; echo still here");
    await expect.poll(() => existsSync(join(inside, "begun"))).toBe(true);
    renameSync(path, join(inside, "z.sock"));
    const done = await running;
    expect(done).toMatchObject({ status: "FAILURE", fault: expect.stringContaining("own sockets was moved") });
    expect(done.output).not.toContain("still here");
  });

  test("that was deleted troubles nobody", async () => {
    const { shell, data } = trial();
    const { path } = await ownSocket(data);
    rmSync(path);
    expect(await shell("echo ended")).toMatchObject({ status: "SUCCESS", output: "ended\n" });
  });
});
