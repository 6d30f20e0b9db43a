// Requests that nobody answered: recorded, told and counted as what they are, never as a person's decision.
import { expect, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { LedgerEntry } from "../../../src/shared/domain/audit.ts";
import { agentDid, call, command, connectAgent, startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const push = (branch: string) => command(`git push --force origin ${branch}`);

async function withSettings(changes: object): Promise<Gatehouse> {
  const gatehouse = await startGatehouse({ dataDirectory: temporaryDirectory() });
  const saved = await gatehouse.operations.saveSettings(changes, "test");
  if (!saved.ok) throw new Error(saved.error.message);
  return gatehouse;
}

function finalEntry({ address }: Gatehouse, intent: Record<string, unknown>): LedgerEntry | undefined {
  const reader = createReader(address.dataDirectory);
  try {
    const { entries } = reader.page({ filter: { kinds: ["verdict"] }, limit: 100 });
    return entries.find(({ intentId }) => intentId === intent["intent_id"]);
  } finally {
    reader.close();
  }
}

test("a closed engine denies with a reason of its own, decided by the engine", async () => {
  const first = await withSettings({});
  const intent = push("main");
  const agent = await connectAgent(first);
  await agent.call("a2g/intent", intent);
  const told = agent.pushed("g2a/directive");
  await first.stop();
  expect(await told).toMatchObject({ directive: "DENY", issued_by: "engine", reason: expect.stringMatching(/closed/) });
  expect(finalEntry(first, intent)).toMatchObject({ outcome: "DENIED", decider: "engine", reason: "shutdown" });

  const second = await startGatehouse({ dataDirectory: first.address.dataDirectory });
  const again = await call(second, "a2g/await", { intent_id: intent["intent_id"], timeout_ms: 0 });
  expect(again.result).toMatchObject({ verdict: "DENIED", reason: "shutdown", decided_by: "engine" });
  expect(await second.operations.verifyLedger({}, "test")).toMatchObject({ ok: true });
});

test("time-outs, agents that ended and a full queue are no person's decision either", async () => {
  const gatehouse = await withSettings({
    approvalTimeoutSeconds: { LOW: 1, MEDIUM: 1, HIGH: 1, CRITICAL: 1 },
    maximumHeldByAgent: 1,
  });
  const slow = push("slow");
  await call(gatehouse, "a2g/intent", slow);
  const full = await call(gatehouse, "a2g/intent", push("full"));
  expect(full.result).toMatchObject({ reason: "queue_full", decided_by: "engine" });
  const late = await call(gatehouse, "a2g/await", { intent_id: slow["intent_id"], timeout_ms: 5000 });
  expect(late.result).toMatchObject({ verdict: "DENIED", reason: "timeout", decided_by: "timeout" });
  expect(finalEntry(gatehouse, slow)).toMatchObject({ decider: "timeout", reason: "timeout" });
  await expect
    .poll(() => gatehouse.operations.getApprovalLoad({ from: 0, to: Date.now() + 1000 }, "test"), { timeout: 8000 })
    .toMatchObject({ value: { prompts: 1, unanswered: 1, denied: 0 } });
});

test("only what a person ends is theirs", async () => {
  const gatehouse = await withSettings({});
  const intent = push("main");
  await call(gatehouse, "a2g/intent", intent);
  await gatehouse.operations.setHalt({ agentDid, halted: true, reason: "" }, "console");
  expect(finalEntry(gatehouse, intent)).toMatchObject({ decider: "human", reason: "agent_halted" });
});
