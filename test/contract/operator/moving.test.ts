// Settings, policy and packs taken from one machine to another, and hooks taken out before the program goes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startGatehouse } from "../../support/engine/gatehouse.ts";
import { ownPack } from "../../support/engine/packs.ts";
import { runCommand } from "../../support/process/command.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

vi.setConfig({ testTimeout: 120_000 });

test("an export holds settings, policy and own packs, and another engine takes all of it over", async () => {
  const file = join(temporaryDirectory(), "gatehouse.json");
  const first = await startGatehouse();
  await first.operations.saveSettings({ highBand: "deny", terminalApprovals: "on" }, "test");
  await first.operations.addPack({ text: ownPack }, "test");
  const from = ["--data-dir", first.address.dataDirectory];
  expect(await runCommand(["settings", "export", file, ...from])).toMatchObject({ code: 0 });
  // It would overwrite somebody's file.
  expect(await runCommand(["settings", "export", file, ...from])).toMatchObject({ code: 1 });
  expect(JSON.parse(readFileSync(file, "utf8"))).not.toHaveProperty("settings.halted");

  const second = await startGatehouse();
  await second.operations.saveSettings({ terminalApprovals: "on" }, "test");
  const imported = await runCommand(["settings", "import", file, "--data-dir", second.address.dataDirectory]);
  expect(imported).toMatchObject({ code: 0 });
  expect(await second.operations.getSettings({}, "test")).toMatchObject({ value: { highBand: "deny" } });
  const packs = await second.operations.listPacks({}, "test");
  expect(packs.ok && packs.value.some(({ name, origin }) => name === "team" && origin === "user")).toBe(true);
});

test("what is no export is refused, and nothing changes", async () => {
  const gatehouse = await startGatehouse();
  const file = join(temporaryDirectory(), "other.json");
  writeFileSync(file, '{"settings":{"highBand":"allow"}}');
  const imported = await runCommand(["settings", "import", file, "--data-dir", gatehouse.address.dataDirectory]);
  expect(imported).toMatchObject({ code: 1 });
  expect(imported.stderr).toContain("is no export of Gatehouse");
  expect(await gatehouse.operations.getSettings({}, "test")).toMatchObject({ value: { highBand: "escalate" } });
});

test("the schema of settings.json can be printed without an engine", async () => {
  const printed = await runCommand(["settings", "schema", "--data-dir", temporaryDirectory()]);
  expect(JSON.parse(printed.stdout)).toMatchObject({
    type: "object",
    properties: { highBand: { enum: ["escalate", "allow", "deny"] } },
  });
});

test("uninstall takes the hooks out while no engine runs, and leaves the data", async () => {
  const home = temporaryDirectory();
  const gatehouse = await startGatehouse();
  const { dataDirectory } = gatehouse.address;
  const settings = join(home, ".claude", "settings.json");
  const connectors = { HOME: home, CLAUDE_CONFIG_DIR: "" };
  // The engine of this test runs as this process's user; the files of another home are written by the command alone.
  expect(await runCommand(["uninstall", "--yes", "--data-dir", dataDirectory], connectors)).toMatchObject({ code: 1 });
  await gatehouse.stop();
  const none = await runCommand(["uninstall", "--yes", "--data-dir", dataDirectory], connectors);
  expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining("No agent is connected.") as unknown });
  expect(existsSync(settings)).toBe(false);
  expect(existsSync(join(dataDirectory, "ledger.sqlite"))).toBe(true);
});
