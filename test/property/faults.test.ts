// Whatever the engine needs from outside fails, at whatever moment: it denies or asks, and never hangs.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EnginePorts } from "../../src/main/engine/engine.ts";
import type { HeldApproval } from "../../src/shared/domain/approval.ts";
import type { Intent } from "../../src/shared/domain/intent.ts";
import { commandIntent, testEngine, type TestEngine } from "../support/engine/engine.ts";

/** Every function of every port that an intent, its human and its report meet. */
const places = [
  "clock.now",
  "clock.after",
  "identifiers.next",
  "sha256",
  "microseconds",
  "world.resolveLinks",
  "world.findSecrets",
  "policies.current",
  "settings.current",
  "grants.find",
  "grants.use",
  "grants.byRule",
  "grants.add",
  "grants.ended",
  "ledger.append",
  "recall.intent",
  "events.publish",
  "events.publishSoon",
  "outbox.directive",
  "grantStore.save",
  "ruleBook.trial",
  "ruleBook.add",
  "agents.view",
  "agents.standing",
  "agents.count",
  "model.score",
  "model.origin",
] as const;
type Place = (typeof places)[number];

interface Fault {
  readonly place: Place;
  /** Which call of it is the first to fail. */
  readonly from: number;
  /** How many calls fail. */
  readonly count: number;
}

interface Broken {
  readonly engine: TestEngine;
  readonly fired: () => number;
}

function broken({ place, from, count }: Fault): Broken {
  let calls = 0;
  let fired = 0;
  const failing =
    (work: (...given: never[]) => unknown) =>
    (...given: never[]) => {
      calls += 1;
      if (calls < from || calls >= from + count) return work(...given);
      fired += 1;
      throw new Error("broken on purpose");
    };
  const [port = "", member] = place.split(".");
  const wrap = (ports: EnginePorts): EnginePorts => {
    const whole = ports as unknown as Record<string, Record<string, (...given: never[]) => unknown>>;
    const changed =
      member === undefined
        ? failing(whole[port] as unknown as (...given: never[]) => unknown)
        : { ...whole[port], [member]: failing(whole[port]?.[member] as (...given: never[]) => unknown) };
    return { ...ports, [port]: changed };
  };
  const model = { score: async () => ({ score: 0.1, threats: [], origin: "calm" }), origin: () => "calm" };
  return { engine: testEngine({ model }, wrap), fired: () => fired };
}

/** Long enough for anything that is going to end. */
async function soon<Value>(work: Promise<Value>): Promise<Value | "hangs"> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<"hangs">((resolve) => (timer = setTimeout(resolve, 2000, "hangs")));
  return Promise.race([work, hangs]).finally(() => clearTimeout(timer));
}

async function ask({ engine, fired }: Broken, intent: Intent): Promise<void> {
  const before = fired();
  const answer = await soon(engine.governor.submit(intent));
  expect(answer).toMatchObject({ ok: true });
  if (answer === "hangs" || !answer.ok || fired() === before) return;
  expect(answer.value.outcome, "while something failed").toMatch(/DENIED|ESCALATE/);
  const verdicts = engine.entries.filter(({ kind, intentId }) => kind === "verdict" && intentId === intent.intentId);
  const last = verdicts.at(-1)?.outcome ?? "DENIED";
  expect(last === answer.value.outcome || last === "DENIED", `the ledger says ${last}`).toBe(true);
  const waits = engine.governor.approvals.list().some((held) => held.intent.intentId === intent.intentId);
  expect(waits, "it waits for a human").toBe(answer.value.outcome === "ESCALATE");
}

/** Whatever the first answer was, the second one is what the ledger says last, or stricter. */
async function askAgain(house: Broken, intent: Intent): Promise<void> {
  const before = house.fired();
  const answer = await soon(house.engine.governor.submit(intent));
  expect(answer).toMatchObject({ ok: true });
  const verdicts = house.engine.entries.filter(
    ({ kind, intentId }) => kind === "verdict" && intentId === intent.intentId,
  );
  const last = verdicts.at(-1)?.outcome;
  const outcome = answer === "hangs" || !answer.ok ? "DENIED" : answer.value.outcome;
  const agrees = outcome === last || outcome === "DENIED" || house.fired() > before;
  expect(agrees, `answered ${outcome}, recorded ${last}`).toBe(true);
}

/** A human's answer to what is held, if anything is. */
async function approve({ governor }: TestEngine, held: HeldApproval | undefined): Promise<unknown> {
  if (held === undefined) return undefined;
  const { approvalId, digest } = held;
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "15m" } as const;
  return governor.approvals.resolve(answer, "console").catch(() => "threw");
}

const fault = fc.record({
  place: fc.constantFrom(...places),
  from: fc.integer({ min: 1, max: 12 }),
  count: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
});

describe("a fault in any port", () => {
  test("denies or asks whoever is answered meanwhile, and what the ledger says last agrees", async () => {
    await fc.assert(
      fc.asyncProperty(fault, async (chosen) => {
        const house = broken(chosen);
        const publishing = commandIntent("npm publish");
        const asked = [commandIntent("npm test"), publishing];
        for (const intent of asked) await ask(house, intent);
        const [approval] = house.engine.governor.approvals.list();
        expect(await soon(approve(house.engine, approval))).not.toBe("hangs");
        await ask(house, commandIntent("npm publish"));
        const report = { agentDid: publishing.agentDid, intentId: publishing.intentId, status: "SUCCESS" } as const;
        expect(await soon(house.engine.governor.reports.take(report).catch(() => "threw"))).not.toBe("hangs");
        expect(await soon(house.engine.governor.approvals.reevaluate().catch(() => "threw"))).not.toBe("hangs");
        await ask(house, commandIntent("rm -rf /home/dev"));
        for (const intent of asked) await askAgain(house, intent);
        await house.engine.pass(86_400_000);
        // A deadline has passed: what still waits would wait for ever.
        const waiting = house.fired() === 0 ? house.engine.governor.approvals.list() : [];
        expect(waiting).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test("every one of these ports is met by an intent, its human or its report", async () => {
    for (const place of places.filter((each) => !each.startsWith("ruleBook"))) {
      const house = broken({ place, from: 1, count: Number.POSITIVE_INFINITY });
      await ask(house, commandIntent("npm test"));
      await ask(house, commandIntent("npm publish"));
      const [approval] = house.engine.governor.approvals.list();
      await approve(house.engine, approval);
      await ask(house, commandIntent("npm publish"));
      expect(house.fired(), place).toBeGreaterThan(0);
    }
  });
});
