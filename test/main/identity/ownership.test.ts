// Whose an unsigned name is: helpers, restarts, other users, other boots, and peers nobody can identify.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AgentOwner, claim, type Machine, ownerOf, type Source } from "../../../src/main/identity/ownership.ts";
import { type Peer, type PeerProcess, unknownPeer } from "../../../src/shared/local/peer.ts";
import { peerKey } from "../../../src/shared/local/peer-key.ts";

function processOf(pid: number, program: string, more: Partial<PeerProcess> = {}): PeerProcess {
  return { pid, startedAt: pid * 10, program, command: [program], leadsSession: false, ...more };
}

const terminal = processOf(2, "/usr/bin/gnome-terminal-server");
const shell = processOf(3, "/bin/bash", { tty: "/dev/pts/1", leadsSession: true });
const claude = processOf(10, "/opt/claude");
const script = (pid: number, name: string) => processOf(pid, "/usr/bin/node", { command: ["node", name] });
const oneCommand = (pid: number) => processOf(pid, "/bin/sh", { command: ["sh", "-c", "node hook.js"] });
const curl = (pid: number) => processOf(pid, "/usr/bin/curl");

const peer = (...processes: readonly PeerProcess[]): Peer => ({ uid: 1000, processes });
const from = (...processes: readonly PeerProcess[]): Source => ({ peer: peer(...processes) });

function machine(living: readonly PeerProcess[], more: Partial<Machine> = {}): Machine {
  return {
    bootId: "boot",
    isAlive: ({ pid, startedAt }) => living.some((one) => one.pid === pid && one.startedAt === startedAt),
    isOpen: () => true,
    ...more,
  };
}

const allLive: Machine = { bootId: "boot", isAlive: () => true, isOpen: () => true };

describe("the owner's processes", () => {
  test("curl in a terminal speaks for the terminal's shell, and another terminal is another owner", () => {
    const owner = ownerOf(from(curl(20), shell, terminal), "boot");
    expect(owner.lineage.map(({ pid }) => pid)).toEqual([shell.pid]);
    expect(claim(owner, from(curl(21), shell, terminal), allLive)).toBe(owner);
    const other = processOf(4, "/bin/bash", { tty: "/dev/pts/2" });
    expect(claim(owner, from(curl(22), other, terminal), allLive)).toBeUndefined();
  });

  test("what the agent starts may use its name; what runs beside it may not", () => {
    const owner = ownerOf(from(claude, shell, terminal), "boot");
    expect(claim(owner, from(script(30, "helper.js"), claude, shell), allLive)).toBe(owner);
    expect(claim(owner, from(script(31, "evil.js"), shell, terminal), allLive)).toBeUndefined();
    // Nor once the agent has ended, although its terminal is still there.
    expect(claim(owner, from(script(31, "evil.js"), shell, terminal), machine([shell, terminal]))).toBeUndefined();
  });

  test("hooks one after the other, and at the same time, make their agent the owner", () => {
    const first = ownerOf(from(script(40, "hook.js"), oneCommand(41), claude, shell), "boot");
    const second = from(script(42, "hook.js"), oneCommand(43), claude, shell);
    for (const living of [
      [claude, shell],
      [script(40, "hook.js"), oneCommand(41), claude],
    ]) {
      const next = claim(first, second, machine(living));
      expect(next?.lineage.map(({ pid }) => pid)).toEqual([claude.pid]);
    }
    const stranger = from(script(44, "hook.js"), processOf(11, "/opt/other"));
    expect(claim(first, stranger, allLive)).toBeUndefined();
  });

  test("a common parent that is a session manager or a person's shell proves nothing", () => {
    const owner = ownerOf(from(script(50, "agent.js"), terminal), "boot");
    expect(claim(owner, from(script(51, "agent.js"), terminal), allLive)).toBeUndefined();
    const inShell = ownerOf(from(script(50, "agent.js"), shell), "boot");
    expect(claim(inShell, from(script(51, "agent.js"), shell), allLive)).toBeUndefined();
  });
});

describe("when all of them have ended", () => {
  const owner = ownerOf(from(script(60, "/home/me/agent.js")), "boot");

  test("the same program takes over, another does not", () => {
    const again = from(script(61, "/home/me/agent.js"));
    expect(claim(owner, again, machine([]))?.lineage[0]?.pid).toBe(61);
    expect(claim(owner, from(script(61, "/home/me/evil.js")), machine([]))).toBeUndefined();
    expect(claim(owner, again, machine([script(60, "/home/me/agent.js")]))).toBeUndefined();
  });

  test("the hooks of an agent that was started anew are still its hooks", () => {
    const moved = claim(
      ownerOf(from(script(40, "pre.js"), claude), "boot"),
      from(script(41, "post.js"), claude),
      machine([claude]),
    );
    const anew = processOf(12, "/opt/claude");
    expect(moved && claim(moved, from(script(70, "post.js"), anew), machine([anew]))).toBeDefined();
    expect(moved && claim(moved, from(script(70, "post.js"), processOf(13, "/x")), machine([]))).toBeUndefined();
  });

  test("processes of an earlier boot count as ended, whatever their ids are now", () => {
    const same = from(script(60, "/home/me/evil.js"));
    expect(claim(owner, same, { ...allLive, bootId: "next" })).toBeUndefined();
    expect(claim(owner, from(script(60, "/home/me/agent.js")), { ...allLive, bootId: "next" })?.bootId).toBe("next");
  });
});

describe("another user, and peers nobody can identify", () => {
  const owner = ownerOf(from(claude), "boot");

  test("another user never is the owner", () => {
    expect(claim(owner, { peer: { uid: 1001, processes: [claude] } }, machine([]))).toBeUndefined();
  });

  test("a peer without processes is not the owner's process, whether that lives or not", () => {
    for (const living of [[claude], []])
      expect(claim(owner, { peer: { uid: 1000, processes: [] } }, machine(living))).toBeUndefined();
  });

  test("where processes are unknown the user is the owner, until a process is known", () => {
    const user = ownerOf({ peer: { uid: 1000, processes: [] } }, "boot");
    expect(claim(user, { peer: { uid: 1000, processes: [] } }, allLive)).toBe(user);
    expect(claim(user, { peer: { uid: 1001, processes: [] } }, allLive)).toBeUndefined();
    expect(claim(user, from(claude), allLive)?.lineage[0]?.pid).toBe(claude.pid);
  });

  test("where nothing is known, a lasting connection is the owner while it lasts", () => {
    const line = ownerOf({ peer: unknownPeer, connectionId: "one" }, undefined);
    const open = machine([], { bootId: undefined });
    expect(claim(line, { peer: unknownPeer, connectionId: "one" }, open)).toBe(line);
    expect(claim(line, { peer: unknownPeer, connectionId: "two" }, open)).toBeUndefined();
    expect(claim(line, { peer: unknownPeer }, open)).toBeUndefined();
    const closed = { ...open, isOpen: () => false };
    expect(claim(line, { peer: unknownPeer, connectionId: "two" }, closed)?.connectionId).toBe("two");
  });
});

const anyProcess = fc
  .record({
    pid: fc.integer({ min: 2, max: 9 }),
    startedAt: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom("a", "b", "sh"),
  })
  .map(({ pid, startedAt, name }) => ({ ...processOf(pid, `/bin/${name}`), startedAt }));
const anySource = fc.record({
  peer: fc.record({ uid: fc.constantFrom(1, 2), processes: fc.array(anyProcess, { maxLength: 4 }) }),
});

test("nobody becomes the owner while the owner's own process lives, but its descendants and its like under one parent", () => {
  fc.assert(
    fc.property(anySource, anySource, fc.array(anyProcess), (first, second, living) => {
      const owner: AgentOwner = ownerOf(first, "boot");
      const next = claim(owner, second, machine(living));
      if (next === undefined) return;
      expect(second.peer.uid).toBe(first.peer.uid);
      const [agent] = owner.lineage;
      const lives = living.some((one) => one.pid === agent?.pid && one.startedAt === agent.startedAt);
      if (agent === undefined || !lives) return;
      const descends = second.peer.processes.some((one) => one.pid === agent.pid && one.startedAt === agent.startedAt);
      const common = owner.lineage[1];
      const siblings =
        common !== undefined &&
        second.peer.processes.some((one) => one.pid === common.pid && one.startedAt === common.startedAt);
      expect(descends || siblings).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("the key for budgets is the agent's first process, whatever helpers it starts", () => {
  const key = peerKey(from(claude, shell, terminal).peer);
  expect(peerKey(from(script(80, "x.js"), oneCommand(81), claude, shell).peer)).toBe(key);
  expect(peerKey(from(processOf(11, "/opt/claude"), shell).peer)).not.toBe(key);
  expect(peerKey({ uid: 7, processes: [] })).toBe("user-7");
  expect(peerKey(unknownPeer)).toBe("token");
});
