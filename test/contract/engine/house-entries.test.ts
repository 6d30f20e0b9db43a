// What Gatehouse records about itself: settings that could not be saved, policies that do not load, parts that fail.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { createFaultRecord } from "../../../src/main/services/fault-record.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { EntryKind, LedgerEntry, NewEntry } from "../../../src/shared/domain/audit.ts";
import { minute } from "../../../src/shared/lib/clock.ts";
import { token } from "../../support/protocols/aos.ts";
import { agentDid, call, startGatehouse } from "../../support/engine/gatehouse.ts";

function entries(gatehouse: Gatehouse, kind: EntryKind): readonly LedgerEntry[] {
  const reader = createReader(gatehouse.address.dataDirectory);
  onTestFinished(reader.close);
  return reader.page({ filter: { kinds: [kind] } }).entries;
}

test("a setting is recorded with who, before and after; one that could not be saved as well", async () => {
  const gatehouse = await startGatehouse();
  await gatehouse.operations.saveSettings({ retentionDays: 100 }, "cli:anna");
  expect(entries(gatehouse, "setting")[0]).toMatchObject({
    summary: "retentionDays changed by cli:anna",
    body: { actor: "cli:anna", before: { retentionDays: 365 }, after: { retentionDays: 100 } },
  });
  // The file cannot be written now.
  mkdirSync(join(gatehouse.address.dataDirectory, "settings.json.new"));
  const saved = await gatehouse.operations.saveSettings({ retentionDays: 200 }, "cli:anna");
  expect(saved.ok).toBe(false);
  expect(entries(gatehouse, "setting")[0]).toMatchObject({ body: { undone: true } });
  const settings = await gatehouse.operations.getSettings({}, "test");
  expect(settings).toMatchObject({ value: { retentionDays: 100 } });
});

test("accepting an agent that waits for nothing is not recorded as done", async () => {
  const gatehouse = await startGatehouse();
  await call(gatehouse, "a2g/register", { agent_did: agentDid });
  const accepted = await gatehouse.operations.pairAgent({ agentDid, accept: true }, "console");
  expect(accepted).toMatchObject({ ok: false, error: { code: "not_found" } });
  const unknown = await gatehouse.operations.pairAgent({ agentDid: "did:aeon:no:1.0:a", accept: true }, "console");
  expect(unknown).toMatchObject({ ok: false, error: { code: "not_found" } });
  expect(entries(gatehouse, "registration").filter(({ summary }) => summary.startsWith("Accepted"))).toEqual([]);
});

test("a policy that does not load is recorded, without the secrets in it", async () => {
  const gatehouse = await startGatehouse();
  const path = join(gatehouse.address.dataDirectory, "policy.yaml");
  writeFileSync(path, `version: "1"\nrules: ${token}\n`);
  const refused = await vi.waitFor(
    () => {
      const entry = entries(gatehouse, "policy").find(({ body }) => body["event"] === "refused");
      if (entry === undefined) throw new Error("not yet");
      return entry;
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(refused.summary).toContain("does not load");
  expect(JSON.stringify(refused)).not.toContain(token);
});

test("a part that fails is recorded, without what it said, and not all the time", () => {
  let now = 0;
  const made: Omit<NewEntry, "at">[] = [];
  const fault = createFaultRecord(
    () => now,
    async (entry) => void made.push(entry),
  );
  fault("event listener", new TypeError("rm -rf secret"));
  fault("event listener", new TypeError("rm -rf secret"));
  fault("listener", "text");
  now += minute;
  fault("event listener", new TypeError("rm -rf secret"));
  expect(made.map(({ body }) => [body["where"], body["error"]])).toEqual([
    ["event listener", "TypeError"],
    ["listener", "unknown error"],
    ["event listener", "TypeError"],
  ]);
  expect(JSON.stringify(made)).not.toContain("secret");
});
