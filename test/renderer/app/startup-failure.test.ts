// Advice for an engine that could not start, from the sentences the real engine says when it cannot.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { adviceFor } from "../../../src/renderer/app/startup-failure.ts";
import { startGatehouse as start } from "../../../src/main/app/start.ts";
import { projectRoot } from "../../../scripts/project.ts";
import { startGatehouse } from "../../support/engine/gatehouse.ts";

vi.setConfig({ testTimeout: 60_000 });

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "gatehouse-failing-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** What the engine says when it cannot start with this folder. */
async function refusal(dataDirectory: string): Promise<string> {
  const started = await start({ dataDirectory, port: 0, resourcesDirectory: join(projectRoot, "resources") });
  if (!started.ok) return started.error;
  await started.value.stop();
  throw new Error("It started.");
}

test("a policy and settings that do not load", async () => {
  const policy = folder();
  writeFileSync(join(policy, "policy.yaml"), "rules: 3\n");
  expect(adviceFor(await refusal(policy)).what).toBe("The policy does not load");
  const settings = folder();
  writeFileSync(join(settings, "settings.json"), "{");
  expect(adviceFor(await refusal(settings)).what).toBe("The settings cannot be read");
});

test("a data directory that another Gatehouse has, and one that cannot be used", async () => {
  const { address } = await startGatehouse();
  expect(adviceFor(await refusal(address.dataDirectory)).what).toBe("Another Gatehouse has this data directory");
  const file = join(folder(), "file");
  writeFileSync(file, "");
  expect(adviceFor(await refusal(file)).what).toBe("The data directory cannot be used");
});

test("a ledger from a newer Gatehouse", async () => {
  const newer = folder();
  const database = new Database(join(newer, "ledger.sqlite"));
  database.pragma("user_version = 9999");
  database.close();
  expect(adviceFor(await refusal(newer)).what).toBe("The ledger is from a newer Gatehouse");
});

test("anything else keeps its own words and a general advice", () => {
  expect(adviceFor("Something new.").todo).toMatch(/^Put right what is named above/);
});
