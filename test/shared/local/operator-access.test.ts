// Who may use the operator's socket, by what is known about the process that calls.
import { describe, expect, test } from "vitest";
import { agentMarker, knownAgent } from "../../../src/shared/local/agent-programs.ts";
import { type OperatorLineage, operatorRefusal } from "../../../src/shared/local/operator-access.ts";
import type { PeerProcess } from "../../../src/shared/local/peer.ts";

let nextPid = 1000;

function proc(program: string, command: readonly string[] = [], tty?: string): PeerProcess {
  nextPid += 1;
  const name = program.slice(program.lastIndexOf("/") + 1);
  return {
    pid: nextPid,
    startedAt: nextPid,
    program,
    command: command.length === 0 ? [name] : command,
    ...(tty === undefined ? {} : { tty }),
    leadsSession: false,
  };
}

const tty = "/dev/pts/3";
const gatehouse = (terminal?: string) =>
  proc("/usr/bin/node", ["node", "/opt/gatehouse/src/cli/gatehouse.ts", "approve", "1"], terminal);
const shell = (terminal?: string) => proc("/usr/bin/bash", ["-bash"], terminal);
const oneCommand = (terminal?: string) => proc("/usr/bin/sh", ["sh", "-c", "gatehouse approve 1"], terminal);
const terminal = () => proc("/usr/libexec/gnome-terminal-server");
const systemd = () => proc("/usr/lib/systemd/systemd", ["/usr/lib/systemd/systemd", "--user"]);

function refusal(processes: readonly PeerProcess[], more: Partial<OperatorLineage> = {}, agents: PeerProcess[] = []) {
  return operatorRefusal(
    { processes, topParent: 1, markerOf: () => undefined, ...more },
    { enginePid: 77, isAgent: (process) => agents.includes(process) },
  );
}

describe("accepted", () => {
  test.each<[string, readonly PeerProcess[], number?]>([
    ["a shell in a terminal", [gatehouse(tty), shell(tty), terminal(), systemd()]],
    ["a command that a shell runs in a terminal", [gatehouse(tty), oneCommand(tty), shell(tty), terminal()]],
    ["a login over SSH", [gatehouse(tty), shell(tty), proc("/usr/sbin/sshd"), proc("/usr/sbin/sshd")]],
    ["tmux", [gatehouse(tty), shell(tty), proc("/usr/bin/tmux", ["tmux"]), systemd()]],
    [
      "a terminal written in Python",
      [gatehouse(tty), shell(tty), proc("/usr/bin/python3.12", ["python3", "/usr/bin/terminator"])],
    ],
    ["a terminal nobody has heard of", [gatehouse(tty), shell(tty), proc("/usr/bin/rio"), systemd()]],
    [
      "a script in a terminal",
      [gatehouse(tty), proc("/usr/bin/python3", ["python3", "night.py"], tty), shell(tty), terminal()],
    ],
    [
      "a test runner of a service, without a terminal",
      [gatehouse(), proc("/usr/bin/node", ["node", "vitest"]), shell(), proc("/opt/ci/Runner.Worker")],
    ],
    [
      "the task runner of an editor",
      [gatehouse(), proc("/usr/bin/node", ["node", "task.js"]), proc("/usr/share/code/code"), systemd()],
    ],
    ["a container entered from outside", [gatehouse(), oneCommand()], 0],
    ["the first shell of a container", [gatehouse(tty), shell(tty)]],
  ])("%s", (_name, processes, topParent = 1) => {
    expect(refusal(processes, { topParent })).toBeUndefined();
  });
});

describe("refused", () => {
  test("nothing is known", () => {
    expect(refusal([], { topParent: undefined })).toBe(
      "Refused: the system does not say which process is calling. Answer in the Gatehouse window, or in a terminal of your own.",
    );
  });

  test("below the engine, also when the engine is the first process of a container", () => {
    const engine = { ...proc("/usr/bin/electron"), pid: 77 };
    expect(refusal([gatehouse(), oneCommand(), engine, shell(tty)])).toMatch(/started by Gatehouse itself/);
    expect(refusal([gatehouse(tty), shell(tty)], { topParent: 77 })).toMatch(/started by Gatehouse itself/);
  });

  test.each([undefined, 4711])("its ancestors are not known up to the first, but to one below %s", (topParent) => {
    expect(refusal([gatehouse(tty), shell(tty), terminal()], { topParent })).toMatch(/does not show all the processes/);
  });

  test("below a process that has used the agents' interfaces", () => {
    const agent = proc("/usr/bin/python3", ["python3", "agent.py"], tty);
    expect(refusal([gatehouse(tty), oneCommand(tty), agent, shell(tty), terminal()], {}, [agent])).toBe(
      `Refused: this process was started by python3 (process ${agent.pid}), which acts as an agent. Answer in the Gatehouse window, or in a terminal of your own.`,
    );
  });

  test("below a program that is known as an agent, although it never connected", () => {
    const claude = proc("/usr/bin/node", ["node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"], tty);
    expect(refusal([gatehouse(tty), oneCommand(tty), claude, shell(tty), terminal()])).toMatch(
      /@anthropic-ai\/claude-code \(process \d+\), which is an agent/,
    );
  });

  test("with an agent's variable in the environment, even in a terminal", () => {
    const [own, bash] = [gatehouse(tty), shell(tty)];
    const markerOf = (process: PeerProcess) => (process === bash ? "CLAUDECODE" : undefined);
    expect(refusal([own, bash, terminal()], { markerOf })).toMatch(/CLAUDECODE is set for bash \(process \d+\)/);
  });

  test.each<[string, readonly PeerProcess[]]>([
    ["its parent has ended", [gatehouse()]],
    ["its parent has ended, and a shell is left", [gatehouse(), oneCommand()]],
    ["a script whose parent has ended", [gatehouse(), proc("/usr/bin/python3.12", ["python3", "hide.py"])]],
    ["the session's manager started it", [gatehouse(), systemd()]],
    ["a scheduler started it", [gatehouse(), oneCommand(), proc("/usr/sbin/cron"), proc("/usr/sbin/cron")]],
    ["a terminal that script made", [gatehouse(tty), oneCommand(tty), proc("/usr/bin/script"), systemd()]],
    ["a terminal that Python made", [gatehouse(tty), proc("/usr/bin/python3", ["python3", "-c", "import pty"])]],
    ["a terminal that systemd-run made", [gatehouse(tty), systemd()]],
    ["a shell in a terminal whose maker has ended", [gatehouse(tty), shell(tty), systemd()]],
  ])("detached: %s", (_name, processes) => {
    expect(refusal(processes)).toMatch(/detached/);
  });
});

describe("programs known as agents", () => {
  test.each([
    ["/home/a/.local/bin/claude", ["claude"]],
    ["/usr/bin/node", ["claude"]],
    ["/usr/bin/node", ["node", "--no-warnings", "/usr/local/bin/gemini", "-p", "x"]],
    ["/usr/bin/node", ["node", "/x/node_modules/@openai/codex/bin/codex.js"]],
    ["/usr/bin/python3.12", ["python3", "/home/a/.local/bin/aider"]],
    ["/usr/bin/python3.12", ["python3", "-m", "aider"]],
    ["/opt/cursor-agent", ["cursor-agent", "--resume"]],
  ])("%s %j", (program, command) => {
    expect(knownAgent(proc(program, command))).toBeDefined();
  });

  test.each([
    ["/usr/bin/vim", ["vim", "claude"]],
    ["/usr/bin/node", ["node", "/opt/gatehouse/src/cli/gatehouse.ts", "approve", "claude"]],
    ["/usr/bin/less", ["less", "/x/node_modules/@openai/codex/README.md.gz"]],
    ["/usr/bin/bash", ["-bash"]],
  ])("not %s %j", (program, command) => {
    expect(knownAgent(proc(program, command))).toBeUndefined();
  });

  test("variables that only agents set", () => {
    expect(agentMarker(["PATH=/bin", "CLAUDECODE=1"])).toBe("CLAUDECODE");
    expect(agentMarker(["AGENT=goose"])).toBe("AGENT");
    expect(agentMarker(["CLAUDE_CODE_SSE_PORT=1234", "AGENT=ssh", "GEMINI_CLI=", "OPENCODE=0", ""])).toBeUndefined();
  });
});
