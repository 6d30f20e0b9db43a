// Drift with real files: a hook that is removed is told within seconds, what changes nothing is not told.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchForDrift } from "../../../src/main/connectors/drift.ts";
import { createConnectors } from "../../../src/main/connectors/index.ts";
import { openVersions } from "../../../src/main/connectors/versions.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import { watchFile } from "../../../src/main/machine/watch-file.ts";
import type { ConnectorView } from "../../../src/shared/contract/connector.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function setUp() {
  const home = temporaryDirectory();
  const dataDirectory = join(home, "data");
  const connectors = createConnectors({
    place: () => ({
      home,
      environment: { PATH: "" },
      httpUrl: "http://127.0.0.1:3000",
      hookSocket: join(dataDirectory, "hooks.sock"),
      launcher: join(dataDirectory, "bin", "gatehouse-hook"),
    }),
    dataDirectory,
    sha256,
    now: Date.now,
  });
  const told: (readonly ConnectorView[])[] = [];
  const list = vi.fn<() => Promise<readonly ConnectorView[]>>(() => connectors.list({ kind: "user" }));
  const drift = watchForDrift({
    files: connectors.watched,
    list,
    watch: watchFile,
    changed: (views) => void told.push(views),
    fault: (error) => {
      throw error;
    },
  });
  onTestFinished(drift.stop);
  const connect = (): void => {
    const planned = connectors.plan("claude-code", "connect", { kind: "user" });
    if (!planned.ok) throw new Error(planned.error);
    connectors.apply("claude-code", "connect", { kind: "user" }, planned.value.digest);
    drift.look();
  };
  const stateTold = (): string | undefined => told.at(-1)?.find(({ id }) => id === "claude-code")?.state;
  return { settings: join(home, ".claude", "settings.json"), connect, told, stateTold, list, drift };
}

test("a hook that is removed, and one that is switched off, are told within seconds", async () => {
  const { settings, connect, stateTold, told } = setUp();
  connect();
  await vi.waitFor(() => expect(stateTold()).toBe("connected"), 4000);
  rmSync(settings);
  await vi.waitFor(() => expect(stateTold()).toBe("changed"), 4000);
  connect();
  await vi.waitFor(() => expect(stateTold()).toBe("connected"), 4000);
  writeFileSync(settings, "{}");
  await vi.waitFor(() => expect(stateTold()).toBe("changed"), 4000);
  expect(told).toHaveLength(4);
});

test("a change that means nothing is looked at and not told", async () => {
  const { settings, connect, stateTold, told, list } = setUp();
  connect();
  await vi.waitFor(() => expect(stateTold()).toBe("connected"), 4000);
  const before = list.mock.calls.length;
  writeFileSync(settings, readFileSync(settings, "utf8").replace("{", '{ "model": "opus",'));
  await vi.waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(before), 4000);
  await list.mock.results.at(-1)?.value;
  expect(told).toHaveLength(1);
});

test("a program is asked for its version once, and again after an update", async () => {
  const folder = temporaryDirectory();
  const program = join(folder, "agent");
  writeFileSync(program, "1");
  const ask = vi.fn<(program: string) => Promise<string>>(async () => "1.2.3");
  expect(await openVersions(folder, ask).of(program)).toBe("1.2.3");
  expect(await openVersions(folder, ask).of(program)).toBe("1.2.3");
  expect(ask).toHaveBeenCalledTimes(1);
  writeFileSync(program, "another");
  await openVersions(folder, ask).of(program);
  expect(ask).toHaveBeenCalledTimes(2);
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken", "agent-versions.json"), "not json");
  expect(await openVersions(join(folder, "broken"), ask).of(program)).toBe("1.2.3");
});
