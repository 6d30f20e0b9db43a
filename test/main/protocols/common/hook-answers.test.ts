// Answers that a human gave through a hook: who may use them, for which call, how often and how long.
import { expect, test } from "vitest";
import { sha256 } from "../../../../src/main/machine/clock.ts";
import { createHookAnswers } from "../../../../src/main/protocols/common/hook-answers.ts";
import { minute } from "../../../../src/shared/lib/clock.ts";
import { type Peer, unknownPeer } from "../../../../src/shared/local/peer.ts";
import { decide } from "../../../../src/main/engine/pipeline/decide.ts";
import { decisionInput, riskOf } from "../../../support/engine/decision.ts";

const peerOf = (pid: number, ...helpers: readonly string[]): Peer => ({
  uid: 1000,
  processes: [...helpers, "claude"].map((command, index) => ({
    pid: index === helpers.length ? pid : 9000 + index,
    startedAt: 1,
    program: `/usr/bin/${command.split(" ")[0]}`,
    command: command.split(" "),
    leadsSession: false,
  })),
});
const gateway = "node /opt/gatehouse/bin/gatehouse-mcp.js";
const input = { command: "git push --force" };
const asked = { peer: peerOf(100), tool: "mcp__my_files__run", arguments: input };
const call = { peer: peerOf(100, gateway), server: "my files", tool: "run", arguments: input };
const agentDid = "did:aeon:claude-code:hook:0123456789abcdef";
const question = decide(decisionInput({ risk: riskOf(0.75) }));
const approved = { ...question, outcome: "APPROVED", reason: "human_approved", decider: "human" } as const;

function setUp() {
  let now = 0;
  const answers = createHookAnswers({ clock: { now: () => now, after: () => () => undefined }, sha256 });
  answers.remember(asked, agentDid, approved, question);
  return { answers, pass: (time: number) => (now += time) };
}

test("the gateway that the same process started gets the answer, once", () => {
  const { answers } = setUp();
  expect(answers.take(call)).toEqual({ agentDid, intentId: approved.intentId, findings: [], score: 0.75 });
  expect(answers.take(call)).toBeUndefined();
});

test.each([
  ["Claude Code, Codex, Qwen Code", "mcp__my_files__run"],
  ["Gemini CLI", "mcp_my_files_run"],
  ["Copilot", "my-files-run"],
  ["opencode, Kilo", "my_files_run"],
  ["a name with dots", "mcp.My Files.run"],
])("whatever the agent calls the tool: %s", (_agent, tool) => {
  const { answers } = setUp();
  answers.take(call);
  answers.remember({ ...asked, tool }, agentDid, approved, question);
  expect(answers.take(call)).toBeDefined();
});

test.each(["run", "files_run", "mcp__other_my_files__run", "mcp__my_files__run_all", "mcp__my_files__", "Bash", ""])(
  "%j is not the tool",
  (tool) => {
    const { answers } = setUp();
    answers.take(call);
    answers.remember({ ...asked, tool }, agentDid, approved, question);
    expect(answers.take(call)).toBeUndefined();
  },
);

test("a server whose name has no letter gets no answer for another tool of that name", () => {
  const { answers } = setUp();
  answers.remember({ ...asked, tool: "Bash" }, agentDid, approved, question);
  expect(answers.take({ ...call, server: "__", tool: "bash" })).toBeUndefined();
});

test("two answers are for two calls", () => {
  const { answers } = setUp();
  answers.remember(asked, agentDid, approved, question);
  expect([1, 2, 3].map(() => answers.take(call) !== undefined)).toEqual([true, true, false]);
});

test.each([
  ["another process", { peer: peerOf(101, gateway) }],
  [
    "a process of another time",
    { peer: { uid: 1000, processes: peerOf(100).processes.map((each) => ({ ...each, startedAt: 2 })) } },
  ],
  ["another user", { peer: { ...call.peer, uid: 1001 } }],
  ["somebody unknown", { peer: unknownPeer }],
  ["another tool", { tool: "delete" }],
  ["another server", { server: "files" }],
  ["other arguments", { arguments: { ...input, force: true } }],
])("%s gets none", (_name, more) => {
  const { answers } = setUp();
  expect(answers.take({ ...call, ...more })).toBeUndefined();
  expect(answers.take(call)).toBeDefined();
});

test("an answer lasts a minute", () => {
  const { answers, pass } = setUp();
  pass(minute);
  expect(answers.take(call)).toBeUndefined();
});

test("what no human has allowed is no answer", () => {
  const { answers } = setUp();
  answers.take(call);
  answers.remember(asked, agentDid, { ...approved, decider: "risk", reason: "risk_low" }, undefined);
  answers.remember({ ...asked, peer: unknownPeer }, agentDid, approved, question);
  expect([call, { ...call, peer: unknownPeer }].map(answers.take)).toEqual([undefined, undefined]);
});
