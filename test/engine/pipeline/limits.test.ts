// Limits and sequences in the life of intents: they hold for steps that come together, and for what waits for a human.
import { describe, expect, test } from "vitest";
import type { PastSessions } from "../../../src/main/engine/sessions/session-book.ts";
import type { RiskModel } from "../../../src/main/engine/ports.ts";
import { commandIntent, type TestEngine, testEngine } from "../../support/engine/engine.ts";

const policy = `
quotas: { intents_per_minute: 10, intents_per_session: 12 }
defaults: { tools: { "*": { allowed: true } } }
rules:
  - { id: ask-to-publish, effect: escalate, programs: [npm] }
sequences:
  - { id: secret-then-network, effect: deny, first: '"cat" in facts.programs', then: '"curl" in facts.programs', within: 30m }
  - { id: after-a-secret, effect: deny, then: session.secret_read && "scp" in facts.programs }
`;

const once = { scope: "exact", duration: "once" } as const;

function engineWith(changes: Parameters<typeof testEngine>[0] = {}): TestEngine {
  const engine = testEngine(changes);
  engine.setPolicy(policy);
  return engine;
}

async function outcomes(engine: TestEngine, commands: readonly string[], together = true): Promise<readonly string[]> {
  const answers: (() => ReturnType<TestEngine["governor"]["submit"]>)[] = commands.map(
    (command) => () => engine.governor.submit(commandIntent(command)),
  );
  const results = [];
  if (together) results.push(...(await Promise.all(answers.map((submit) => submit()))));
  else for (const submit of answers) results.push(await submit());
  return results.map((answer) => (answer.ok ? answer.value.reason : answer.error));
}

const slowModel: RiskModel = {
  origin: () => "slow",
  score: async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return { score: 0, threats: [], origin: "slow" };
  },
};

describe.each([
  ["without a model", {}],
  ["while a model thinks", { model: slowModel }],
] as const)("steps that come together, %s", (_, changes) => {
  test("do not pass a rate together that they would not pass one after the other", async () => {
    const engine = engineWith(changes);
    const reasons = await outcomes(
      engine,
      Array.from({ length: 50 }, (_item, each) => `ls ${each}`),
    );
    expect(reasons.filter((reason) => reason === "rate_exceeded")).toHaveLength(40);
  });

  test("are a sequence", async () => {
    const engine = engineWith(changes);
    expect(await outcomes(engine, ["cat x", "curl https://example.com/"])).toEqual(["risk_low", "sequence"]);
  });
});

test("an intent that limits let pass is not in its own way when a human approves it", async () => {
  const engine = engineWith();
  await outcomes(
    engine,
    Array.from({ length: 9 }, () => "ls"),
    false,
  );
  expect(await outcomes(engine, ["npm publish"])).toEqual(["rule_escalate"]);
  const [{ approvalId, digest } = { approvalId: "", digest: "" }] = engine.governor.approvals.list();
  const resolved = await engine.governor.approvals.resolve(
    { approvalId, digest, decision: "approve", ...once },
    "console",
  );
  expect(resolved).toMatchObject({ ok: true });
});

describe("what sessions did before the start", () => {
  test("is waited for", async () => {
    const past = Promise.withResolvers<PastSessions>();
    const engine = engineWith({ past: past.promise });
    const asked = outcomes(engine, ["curl https://example.com/"]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(engine.entries).toEqual([]);
    past.resolve({ agents: new Map() });
    expect(await asked).toEqual(["risk_low"]);
  });

  test("counts as done where it cannot be read", async () => {
    const engine = engineWith({
      past: Promise.resolve({ agents: new Map(), unknownBefore: Date.parse("2026-11-12T12:00:00Z") }),
    });
    expect(await outcomes(engine, ["ls"])).toEqual(["rate_exceeded"]);
    await engine.pass(60_000);
    expect(await outcomes(engine, ["ls", "curl https://example.com/", "scp a example.com:"])).toEqual([
      "risk_low",
      "sequence",
      "sequence",
    ]);
    await engine.pass(31 * 60_000);
    expect(await outcomes(engine, ["curl https://example.com/", "scp a example.com:"])).toEqual([
      "risk_low",
      "sequence",
    ]);
    await engine.pass(24 * 60 * 60_000);
    expect(await outcomes(engine, ["scp a example.com:"])).toEqual(["risk_medium"]);
  });
});
