// Packs through a whole Gatehouse: the command line, the ledger, the status, and verdicts of agents.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Gatehouse } from "../../../src/main/app/start.ts";
import type { PackState } from "../../../src/shared/contract/packs.ts";
import { runCommand } from "../../support/process/command.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";
import { ownPack } from "../../support/engine/packs.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

vi.setConfig({ testTimeout: 60_000 });

async function outcome(gatehouse: Gatehouse, command: string): Promise<string> {
  const explained = await gatehouse.operations.explain(
    { tool: "Bash", arguments: { command }, workspace: "/tmp" },
    "test",
  );
  return explained.ok ? explained.value.verdict.outcome : explained.error.message;
}

async function settingEntries(gatehouse: Gatehouse): Promise<readonly string[]> {
  const rows = await gatehouse.operations.listActivity(
    { filter: { kinds: ["setting"] }, head: Number.MAX_SAFE_INTEGER, limit: 30 },
    "test",
  );
  return rows.ok ? rows.value.map(({ summary }) => summary) : [rows.error.message];
}

test("from the command line: list, show, check, add, switch, remove", async () => {
  const gatehouse = await startGatehouse();
  const { dataDirectory } = gatehouse.address;
  const run = (...words: string[]) => runCommand(["packs", ...words, "--data-dir", dataDirectory]);
  const file = join(temporaryDirectory(), "team.yaml");
  writeFileSync(file, ownPack);
  const broken = join(temporaryDirectory(), "broken.yaml");
  writeFileSync(broken, ownPack.replace("score: ask", "score: high"));
  await gatehouse.operations.saveSettings({ terminalApprovals: "on" }, "test");

  expect((await run()).stdout).toMatch(/^git +on +built-in +\d+ rules/mu);
  expect(await run("check", file)).toMatchObject({ code: 0 });
  expect(await run("check", broken)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${broken}:7:5: `) as unknown,
  });
  expect(await run("add", broken)).toMatchObject({ code: 1 });
  expect(await outcome(gatehouse, "make deploy")).toBe("APPROVED");
  expect(await run("add", file)).toMatchObject({ code: 0, stdout: "Pack team 1.0.0 is in force: 1 rule.\n" });
  expect(await outcome(gatehouse, "make deploy")).toBe("ESCALATE");
  expect((await run("show", "team")).stdout).toContain("team-deploy\n  ask  Remote resource deletion  T1485\n");

  expect(await run("disable", "team", "team-deploy")).toMatchObject({ code: 0 });
  expect(await outcome(gatehouse, "make deploy")).toBe("APPROVED");
  expect(await run("enable", "team", "team-deploy")).toMatchObject({ code: 0 });
  expect(await run("disable", "team")).toMatchObject({ code: 0, stdout: "Pack team is off.\n" });
  expect(await outcome(gatehouse, "make deploy")).toBe("APPROVED");
  expect(await run("enable", "team")).toMatchObject({ code: 0 });
  const listed = JSON.parse((await run("list", "--json")).stdout) as readonly PackState[];
  expect(listed.at(-1)).toMatchObject({ name: "team", enabled: true, origin: "user" });
  expect(await run("remove", "git")).toMatchObject({ code: 1 });
  expect(await run("remove", "team")).toMatchObject({ code: 0 });
  expect(await run("remove", "team")).toMatchObject({ code: 1 });
  expect(await run("mend", "team")).toMatchObject({ code: 64 });

  const entries = await settingEntries(gatehouse);
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Pack team 1\.0\.0 added by cli:/),
      expect.stringMatching(/^Pack team switched off by cli:/),
      expect.stringMatching(/^Rule team-deploy of pack team switched off by cli:/),
      expect.stringMatching(/^Pack team removed by cli:/),
    ]),
  );
});

test("a broken pack is shown by the status, and its last version stays in force", async () => {
  const gatehouse = await startGatehouse();
  const added = await gatehouse.operations.addPack({ text: ownPack }, "console");
  expect(added.ok).toBe(true);
  const { dataDirectory } = gatehouse.address;
  writeFileSync(join(dataDirectory, "packs/team.yaml"), "name: team\n");
  await gatehouse.operations.listPacks({}, "console");
  expect(await outcome(gatehouse, "make deploy")).toBe("ESCALATE");
  const { stdout } = await runCommand(["status", "--data-dir", dataDirectory]);
  expect(stdout).toMatch(/Packs +refused: .*packs\/team\.yaml:1:1: /u);
});

test("agents can neither write packs nor switch them off", async () => {
  const gatehouse = await startGatehouse();
  const { dataDirectory } = gatehouse.address;
  for (const command of [
    `echo x > ${dataDirectory}/packs/mine.yaml`,
    `cp mine.yaml ${dataDirectory}/packs/`,
    `rm -rf ${dataDirectory}/packs ${dataDirectory}/packs-last-good`,
    "gatehouse packs disable git",
    "npx gatehouse packs add mine.yaml",
  ])
    expect(await outcome(gatehouse, command), command).toBe("DENIED");
});

/** What the default policy decided before the rule moved from the policy into the pack. */
test.each([
  "git push --force origin main",
  "git -C api push -f",
  "git push origin +main",
  "git push --force-with-lease",
  "git push --mirror backup",
  "git push origin --delete main",
  "git push origin :main",
  "git push --dry-run --force",
])("the default policy still asks about %s", async (command) => {
  expect(await outcome(await startGatehouse(), command)).toBe("ESCALATE");
});
