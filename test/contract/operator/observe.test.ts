// Observe mode on a whole Gatehouse: a switch on top of the policy, recorded, kept over a restart, and no agent's to turn.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import { createReader } from "../../../src/main/store/read/reader.ts";
import type { LedgerEntry } from "../../../src/shared/domain/audit.ts";
import { operationInputs } from "../../../src/shared/contract/contract.ts";
import { runCommand } from "../../support/process/command.ts";
import { call, command, startGatehouse } from "../../support/engine/gatehouse.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const push = () => command("git push --force origin main", { workspace: "/tmp", working_directory: "/tmp" });
const policyFile = (directory: string) => join(directory, "policy.yaml");

function settingEntries({ address }: Gatehouse): readonly LedgerEntry[] {
  const reader = createReader(address.dataDirectory);
  try {
    return reader.page({ filter: { kinds: ["setting"] }, limit: 20 }).entries;
  } finally {
    reader.close();
  }
}

test("leaves the policy alone, is recorded with who switched it, and ends where it began", async () => {
  const dataDirectory = temporaryDirectory();
  const first = await startGatehouse({ dataDirectory });
  const before = readFileSync(policyFile(dataDirectory), "utf8");
  const { policy } = await statusOf(first);
  expect(await first.operations.setMode({ mode: "observe" }, "cli:anna")).toMatchObject({ ok: true });
  expect((await call(first, "a2g/intent", push())).result).toMatchObject({ verdict: "APPROVED", reason: "observed" });
  expect(readFileSync(policyFile(dataDirectory), "utf8")).toBe(before);
  expect(settingEntries(first)).toMatchObject([
    { summary: "Observe mode switched on by cli:anna", body: { actor: "cli:anna", before: { observe: null } } },
  ]);
  await first.stop();

  const second = await startGatehouse({ dataDirectory });
  expect(await statusOf(second)).toMatchObject({ mode: "observe", observing: { by: "cli:anna" }, policy });
  expect(await second.operations.setMode({ mode: "enforce" }, "console")).toMatchObject({ ok: true });
  expect(await statusOf(second)).toMatchObject({ mode: "enforce", policy });
  expect((await statusOf(second)).observing).toBeUndefined();
  expect((await call(second, "a2g/intent", push())).result).toMatchObject({ verdict: "ESCALATE" });
  expect(readFileSync(policyFile(dataDirectory), "utf8")).toBe(before);
});

async function statusOf({ operations }: Gatehouse) {
  const status = await operations.getStatus({}, "test");
  if (!status.ok) throw new Error(status.error.message);
  return status.value;
}

test("is switched by the command, and by no other setting or agent", { timeout: 30_000 }, async () => {
  const dataDirectory = temporaryDirectory();
  const gatehouse = await startGatehouse({ dataDirectory });
  const run = (...words: string[]) => runCommand([...words, "--data-dir", dataDirectory]);
  expect((await run("observe", "on")).stdout).toContain("Observe mode is on");
  expect((await run("status")).stdout).toMatch(/OBSERVE: only blocked actions are stopped; switched on by cli:/);
  expect((await run("observe", "maybe")).stderr).toContain("gatehouse observe on");
  expect((await run("observe", "off")).stdout).toContain("Observe mode is off");
  expect((await statusOf(gatehouse)).mode).toBe("enforce");

  const smuggled = { observe: { by: "nobody", since: 0 } };
  expect(operationInputs.saveSettings.safeParse(smuggled).success).toBe(false);
  for (const method of ["setMode", "operator/setMode", "gatehouse/setMode"])
    expect((await call(gatehouse, method, { mode: "observe" })).error).toBeDefined();
  const byCommand = await call(gatehouse, "a2g/intent", command("gatehouse observe on"));
  expect(JSON.stringify(byCommand)).toContain("self_protection");
  const bySettings = command(`echo '{"observe":{}}' > ${join(dataDirectory, "settings.json")}`);
  expect(JSON.stringify(await call(gatehouse, "a2g/intent", bySettings))).toContain("self_protection");
  expect((await statusOf(gatehouse)).mode).toBe("enforce");
});

/** The template of earlier versions, by the rules it had, and one a person had added. */
const formerTemplate = `version: 1.0.0
mode: observe
defaults:
  tools: { "*": { allowed: true } }
rules:
  - { id: system-write, effect: deny, when: 'facts.paths.exists(p, p.zone == "system" && p.access == "write")' }
  - { id: secret-read, effect: escalate, when: 'facts.paths.exists(p, p.zone == "secrets")' }
  - { id: privilege, effect: escalate, effects: [privilege, credential] }
  - { id: persistence, effect: escalate, effects: [persistence] }
  - { id: human-no-docker, effect: deny, programs: [docker] }
sequences:
  - { id: secret-then-network, effect: escalate, first: '"read" in facts.effects', then: 'facts.hosts.exists(h, !h.local)', within: 30m }
  - { id: download-then-run, effect: escalate, then: '"execute" in facts.effects && facts.paths.exists(p, p.path in session.downloaded)' }
  - { id: persistence-then-network, effect: escalate, first: '"persistence" in facts.effects', then: 'facts.hosts.exists(h, !h.local)', within: 1h }
`;

describe("a data directory of an earlier version", () => {
  test("with the observe template gets back the policy from before it, keeps what people decided, and observes", async () => {
    const dataDirectory = temporaryDirectory();
    const own =
      'defaults: { tools: { "*": { allowed: true } } }\nrules: [{ id: mine, effect: deny, programs: [nc] }]\n';
    writeFileSync(policyFile(dataDirectory), own, { mode: 0o600 });
    await (await startGatehouse({ dataDirectory })).stop();
    writeFileSync(policyFile(dataDirectory), formerTemplate, { mode: 0o600 });

    const gatehouse = await startGatehouse({ dataDirectory });
    const text = readFileSync(policyFile(dataDirectory), "utf8");
    expect(text).toContain("id: mine");
    expect(text).toContain("human-no-docker");
    expect(text).not.toContain("secret-read");
    expect(await statusOf(gatehouse)).toMatchObject({ mode: "observe", observing: { by: "migration" } });
    expect(JSON.stringify(await call(gatehouse, "a2g/intent", command("docker ps")))).toContain("rule_deny");
    expect(settingEntries(gatehouse)).toMatchObject([
      { summary: expect.stringContaining("Observe mode moved out of the policy") },
    ]);
  });

  test("with the template from the start gets the balanced policy", async () => {
    const dataDirectory = temporaryDirectory();
    writeFileSync(policyFile(dataDirectory), formerTemplate, { mode: 0o600 });
    const gatehouse = await startGatehouse({ dataDirectory });
    expect(readFileSync(policyFile(dataDirectory), "utf8")).toContain("id: publish");
    expect((await statusOf(gatehouse)).mode).toBe("observe");
  });

  test("with an own policy that observed loses that line and nothing else", async () => {
    const dataDirectory = temporaryDirectory();
    const rest = '# Mine\ndefaults: { tools: { "*": { allowed: true } } } # all\n';
    writeFileSync(policyFile(dataDirectory), `mode: observe # for now\n${rest}`, { mode: 0o600 });
    const gatehouse = await startGatehouse({ dataDirectory });
    expect(readFileSync(policyFile(dataDirectory), "utf8")).toBe(rest);
    expect((await statusOf(gatehouse)).mode).toBe("observe");
  });
});

test("a policy that says mode: observe is refused with what to do instead", async () => {
  const gatehouse = await startGatehouse();
  const checked = await gatehouse.operations.checkPolicy({ text: "mode: observe\n" }, "test");
  expect(JSON.stringify(checked)).toContain("gatehouse observe on");
});
