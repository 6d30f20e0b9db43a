// Which processes count as agents because they used the agents' interfaces.
import { expect, test } from "vitest";
import { createAgentsSeen } from "../../../src/main/peer/agents-seen.ts";
import type { Peer, PeerProcess } from "../../../src/shared/local/peer.ts";

const tty = "/dev/pts/1";

function proc(pid: number, program: string, command: readonly string[], terminal?: string): PeerProcess {
  const more = terminal === undefined ? {} : { tty: terminal };
  return { pid, startedAt: pid * 10, program, command, ...more, leadsSession: false };
}

const bash = proc(2, "/usr/bin/bash", ["-bash"], tty);
const peer = (...processes: PeerProcess[]): Peer => ({ uid: 1000, processes });
const curl = (pid: number) => proc(pid, "/usr/bin/curl", ["curl", "http://127.0.0.1:3000"], tty);

test("an agent is noted by its own process, not by the helper it sent", () => {
  const seen = createAgentsSeen(() => true);
  const agent = proc(3, "/usr/bin/python3", ["python3", "agent.py"], tty);
  seen.note(peer(curl(4), agent, bash));
  expect([curl(4), agent, bash].map(seen.has)).toEqual([false, true, false]);
  expect(seen.has({ ...agent, startedAt: 31 })).toBe(false);
});

test("a person's terminal stays usable after curl; a shell that runs a script is an agent like any other", () => {
  const seen = createAgentsSeen(() => true);
  seen.note(peer(curl(4), bash));
  expect(seen.has(bash)).toBe(false);
  const editors = proc(6, "/usr/bin/bash", ["/bin/bash", "--init-file", "/usr/share/code/init.sh"], tty);
  seen.note(peer(curl(7), editors));
  expect(seen.has(editors)).toBe(false);
  const script = proc(5, "/usr/bin/bash", ["bash", "agent.sh"], tty);
  seen.note(peer(curl(4), script, bash));
  expect(seen.has(script)).toBe(true);
});

test("a program is not taken for our own command because of one of its arguments", () => {
  const seen = createAgentsSeen(() => true);
  const agent = proc(3, "/usr/bin/node", ["node", "agent.js", "gatehouse"], tty);
  seen.note(peer(agent, bash));
  expect(seen.has(agent)).toBe(true);
});

test("the ended make room; when there is none, every process may be an agent", () => {
  const alive = new Set([11, 12, 13, 14]);
  const seen = createAgentsSeen(({ pid }) => alive.has(pid), 2);
  const agent = (pid: number) => proc(pid, "/usr/bin/agent", ["agent"]);
  for (const pid of [11, 12]) seen.note(peer(agent(pid)));
  alive.delete(11);
  seen.note(peer(agent(13)));
  expect([11, 12, 13].map((pid) => seen.has(agent(pid)))).toEqual([false, true, true]);
  expect(seen.has(bash)).toBe(false);
  seen.note(peer(agent(14)));
  expect(seen.has(bash)).toBe(true);
});
