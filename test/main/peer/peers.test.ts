// Who is on the other end of a connection: real sockets, real processes, real second users.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPeers } from "../../../src/main/peer/index.ts";
import { createProcessTable } from "../../../src/main/peer/process-table.ts";
import { peerKey } from "../../../src/shared/local/peer-key.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const fault = (where: string, error: unknown): void => {
  throw new Error(where, { cause: error });
};
const asking = createPeers({ platform: process.platform, fault });
const reading = createPeers({ platform: process.platform, fault, singleSockets: false });
const isRoot = process.getuid?.() === 0;
const stranger = 65_534;

let server: Server;
let children: ChildProcess[];
let accepted: Promise<Socket>;

beforeEach(() => {
  children = [];
  server = createServer();
  accepted = once(server, "connection").then(([socket]: Socket[]) => socket as Socket);
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  (await Promise.race([accepted, Promise.resolve(undefined)]))?.destroy();
  server.close();
});

async function listen(host: string): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A process that connects and stays. */
function connecting(code: string, options: { readonly uid?: number } = {}): ChildProcess {
  const child = spawn("/usr/bin/env", ["perl", "-MIO::Socket::INET", "-MIO::Socket::UNIX", "-e", `${code}; sleep 60`], {
    stdio: "inherit",
    ...options,
  });
  children.push(child);
  return child;
}

describe.runIf(process.platform === "linux").each([
  ["asked for one socket", asking],
  ["read from the whole table", reading],
])("over TCP, %s", (_, peers) => {
  test("the user and the process of an IPv4 client are known", async () => {
    const port = await listen("127.0.0.1");
    const child = connecting(`$s = IO::Socket::INET->new("127.0.0.1:${port}") or die`);
    const peer = await peers.overTcp(await accepted);
    expect(peer.uid).toBe(process.getuid?.());
    expect(peer.processes[0]).toMatchObject({ pid: child.pid, program: expect.stringContaining("perl") });
    expect(peer.processes[1]?.pid).toBe(process.pid);
  });

  test("an IPv6 client, and an IPv6 socket that speaks IPv4, are known", async () => {
    const port = await listen("::");
    for (const host of ["::1", "127.0.0.1", "::ffff:127.0.0.1"]) {
      const connection = once(server, "connection");
      const client = connect({ host, port });
      const [socket] = (await connection) as [Socket];
      const peer = await peers.overTcp(socket);
      expect([peer.uid, peer.processes[0]?.pid]).toEqual([process.getuid?.(), process.pid]);
      client.destroy();
      socket.destroy();
    }
  });

  test.runIf(isRoot)("another user is one peer, however many processes it connects from (needs root)", async () => {
    const port = await listen("127.0.0.1");
    const sockets: Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket));
    for (let index = 0; index < 2; index += 1)
      connecting(`$s = IO::Socket::INET->new("127.0.0.1:${port}") or die`, { uid: stranger });
    await expect.poll(() => sockets.length, { timeout: 10_000 }).toBe(2);
    const found = await Promise.all(sockets.map((socket) => peers.overTcp(socket)));
    expect(found).toEqual([
      { uid: stranger, processes: [] },
      { uid: stranger, processes: [] },
    ]);
    expect(new Set(found.map(peerKey)).size).toBe(1);
    for (const socket of sockets) socket.destroy();
  });

  test("a client that has gone is unknown", async () => {
    const port = await listen("127.0.0.1");
    const child = connecting(`$s = IO::Socket::INET->new("127.0.0.1:${port}") or die`);
    const socket = await accepted;
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    child.kill("SIGKILL");
    await once(child, "exit");
    socket.resume();
    const peer = await peers.overTcp({ remoteAddress, remotePort, localAddress, localPort });
    expect(peer).toEqual({ uid: undefined, processes: [] });
  });

  test("a client that has gone is not taken for whoever listens on its port", async () => {
    const port = await listen("0.0.0.0");
    const ends = { remoteAddress: "127.0.0.2", remotePort: port, localAddress: "127.0.0.1", localPort: 3000 };
    expect(await peers.overTcp(ends)).toEqual({ uid: undefined, processes: [] });
  });

  test("many connections at once are all told apart", async () => {
    const port = await listen("127.0.0.1");
    const sockets: Socket[] = [];
    server.on("connection", (socket) => sockets.push(socket));
    const clients = Array.from({ length: 200 }, () => connect(port, "127.0.0.1"));
    await Promise.all(clients.map((client) => once(client, "connect")));
    await expect.poll(() => sockets.length).toBe(200);
    const all = await Promise.all(sockets.map((socket) => peers.overTcp(socket)));
    expect(all.every(({ uid, processes }) => uid === process.getuid?.() && processes[0]?.pid === process.pid)).toBe(
      true,
    );
    for (const socket of [...clients, ...sockets]) socket.destroy();
  });
});

test.runIf(process.platform === "linux")(
  "a thousand connections, accepted one by one, cost a few looks at the processes",
  async () => {
    const port = await listen("127.0.0.1");
    const table = createProcessTable();
    let looks = 0;
    const lineage = (pid: number) => {
      looks += 1;
      return table.lineage(pid);
    };
    const peers = createPeers({ platform: process.platform, fault, processes: { ...table, lineage } });
    const found: Promise<unknown>[] = [];
    const sockets: Socket[] = [];
    server.on("connection", (socket) => {
      sockets.push(socket);
      found.push(peers.overTcp(socket));
    });
    const clients = Array.from({ length: 1000 }, () => connect(port, "127.0.0.1"));
    await expect.poll(() => found.length, { timeout: 20_000 }).toBe(1000);
    await Promise.all(found);
    expect(looks).toBeLessThan(250);
    for (const socket of [...clients, ...sockets]) socket.destroy();
  },
);

describe.runIf(process.platform === "linux")("over a Unix socket", () => {
  test("the process is known by the kernel's credentials", async () => {
    const path = join(temporaryDirectory(), "peer.sock");
    server.listen(path);
    await once(server, "listening");
    const child = connecting(`$s = IO::Socket::UNIX->new("${path}") or die`);
    const socket = await accepted;
    const peer = asking.overSocket(descriptorOf(socket));
    expect(peer.uid).toBe(process.getuid?.());
    expect(peer.processes.slice(0, 2).map(({ pid }) => pid)).toEqual([child.pid, process.pid]);
  });

  test("what is no socket is unknown", () => {
    expect(asking.overSocket(-1)).toEqual({ uid: undefined, processes: [] });
  });
});

describe.runIf(process.platform === "linux")("the process table", () => {
  test("a process that ended, or whose number another one has now, is not alive", () => {
    const table = createProcessTable();
    const [self] = table.lineage(process.pid);
    expect(self).toBeDefined();
    if (self === undefined) return;
    expect(table.isAlive(self)).toBe(true);
    expect(table.isAlive({ ...self, startedAt: self.startedAt + 1 })).toBe(false);
    expect(table.isAlive({ pid: 4_000_000, startedAt: 1 })).toBe(false);
  });

  test("a name with parentheses and blanks does not confuse it", () => {
    expect(createProcessTable().lineage(process.pid).at(-1)?.pid).toBeGreaterThan(1);
  });
});

function descriptorOf(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, "_handle");
  return typeof handle === "object" && handle !== null ? Number(Reflect.get(handle, "fd")) : -1;
}
