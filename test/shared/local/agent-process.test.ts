// Which process is the agent, for the ways in which people start agents and agents start helpers.
import { expect, test } from "vitest";
import { agentLineage, descendsFrom, isInteractiveShell } from "../../../src/shared/local/agent-process.ts";
import { programText } from "../../../src/shared/local/agent-programs.ts";
import type { PeerProcess } from "../../../src/shared/local/peer.ts";

let last = 100;

function running(command: string, more: Partial<PeerProcess> = {}): PeerProcess {
  const words = command.split(" ");
  last += 1;
  return {
    pid: last,
    startedAt: last,
    program: `/usr/bin/${words[0]}`,
    command: words,
    leadsSession: false,
    ...more,
  };
}

const terminal = { tty: "/dev/pts/1", leadsSession: true };
const bash = running("bash", terminal);
const manager = running("systemd --user");
const lineageOf = (...processes: readonly PeerProcess[]) => agentLineage({ uid: 1000, processes });

test("an agent that calls itself is the agent", () => {
  const agent = running("node agent.js");
  expect(lineageOf(agent, bash, manager)).toEqual([agent, bash]);
});

test.each([
  ["curl -s http://127.0.0.1:3000/rpc"],
  ["node /usr/lib/gatehouse/bin/gatehouse.js stdio"],
  ["timeout 5 curl x"],
])("%s speaks for whoever started it", (command) => {
  const agent = running("node claude.js");
  expect(lineageOf(running(command), running("sh -c hook"), agent, bash)[0]).toBe(agent);
});

test.each([
  ["perl", [running("perl -e socket"), running("sh /data/bin/gatehouse-hook codex PreToolUse")]],
  ["curl", [running("curl --disable"), running("dash /data/bin/gatehouse-hook codex PreToolUse")]],
  [
    "a subshell",
    [running("sh /d/gatehouse-hook a b"), running("sh /d/gatehouse-hook a b"), running("sh -c /d/gatehouse-hook")],
  ],
  [
    "a hook file of Cline",
    [
      running("perl -e socket"),
      running("sh /d/gatehouse-hook cline e"),
      running("bash /home/u/.cline/hooks/PreToolUse"),
    ],
  ],
])("the launcher of hooks speaks for the agent, with %s", (_name, helpers) => {
  const agent = running("node claude.js");
  expect(lineageOf(...helpers, agent, bash)).toEqual([agent, bash]);
});

test("neither another Perl program nor a hook file that calls no launcher speaks for anybody else", () => {
  const agent = running("node claude.js");
  const other = running("perl -e socket");
  expect(lineageOf(other, running("sh -c hook"), agent)[0]).toBe(other);
  const file = running("bash /home/u/.cline/hooks/PreToolUse");
  expect(lineageOf(running("curl x"), file, agent)[0]).toBe(file);
});

test("a person who types curl is known by the terminal's shell", () => {
  expect(lineageOf(running("curl x"), bash, running("gnome-terminal-server"), manager)).toEqual([bash]);
  expect(isInteractiveShell(bash)).toBe(true);
  expect(isInteractiveShell(running("bash -lc curl", terminal))).toBe(false);
  expect(isInteractiveShell(running("bash"))).toBe(false);
});

test("a script that runs in a shell is an agent of its own", () => {
  const script = running("bash agent.sh");
  expect(lineageOf(running("curl x"), script, bash)[0]).toBe(script);
});

test("nothing above a session manager counts, but a manager that calls itself does", () => {
  expect(lineageOf(manager)).toEqual([manager]);
  const agent = running("node agent.js");
  expect(lineageOf(agent, running("tmux new"), bash)).toEqual([agent]);
});

test("nothing known is nothing", () => {
  expect(lineageOf()).toEqual([]);
});

test.each([
  ["node --no-warnings a.js 1", "node a.js 2", true],
  ["node a.js", "node b.js", false],
  ["node -e one", "node -e two", false],
  ["node a.js", "python3 a.js", false],
  ["runtime a", "runtime b", false],
  ["claude -p one", "claude two", true],
  ["cline one", "cline service", true],
  ["claude one", "codex one", false],
])("%s and %s are the same program: %s", (one, other, same) => {
  expect(programText(running(one)) === programText(running(other))).toBe(same);
});

test("a number that was used again is another process", () => {
  const agent = running("node agent.js");
  expect(descendsFrom({ uid: 1, processes: [running("curl"), agent] }, agent)).toBe(true);
  expect(descendsFrom({ uid: 1, processes: [{ ...agent, startedAt: 1 }] }, agent)).toBe(false);
});
