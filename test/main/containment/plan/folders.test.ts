// Folders that stand in for others: an agent's own, and /etc.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { agentOf } from "../../../../src/main/containment/agents.ts";
import { createEtcFolders } from "../../../../src/main/containment/etc-folder.ts";
import { prepareState } from "../../../../src/main/containment/state.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "folders-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function claudeState() {
  const [home, store] = [join(folder, "home"), join(folder, "store")];
  const agent = agentOf(["claude"]);
  if (agent === undefined) throw new Error("Claude Code is not known.");
  mkdirSync(join(home, ".claude", "commands"), { recursive: true });
  writeFileSync(join(home, ".claude/settings.json"), "{}");
  writeFileSync(join(home, ".claude/.credentials.json"), '{"token":1}');
  const own = join(store, "claude-code/0");
  return { home, own, state: prepareState(agent, { home, given: {}, store }) };
}

test("an agent's settings are copies that are read only, its plugins the user's own, its folder private", () => {
  const { home, own, state } = claudeState();
  expect(state.state).toEqual([{ source: own, target: join(home, ".claude") }]);
  const sealed = new Map(state.sealed.map(({ source, target }) => [target, source]));
  expect(sealed.get(join(home, ".claude/settings.json"))).toBe(join(own, "settings.json"));
  expect(sealed.get(join(home, ".claude/commands"))).toBe(join(home, ".claude/commands"));
  // Where the user has no hooks, none can be made.
  expect(sealed.get(join(home, ".claude/hooks"))).toBe(join(own, "hooks"));
});

test("an account that was renewed is copied back, unless it changed outside or is no JSON any more", () => {
  const { home, own, state } = claudeState();
  const [inside, outside] = [join(own, ".credentials.json"), join(home, ".claude/.credentials.json")];
  writeFileSync(inside, "#!/bin/sh");
  state.finish();
  expect(readFileSync(outside, "utf8")).toBe('{"token":1}');
  writeFileSync(inside, '{"token":2}');
  state.finish();
  expect(readFileSync(outside, "utf8")).toBe('{"token":2}');
  writeFileSync(inside, '{"token":3}');
  writeFileSync(outside, '{"token":9}');
  state.finish();
  expect(readFileSync(outside, "utf8")).toBe('{"token":9}');
});

test("/etc has what programs read, links as they are, settings for the agent, and no passwords", async () => {
  const etc = join(folder, "etc");
  mkdirSync(join(etc, "ssl/certs"), { recursive: true });
  mkdirSync(join(etc, "ssl/private"));
  for (const name of ["passwd", "shadow", "ssl/certs/root.pem", "ssl/private/key.pem"])
    writeFileSync(join(etc, name), name);
  symlinkSync("/usr/share/zoneinfo/UTC", join(etc, "localtime"));
  const folders = createEtcFolders(join(folder, "store"), etc);
  const made = await folders.prepare([{ path: "claude-code/managed-settings.json", text: "{}" }]);
  expect(readdirSync(made).toSorted()).toEqual(["claude-code", "localtime", "passwd", "ssl"]);
  expect(readdirSync(join(made, "ssl"))).toEqual(["certs"]);
  expect(readlinkSync(join(made, "localtime"))).toBe("/usr/share/zoneinfo/UTC");
  expect(readFileSync(join(made, "claude-code/managed-settings.json"), "utf8")).toBe("{}");
});

test("the same folder serves until something changes; runs at once make one", async () => {
  const etc = join(folder, "etc");
  mkdirSync(etc);
  writeFileSync(join(etc, "hosts"), "127.0.0.1 localhost\n");
  const store = join(folder, "store");
  const folders = createEtcFolders(store, etc);
  const [one, other] = await Promise.all([folders.prepare([]), folders.prepare([])]);
  expect(other).toBe(one);
  expect(readdirSync(store)).toHaveLength(1);
  expect(await createEtcFolders(store, etc).prepare([])).toBe(one);
  writeFileSync(join(etc, "hosts"), "127.0.0.1 localhost shop\n");
  const next = await folders.prepare([]);
  expect(next).not.toBe(one);
  expect(existsSync(join(one, "hosts"))).toBe(true);
  expect(readFileSync(join(next, "hosts"), "utf8")).toContain("shop");
});
