// While you were away, on a whole Gatehouse: derived from the ledger, kept over restarts and crashes, gone when dismissed.
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { readReadyLine } from "../../../scripts/ready-line.ts";
import type { Missed } from "../../../src/shared/contract/missed.ts";
import { startCommand } from "../../support/process/command.ts";
import { agentDid, call, command, startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const place = { workspace: "/tmp", working_directory: "/tmp" };
const push = (branch: string) => command(`git push --force origin ${branch}`, place);

async function missed({ operations }: Gatehouse): Promise<Missed> {
  const listed = await operations.listMissed({}, "console");
  if (!listed.ok) throw new Error(listed.error.message);
  return listed.value;
}

async function withSeconds(seconds: number): Promise<Gatehouse> {
  const gatehouse = await startGatehouse({ dataDirectory: temporaryDirectory() });
  const approvalTimeoutSeconds = { LOW: seconds, MEDIUM: seconds, HIGH: seconds, CRITICAL: seconds };
  await gatehouse.operations.saveSettings({ approvalTimeoutSeconds }, "test");
  return gatehouse;
}

test("what timed out, who wants to be paired: listed by name until dismissed, also after a restart", async () => {
  const first = await withSeconds(1);
  const params = push("main");
  await call(first, "a2g/intent", params);
  await call(first, "a2g/intent", push("main"));
  await call(first, "a2g/await", { intent_id: params["intent_id"], timeout_ms: 5000 });
  await first.operations.saveSettings({ pairing: "approve" }, "test");
  await call(first, "a2g/intent", { ...command("ls"), agent_did: "did:aeon:stranger:1.0:abc" });
  const expected = {
    items: [
      {
        kind: "unanswered",
        agentDid,
        reason: "timeout",
        count: 2,
        summary: "git push --force origin main",
        headline: "Force-push to origin/main · rewrites what others have",
      },
    ],
    pairings: [{ agentDid: "did:aeon:stranger:1.0:abc" }],
  };
  await expect.poll(() => missed(first), { timeout: 8000 }).toMatchObject(expected);
  await first.stop();

  const second = await startGatehouse({ dataDirectory: first.address.dataDirectory });
  const { through, items } = await missed(second);
  expect(items).toHaveLength(1);
  expect(await missed(second)).toMatchObject(expected);
  expect(await second.operations.dismissMissed({ through }, "console")).toMatchObject({ ok: true });
  await expect.poll(() => missed(second), { timeout: 8000 }).toMatchObject({ items: [], pairings: [] });
  await second.stop();
  const third = await startGatehouse({ dataDirectory: first.address.dataDirectory });
  expect(await missed(third)).toMatchObject({ items: [], pairings: [] });
});

test("what is missed after the list was read is not dismissed with it", async () => {
  const gatehouse = await withSeconds(0);
  const { through } = await missed(gatehouse);
  await call(gatehouse, "a2g/intent", push("main"));
  await gatehouse.operations.saveSettings({ maximumHeldByAgent: 1 }, "test");
  await call(gatehouse, "a2g/intent", push("other"));
  await gatehouse.operations.dismissMissed({ through }, "console");
  await expect
    .poll(() => missed(gatehouse), { timeout: 8000 })
    .toMatchObject({ items: [{ reason: "queue_full", summary: "git push --force origin other" }] });
});

test("what a grant let pass while nobody was there leads back to the grant; while somebody is there it is no news", async () => {
  const gatehouse = await withSeconds(0);
  await call(gatehouse, "a2g/intent", push("main"));
  const held = await gatehouse.operations.listApprovals({}, "test");
  const [approval] = held.ok ? held.value : [];
  if (approval === undefined) throw new Error("Nothing waits.");
  const { approvalId, digest } = approval;
  const answer = { approvalId, digest, decision: "approve", scope: "exact", duration: "1h" } as const;
  // "test" is no person: the ledger has nobody who was there.
  const resolved = await gatehouse.operations.resolveApproval(answer, "test");
  const grantId = resolved.ok && "grantId" in resolved.value ? resolved.value.grantId : undefined;
  await call(gatehouse, "a2g/intent", push("main"));
  await call(gatehouse, "a2g/intent", push("main"));
  await expect
    .poll(() => missed(gatehouse), { timeout: 8000 })
    .toMatchObject({ items: [{ kind: "passed", reason: "grant", count: 2, grantId, rule: `grant:${grantId}` }] });

  const { through } = await missed(gatehouse);
  await gatehouse.operations.dismissMissed({ through }, "console");
  expect((await call(gatehouse, "a2g/intent", push("main"))).result).toMatchObject({ reason: "grant" });
  await expect.poll(async () => (await missed(gatehouse)).through, { timeout: 8000 }).toBeGreaterThan(through + 1);
  expect(await missed(gatehouse)).toMatchObject({ items: [] });
});

test("what waited when the engine was killed is not forgotten", { timeout: 30_000 }, async () => {
  const dataDirectory = temporaryDirectory();
  const engine = startCommand(["serve", "--port", "0", "--data-dir", dataDirectory]);
  onTestFinished(() => void engine.kill("SIGKILL"));
  let output = "";
  engine.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  engine.stderr.resume();
  const { http } = await readReadyLine(() => output, 15_000);
  const body = JSON.stringify({ jsonrpc: "2.0", method: "a2g/intent", params: push("main"), id: 1 });
  const response = await fetch(`${http}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(await response.json()).toMatchObject({ result: { verdict: "ESCALATE" } });
  engine.kill("SIGKILL");
  await once(engine, "close");
  const gatehouse = await startGatehouse({ dataDirectory });
  await expect
    .poll(() => missed(gatehouse), { timeout: 8000 })
    .toMatchObject({ items: [{ kind: "unanswered", reason: "shutdown", summary: "git push --force origin main" }] });
});
