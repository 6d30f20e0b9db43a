// Connecting every agent in a home of its own: what is planned is what is done, what was there comes back, drift is seen.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createConnectors } from "../../../src/main/connectors/index.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import type { ConnectorScope } from "../../../src/shared/contract/connector.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const ids = ["claude-code", "codex", "gemini-cli", "copilot", "qwen-code", "opencode", "kilo", "pi", "cline"];
const user: ConnectorScope = { kind: "user" };

function setUp(environment: Readonly<Record<string, string>> = {}) {
  const home = temporaryDirectory();
  const dataDirectory = join(home, "data");
  const bin = join(home, "programs");
  const at: { port: number; engineDown: "deny" | "ask" } = { port: 3000, engineDown: "deny" };
  const connectors = createConnectors({
    place: () => ({
      home,
      environment: { PATH: bin, ...environment },
      httpUrl: `http://127.0.0.1:${at.port}`,
      hookSocket: join(dataDirectory, "hooks.sock"),
      launcher: join(dataDirectory, "bin", "gatehouse-hook"),
      engineDown: at.engineDown,
    }),
    dataDirectory,
    sha256,
    now: () => Date.UTC(2026, 10, 17),
  });
  const change = (id: string, action: "connect" | "disconnect", scope = user) => {
    const planned = connectors.plan(id, action, scope);
    if (!planned.ok) throw new Error(planned.error);
    const applied = connectors.apply(id, action, scope, planned.value.digest);
    if (!applied.ok) throw new Error(applied.error);
    return applied.value;
  };
  const stateOf = async (id: string, scope = user) => (await connectors.list(scope)).find((view) => view.id === id);
  return { home, dataDirectory, bin, at, connectors, change, stateOf };
}

/** Every file below a folder with its content. */
function contents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => [file, readFileSync(file, "utf8")]),
  );
}

describe.each(ids)("%s", (id) => {
  test.each(["user", "project"] as const)("is connected and disconnected again for the %s", async (kind) => {
    const { home, change, stateOf, connectors } = setUp();
    const project = join(home, "project");
    mkdirSync(project);
    const scope: ConnectorScope = kind === "user" ? user : { kind, folder: project };
    expect(await stateOf(id, scope)).toMatchObject({ state: "not_connected" });
    const planned = connectors.plan(id, "connect", scope);
    if (!planned.ok) throw new Error(planned.error);
    expect(planned.value.changes.every(({ file }) => !existsSync(file))).toBe(true);
    change(id, "connect", scope);
    for (const { file, after, executable } of planned.value.changes) {
      expect(readFileSync(file, "utf8")).toBe(after);
      expect((statSync(file).mode & 0o111) !== 0).toBe(executable);
      expect(file.startsWith(kind === "project" ? project : home)).toBe(true);
    }
    expect(await stateOf(id, scope)).toMatchObject({ state: "connected" });
    expect(change(id, "connect", scope).changes).toEqual([]);
    change(id, "disconnect", scope);
    expect(planned.value.changes.filter(({ file }) => existsSync(file))).toEqual([]);
    expect(await stateOf(id, scope)).toMatchObject({ state: "not_connected" });
  });

  test("a hook that was changed or removed is seen and repaired", async () => {
    const { change, stateOf } = setUp();
    const [first] = change(id, "connect").changes;
    const file = first?.file ?? "";
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text
        .replaceAll("PreToolUse", "PreToolUsed")
        .replaceAll("Gatehouse", "gatehouse ")
        .replace("BeforeTool", "Before"),
    );
    expect(await stateOf(id)).toMatchObject({ state: "changed", detail: expect.stringContaining("repair") });
    change(id, "connect");
    expect(await stateOf(id)).toMatchObject({ state: "connected" });
    for (const each of (await stateOf(id))?.files ?? []) rmSync(each);
    expect(await stateOf(id)).toMatchObject({ state: "changed", detail: expect.stringContaining("was removed") });
    change(id, "disconnect");
    expect(await stateOf(id)).toMatchObject({ state: "not_connected" });
  });
});

describe("settings that are there already", () => {
  const original = '{ "model":"opus",\n   // mine\n "hooks": {}\n}';

  test("come back byte for byte, with a copy in the backups meanwhile", () => {
    const { home, dataDirectory, change } = setUp();
    const file = join(home, ".claude", "settings.json");
    mkdirSync(dirname(file));
    writeFileSync(file, original, { mode: 0o640 });
    change("claude-code", "connect");
    expect(readFileSync(file, "utf8")).toContain("/hooks/claude-code");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(Object.values(contents(join(dataDirectory, "backups")))).toEqual([original]);
    change("claude-code", "disconnect");
    expect(readFileSync(file, "utf8")).toBe(original);
  });

  test("keep what was added after connecting", () => {
    const { home, change } = setUp();
    const file = join(home, ".claude", "settings.json");
    mkdirSync(dirname(file));
    writeFileSync(file, original);
    change("claude-code", "connect");
    writeFileSync(file, readFileSync(file, "utf8").replace('"opus"', '"sonnet"'));
    change("claude-code", "disconnect");
    expect(readFileSync(file, "utf8")).toContain('"sonnet"');
    expect(readFileSync(file, "utf8")).not.toContain("/hooks/claude-code");
  });

  test("that are no JSON are refused and left alone", async () => {
    const { home, connectors, stateOf } = setUp();
    const file = join(home, ".gemini", "settings.json");
    mkdirSync(dirname(file));
    writeFileSync(file, "not json");
    expect(connectors.plan("gemini-cli", "connect", user)).toMatchObject({
      ok: false,
      error: expect.stringContaining("Gemini CLI"),
    });
    expect(await stateOf("gemini-cli")).toMatchObject({
      state: "not_connected",
      detail: expect.stringContaining("not valid JSON"),
    });
    expect(readFileSync(file, "utf8")).toBe("not json");
  });

  test("behind a link stay behind it", () => {
    const { home, change } = setUp();
    const real = join(home, "dotfiles.json");
    writeFileSync(real, original);
    mkdirSync(join(home, ".claude"));
    symlinkSync(real, join(home, ".claude", "settings.json"));
    change("claude-code", "connect");
    expect(readFileSync(real, "utf8")).toContain("/hooks/claude-code");
    expect(readdirSync(join(home, ".claude"), { withFileTypes: true })[0]?.isSymbolicLink()).toBe(true);
  });
});

test("a plan is applied only while the files are as they were shown", () => {
  const { home, connectors } = setUp();
  const planned = connectors.plan("claude-code", "connect", user);
  if (!planned.ok) throw new Error(planned.error);
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), '{"model":"opus"}');
  expect(connectors.apply("claude-code", "connect", user, planned.value.digest)).toMatchObject({ ok: false });
  expect(readFileSync(join(home, ".claude", "settings.json"), "utf8")).toBe('{"model":"opus"}');
});

test("an engine that moved to another port, and a launcher that is gone, are drift", async () => {
  const { at, change, stateOf, dataDirectory } = setUp();
  change("claude-code", "connect");
  at.port = 3001;
  expect(await stateOf("claude-code")).toMatchObject({ state: "changed" });
  change("claude-code", "connect");
  expect(await stateOf("claude-code")).toMatchObject({ state: "connected" });
  rmSync(join(dataDirectory, "bin", "gatehouse-hook"));
  expect(await stateOf("claude-code")).toMatchObject({ state: "changed", detail: expect.stringContaining("launcher") });
});

test("a project that was connected on its own is listed with its own state", async () => {
  const { home, change, stateOf, connectors } = setUp();
  const project = join(home, "shop");
  mkdirSync(project);
  change("claude-code", "connect", { kind: "project", folder: project });
  const settings = join(project, ".claude", "settings.json");
  expect(await stateOf("claude-code")).toMatchObject({
    state: "not_connected",
    projects: [{ folder: project, state: "connected" }],
  });
  expect(connectors.watched()).toContain(settings);
  rmSync(settings);
  expect(await stateOf("claude-code")).toMatchObject({ projects: [{ folder: project, state: "changed" }] });
});

test("Claude Code asks by the launcher where its user wants to be asked while no engine runs", async () => {
  const { home, at, change, stateOf } = setUp();
  change("claude-code", "connect");
  at.engineDown = "ask";
  expect(await stateOf("claude-code")).toMatchObject({ state: "changed" });
  change("claude-code", "connect");
  const { hooks } = z
    .object({ hooks: z.record(z.string(), z.array(z.object({ hooks: z.array(z.record(z.string(), z.unknown())) }))) })
    .parse(JSON.parse(readFileSync(join(home, ".claude", "settings.json"), "utf8")));
  expect(hooks["PreToolUse"]).toMatchObject([{ hooks: [{ type: "command", onFailure: "block" }] }]);
  expect(hooks["PostToolUse"]).toMatchObject([{ hooks: [{ type: "http" }] }]);
  expect(await stateOf("claude-code")).toMatchObject({ state: "connected" });
});

test("hooks that are switched off are no hooks", async () => {
  const { home, change, stateOf } = setUp();
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), '{"disableAllHooks":true}');
  change("claude-code", "connect");
  expect(await stateOf("claude-code")).toMatchObject({ state: "disabled" });
});

test("hooks of a project that another file switches off are no hooks", async () => {
  const { home, change, stateOf } = setUp();
  const project = { kind: "project", folder: join(home, "project") } as const;
  change("claude-code", "connect", project);
  expect(await stateOf("claude-code", project)).toMatchObject({ state: "connected" });
  for (const file of [
    join(home, "project", ".claude", "settings.local.json"),
    join(home, ".claude", "settings.json"),
  ]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{"disableAllHooks":true}');
    expect(await stateOf("claude-code", project)).toMatchObject({
      state: "disabled",
      detail: expect.stringContaining(file),
    });
    writeFileSync(file, "{}");
  }
});

test("a backup of the user's file is none of a project's file of the same name", () => {
  const { home, change } = setUp();
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), "{}\n");
  change("claude-code", "connect");
  const project = { kind: "project", folder: join(home, "project") } as const;
  change("claude-code", "connect", project);
  change("claude-code", "disconnect", project);
  expect(existsSync(join(home, "project", ".claude", "settings.json"))).toBe(false);
});

test("only a program proves that an agent is installed", async () => {
  const { home, bin, stateOf } = setUp();
  mkdirSync(join(home, ".codex"));
  mkdirSync(bin);
  writeFileSync(join(bin, "pi"), "#!/bin/sh\necho pi 0.87.1\n");
  chmodSync(join(bin, "pi"), 0o755);
  expect(await stateOf("codex")).not.toHaveProperty("program");
  expect(await stateOf("pi")).toMatchObject({ program: { path: join(bin, "pi"), version: "0.87.1" } });
});

describe("Codex is asked whether its user trusts the hook", () => {
  const states: readonly (readonly [string, object | undefined, string, RegExp])[] = [
    ["trusted", { enabled: true, trustStatus: "trusted" }, "connected", /asks Gatehouse/],
    ["not trusted", { enabled: true, trustStatus: "untrusted" }, "needs_trust", /not trusted yet/],
    ["changed since", { enabled: true, trustStatus: "modified" }, "needs_trust", /has changed/],
    ["switched off", { enabled: false, trustStatus: "trusted" }, "disabled", /switched off/],
    ["not seen", { eventName: "stop", enabled: true, trustStatus: "trusted" }, "changed", /does not see/],
    ["no answer", undefined, "needs_trust", /did not say/],
  ];

  test.each(states)("%s", async (_name, hook, state, detail) => {
    const { home, bin, change, stateOf } = setUp();
    change("codex", "connect");
    const settings = z
      .object({
        hooks: z.object({ PreToolUse: z.array(z.object({ hooks: z.array(z.object({ command: z.string() })) })) }),
      })
      .parse(JSON.parse(readFileSync(join(home, ".codex", "hooks.json"), "utf8")));
    const command = settings.hooks.PreToolUse[0]?.hooks[0]?.command;
    const hooks = hook === undefined ? undefined : [{ eventName: "preToolUse", command, ...hook }];
    const answer = JSON.stringify({ id: 2, result: { data: [{ cwd: home, hooks }] } });
    mkdirSync(bin);
    const lines = [
      "#!/bin/sh",
      '[ "$1" = --version ] && echo codex-cli 0.169.0 && exit',
      `cat <<'END'`,
      "not json",
      answer,
      "END",
    ];
    writeFileSync(join(bin, "codex"), `${lines.join("\n")}\n`, { mode: 0o755 });
    expect(await stateOf("codex")).toMatchObject({
      state,
      detail: expect.stringMatching(detail),
      program: { version: "0.169.0" },
    });
  });
});

test.each([
  ["0.87.1", false],
  ["0.88.0-beta.1", false],
  ["1.0.0", false],
  ["0.87.0", true],
  ["0.9.12", true],
] as const)("pi %s is older than what was tried: %s", async (version, older) => {
  const { bin, change, stateOf } = setUp();
  mkdirSync(bin);
  writeFileSync(join(bin, "pi"), `#!/bin/sh\necho pi ${version}\n`, { mode: 0o755 });
  change("pi", "connect");
  const { state, detail = "" } = (await stateOf("pi")) ?? {};
  expect(state).toBe(older ? "unsupported" : "connected");
  expect(detail.includes("update it")).toBe(older);
});

test("files of the same name that are not ours stay", () => {
  const { home, connectors } = setUp();
  const file = join(home, ".cline", "hooks", "PreToolUse");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "#!/bin/sh\n# my own\n");
  expect(connectors.plan("cline", "connect", user)).toMatchObject({ ok: false, error: expect.stringContaining(file) });
  expect(connectors.plan("cline", "disconnect", user)).toMatchObject({ ok: true, value: { changes: [] } });
});

test("folders that the environment names are used, unless they are empty or relative", async () => {
  const elsewhere = temporaryDirectory();
  const names = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME"];
  for (const [value, folder] of [
    [elsewhere, elsewhere],
    ["", undefined],
    ["relative", undefined],
  ] as const) {
    const { stateOf, home } = setUp(Object.fromEntries(names.map((name) => [name, value])));
    for (const id of ["claude-code", "codex", "opencode"]) {
      const files = (await stateOf(id))?.files ?? [];
      expect(files).not.toEqual([]);
      expect(files.every((file) => file.startsWith(folder ?? home))).toBe(true);
    }
  }
});

test("an unknown agent is named as such", () => {
  const { connectors } = setUp();
  expect(connectors.plan("hal", "connect", user)).toMatchObject({ ok: false, error: expect.stringContaining("hal") });
});

describe("the hook of Cline without an engine", () => {
  const answerTo = (event: object) => {
    const { home, change } = setUp();
    change("cline", "connect");
    const input = JSON.stringify(event);
    const hook = join(home, ".cline", "hooks", "PreToolUse");
    return JSON.parse(execFileSync(hook, { input, encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] })) as unknown;
  };

  test("replaces a command by one that fails with the reason", () => {
    const answer = answerTo({
      hookName: "tool_call",
      tool_call: { name: "run_commands", input: { commands: ["ls"] } },
    });
    expect(answer).toEqual({
      overrideInput: { commands: [expect.stringMatching(/^echo ".*gatehouse serve.*exit 1$/)] },
    });
  });

  test("cancels everything else", () => {
    const content = '{"name":"run_commands"}';
    const answer = answerTo({
      hookName: "tool_call",
      tool_call: { name: "editor", input: { path: "a", new_text: content } },
    });
    expect(answer).toEqual({ cancel: true, errorMessage: expect.stringContaining("gatehouse serve") });
  });
});
