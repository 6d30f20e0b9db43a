// An answer is about what was shown: what differs has a card of its own, and what has changed must be looked at again.
import { describe, expect, test } from "vitest";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";
import type { Intent } from "../../src/shared/domain/intent.ts";
import { calmPolicy, commandIntent, testEngine, type TestEngine } from "../support/engine/engine.ts";

const askWrites = `${calmPolicy}  - { id: ask-writes, effect: escalate, tools: [write_file] }\n`;

function write(context: Intent["context"]): Intent {
  return commandIntent("", { tool: "write_file", arguments: { path: "notes.txt", content: "x" }, context });
}

function first(engine: TestEngine): HeldApproval {
  const [approval] = engine.governor.approvals.list();
  if (approval === undefined) throw new Error("Nothing is held.");
  return approval;
}

function approve(
  engine: TestEngine,
  { approvalId, digest }: HeldApproval,
  more: { readonly duration?: "1h"; readonly arguments?: { readonly command: string } } = {},
) {
  const { duration = "once", ...rest } = more;
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration, ...rest } as const;
  return engine.governor.approvals.resolve(answer, "console");
}

describe("what differs has a card of its own", () => {
  test("the same relative path in another workspace", async () => {
    const engine = testEngine();
    engine.setPolicy(askWrites);
    await engine.governor.submit(write({ sessionId: "s1", workspace: "/home/dev/shop" }));
    await engine.governor.submit(write({ sessionId: "s1", workspace: "/home/dev/bank" }));
    expect(engine.governor.approvals.list().map(({ facts }) => facts.paths[0]?.path)).toEqual([
      "/home/dev/shop/notes.txt",
      "/home/dev/bank/notes.txt",
    ]);
  });

  test("and a decision about exactly one of them says nothing about the other", async () => {
    const engine = testEngine();
    engine.setPolicy(askWrites);
    await engine.governor.submit(write({ workspace: "/home/dev/shop" }));
    expect(await approve(engine, first(engine), { duration: "1h" })).toMatchObject({ ok: true });
    const again = await engine.governor.submit(write({ workspace: "/home/dev/shop" }));
    expect(again).toMatchObject({ value: { outcome: "APPROVED", reason: "grant" } });
    const elsewhere = await engine.governor.submit(write({ workspace: "/home/dev/bank" }));
    expect(elsewhere).toMatchObject({ value: { outcome: "ESCALATE" } });
  });

  test("the same command in a session for which another rule asks", async () => {
    const engine = testEngine();
    const sequence = `sequences:\n  - { id: after-secret, effect: escalate, first: '"cat" in facts.programs', then: '"npm" in facts.programs' }\n`;
    engine.setPolicy(calmPolicy + sequence);
    const there = { ...commandIntent("").context, sessionId: "s2" };
    await engine.governor.submit(commandIntent("npm publish"));
    await engine.governor.submit(commandIntent("cat notes.txt", { context: there }));
    await engine.governor.submit(commandIntent("npm publish", { context: there }));
    expect(engine.governor.approvals.list().map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe("what has changed must be looked at again", () => {
  test("a link that leads elsewhere by now", async () => {
    let target = "/home/dev/shop/notes.txt";
    const engine = testEngine({}, (ports) => ({
      ...ports,
      world: { ...ports.world, resolveLinks: (path) => (path.endsWith("notes.txt") ? target : path) },
    }));
    engine.setPolicy(askWrites);
    await engine.governor.submit(write({ workspace: "/home/dev/shop" }));
    const seen = first(engine);
    target = "/home/dev/letters/notes.txt";
    expect(await approve(engine, seen)).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(engine.directives).toEqual([]);
    const renewed = first(engine);
    expect(renewed.facts.paths).toMatchObject([{ path: target, zone: "home" }]);
    // Another human who still looks at the card as it was is told as well.
    expect(await approve(engine, seen)).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(await approve(engine, renewed)).toMatchObject({ ok: true });
  });

  test("after an edit that came too late the card still shows the request, not the edit", async () => {
    const engine = testEngine();
    await engine.governor.submit(commandIntent("npm publish"));
    const seen = first(engine);
    engine.setPolicy(`${calmPolicy}quotas: { intents_per_minute: 100 }\n`);
    const edited = await approve(engine, seen, { arguments: { command: "npm publish --dry-run ./other" } });
    expect(edited).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(first(engine)).toMatchObject({ intent: { arguments: { command: "npm publish" } } });
    expect(first(engine).facts.command).toBe("npm publish");
  });

  test("an agent that is stopped while its approval is written is not released", async () => {
    let recorded = () => {};
    const engine = testEngine({}, (ports) => ({
      ...ports,
      ledger: {
        append: async (entries) => {
          const kept = await ports.ledger.append(entries);
          recorded();
          return kept;
        },
      },
    }));
    const intent = commandIntent("npm publish");
    await engine.governor.submit(intent);
    recorded = () => engine.halted.add(intent.agentDid);
    expect(await approve(engine, first(engine))).toMatchObject({ ok: true, value: { outcome: "DENIED" } });
    expect(engine.directives).toMatchObject([{ directive: { kind: "DENY" }, verdict: { reason: "agent_halted" } }]);
    expect(engine.entries.at(-1)).toMatchObject({ kind: "verdict", outcome: "DENIED" });
    const after = await engine.governor.settled(intent.agentDid, intent.intentId, 0);
    expect(after).toMatchObject({ outcome: "DENIED", reason: "agent_halted" });
  });
});
