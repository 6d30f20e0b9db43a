// Agents may not take the hooks away by which they ask: for every agent, in every spelling, at home and in projects.
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openConnectedAgents } from "../../../src/main/connectors/connected.ts";
import { hookFilesOf, projectSettingsOf } from "../../../src/main/connectors/hook-files.ts";
import { all } from "../../../src/main/connectors/index.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import type { JsonObject } from "../../../src/shared/lib/json.ts";
import { compiled, makeInput, openTools } from "../../support/engine/policy.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const nowhere = { environment: {}, httpUrl: "", hookSocket: "", launcher: "" };

/** A home with a project that each of these agents was connected for by itself. */
function setUp(connected: readonly string[] = []) {
  const home = temporaryDirectory();
  const project = join(home, "project");
  const data = join(home, "data");
  mkdirSync(project);
  const agents = openConnectedAgents(data);
  for (const id of connected) agents.set(id, { kind: "project", folder: project }, true);
  const world = createWorld({ home, gatehouse: [data], findSecrets: () => [] });
  const place = { home, ...nowhere };
  const permissive = compiled(`${openTools}rules:\n  - { id: everything, effect: allow, when: "true" }\n`, {
    sha256,
    world,
    factsOf: (call) => normalise(call, world),
    hooks: { files: () => hookFilesOf(place, data), projectSettings: projectSettingsOf(place) },
  });
  const judge = (tool: string, given: JsonObject): string => {
    const facts = normalise({ tool, arguments: given, context: { workspace: project } }, world);
    const { effect, reason } = permissive.evaluate(makeInput(facts));
    return `${effect} ${reason}`;
  };
  return { home, project, judge, shell: (command: string) => judge("Bash", { command }) };
}

interface Spot {
  readonly id: string;
  readonly scope: "user" | "project";
  /** Below the home. */
  readonly name: string;
  readonly own: boolean;
}

const stopped = /: (?:deny|escalate) self_protection$/;

/** The first file of each agent in each scope; those beside it come from the same list. */
const spots: readonly Spot[] = all.flatMap(({ id, ownFiles: own, connect }) => {
  const names = (scope: Parameters<typeof connect>[0]): readonly string[] =>
    connect(scope, { home: "/h", ...nowhere }, () => undefined).map(({ file }) => file.slice("/h/".length));
  return [
    ...names({ kind: "user" })
      .slice(0, 1)
      .map((name) => ({ id, scope: "user" as const, name, own })),
    ...names({ kind: "project", folder: "/h/project" })
      .slice(0, 1)
      .map((name) => ({ id, scope: "project" as const, name, own })),
  ];
});

test("all agents are covered, at home and in projects", () => {
  expect(new Set(spots.map(({ id }) => id)).size).toBe(21);
  // Claude Desktop, Windsurf and the servers of Copilot and Cline have no files in projects.
  expect(spots.filter(({ scope }) => scope === "project")).toHaveLength(17);
});

/** What the folder of an agent is called: `.claude`, `.config/opencode`, `project/.github`. */
function folderOf(name: string, scope: Spot["scope"]): string {
  const parts = name.split("/");
  const depth = (scope === "project" ? 2 : 1) + (parts[0] === ".config" ? 1 : 0);
  return parts.slice(0, depth).join("/");
}

describe.each(spots)("$id: ~/$name ($scope)", ({ id, scope, name, own }) => {
  const blocked = `${own ? "deny" : "escalate"} self_protection`;
  const connected = scope === "project" ? [id] : [];

  function place() {
    const stage = setUp(connected);
    const file = join(stage.home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{}");
    return { ...stage, file, parent: dirname(file), folder: join(stage.home, folderOf(name, scope)) };
  }

  test("is not changed by a tool, whatever it is called", () => {
    const { judge, file, parent } = place();
    const calls: readonly (readonly [tool: string, given: JsonObject])[] = [
      ["Write", { file_path: file, content: "{}" }],
      ["Edit", { file_path: `${parent}/x/../${basename(file)}`, old_string: "a", new_string: "b" }],
      ["MultiEdit", { file_path: file, edits: [{ old_string: "a", new_string: "b" }] }],
      ["write_file", { file_path: file, content: "{}" }],
      ["replace", { file_path: file, old_string: "a", new_string: "b" }],
      ["create", { path: file, file_text: "{}" }],
      ["str_replace_based_edit_tool", { command: "create", path: file, file_text: "{}" }],
      ["mcp__filesystem__write_file", { path: file, content: "{}" }],
      ["mcp__filesystem__edit_file", { path: file, edits: [{ oldText: "a", newText: "b" }] }],
      ["mcp__filesystem__move_file", { source: file, destination: "/tmp/elsewhere" }],
      ["mcp__filesystem__move_file", { source: "/tmp/elsewhere", destination: file }],
      ["apply_patch", { command: `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch\n` }],
      ["apply_patch", { command: `*** Begin Patch\n*** Update File: ${file}\n@@\n-a\n+b\n*** End Patch\n` }],
    ];
    for (const [tool, given] of calls) expect(`${tool}: ${judge(tool, given)}`).toBe(`${tool}: ${blocked}`);
  });

  test("is not changed by a command", () => {
    const { shell, file, parent, folder } = place();
    const short = basename(file);
    for (const command of [
      `rm ~/${name}`,
      `rm -rf ${folder}`,
      `rm -rf ${parent}`,
      `rm ${parent}/*`,
      `echo {} > $HOME/${name}`,
      `echo {} | tee -a ${file}`,
      `cat > ${file} <<'X'\n{}\nX`,
      `: > ${file}`,
      `mv ${file} /tmp/elsewhere`,
      `mv ${folder} /tmp/elsewhere`,
      `mv /tmp/elsewhere ${file}`,
      `sed -i s/gatehouse// ${file}`,
      `perl -pi -e s/a/b/ ${file}`,
      `cd ${parent} && rm ${short}`,
      `cd ${dirname(folder)} && mv ${basename(folder)}{,.bak}`,
      `pushd ${parent}; rm -f ./${short}`,
      `ln -sf /dev/null ${file}`,
      `truncate -s 0 ${file}`,
      `cp /dev/null ${file}`,
      `install -m 644 x ${file}`,
      `dd if=/dev/null of=${file}`,
      `shred -u ${file}`,
      `chmod 000 ${file}`,
      `rsync -a x/ ${folder}/`,
      `rsync -a --delete x/ ${folder}`,
      `cp -r x/. ${folder}`,
      `tar -xf a.tar -C ${folder}`,
      `git checkout -- ${folder}`,
      `git checkout HEAD~1 -- ${file}`,
      `git restore --source=HEAD~1 ${file}`,
      `git stash -u -- ${folder}`,
      `git rm -r --cached -f ${folder}; git rm -rf ${folder}`,
      `find ${folder} -delete`,
      `find ${folder} -type f -exec rm {} +`,
      `bash -c "rm -rf ${folder}"`,
      `python3 -c "open('${file}','w').write('{}')"`,
      `python3 -c "import shutil; shutil.rmtree('${folder}')"`,
      `node -e "require('fs').rmSync('${folder}',{recursive:true})"`,
      `xargs rm <<< ${file}`,
      `ln ${file} /tmp/second`,
      `cp -l ${file} /tmp/second`,
      `ln -s ${folder} c && echo {} > c/${short}`,
    ]) {
      // A folder may hold files of Gatehouse's own beside the settings.
      expect(`${command}: ${shell(command)}`).toMatch(own ? /: deny self_protection$/ : stopped);
    }
  });

  test("is not replaced by what goes into a folder around it", () => {
    const { shell, file, parent } = place();
    for (const command of [
      `unzip -o a.zip -d ${parent}`,
      `tar xf a.tar -C ${dirname(parent)} `,
      `cd ${dirname(parent)} && tar xf a.tar`,
      `cp /tmp/${basename(file)} ${parent}`,
      `mv /tmp/${basename(file)} ${parent}/`,
    ]) {
      expect(`${command}: ${shell(command)}`).toMatch(stopped);
    }
  });

  test("is not reached through a link, nor where a link leads, nor by its second name", () => {
    const { home, shell, judge, file, parent } = place();
    symlinkSync(parent, join(home, "other"));
    expect(shell(`rm ~/other/${basename(file)}`)).toBe(blocked);
    linkSync(file, join(home, "second"));
    expect(shell("echo {} > ~/second")).toBe(blocked);
    expect(judge("Write", { file_path: join(home, "second"), content: "{}" })).toBe(blocked);
    const real = setUp(connected);
    mkdirSync(dirname(join(real.home, name)), { recursive: true });
    writeFileSync(join(real.home, "dotfiles"), "{}");
    symlinkSync(join(real.home, "dotfiles"), join(real.home, name));
    expect(real.judge("Write", { file_path: join(real.home, "dotfiles"), content: "{}" })).toBe(blocked);
  });

  test("may be read", () => {
    const { shell, judge, file } = place();
    expect(shell(`cat ~/${name}`)).not.toContain("self_protection");
    expect(shell(`cp ${file} /tmp/copy`)).not.toContain("self_protection");
    expect(judge("Read", { file_path: file })).not.toContain("self_protection");
  });
});

test("hooks of a connected project are not stashed or cleaned away", () => {
  const { shell } = setUp(["claude-code"]);
  expect(shell("git stash -u")).toBe("escalate self_protection");
  expect(shell("git clean -fdx")).toBe("escalate self_protection");
  expect(setUp(["pi"]).shell("git clean -fdx")).toBe("deny self_protection");
});

test("a project that is not connected cannot switch the user's hooks off", () => {
  const { shell, judge, home } = setUp();
  for (const name of [
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/config.toml",
    ".qwen/settings.json",
  ]) {
    expect(judge("Write", { file_path: join(home, "elsewhere", name), content: "{}" })).toBe(
      "escalate self_protection",
    );
    expect(shell(`mkdir -p x/${dirname(name)} && echo {} > x/${name}`)).toBe("escalate self_protection");
  }
  expect(shell("rsync -a x/ .claude/")).toBe("escalate self_protection");
});

test.each([
  "touch ~/.claude/notes.md",
  "mkdir -p ~/.claude/commands",
  "cp notes.md ~/.claude/commands/",
  "rm ~/.config/opencode/plugins/mine.js",
  "rm -rf ~/project/.claude",
  "rm -rf node_modules",
  "git checkout -- src",
  "git checkout -- .",
  "git stash -u",
  "git clean -fdx",
  "tar xf a.tar",
  "unzip a.zip -d vendor",
  "ln -s ../lib lib",
  "cp settings.json config/",
  "cat > src/settings.json <<'X'\n{}\nX",
])("%s is nobody's business", (command) => {
  expect(setUp().shell(command)).not.toContain("self_protection");
});

/** How each agent could be started so that its hook does not run. */
const ungoverned: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [
    "CLAUDE_CONFIG_DIR=/tmp/x claude -p go",
    "export CLAUDE_CONFIG_DIR=/tmp/x; claude -p go",
    `claude --settings '{"disableAllHooks":true}' -p go`,
    `claude --settings='{"disableAllHooks":true}' -p go`,
    "claude --settings /tmp/s.json -p go",
    "claude --setting-sources project -p go",
    "claude --bare -p go",
    "CLAUDE_CODE_SAFE_MODE=1 claude -p go",
    "npx @anthropic-ai/claude-code --bare -p go",
    "npx -y @anthropic-ai/claude-code@2.1.0 --settings x -p go",
  ],
  codex: [
    "env CODEX_HOME=/tmp/x codex exec go",
    "codex exec -c hooks={} go",
    "codex exec -c features.hooks=false go",
    "codex exec --config=features.hooks=false go",
    "codex exec --disable hooks go",
    "codex exec --ignore-user-config go",
    "codex --dangerously-bypass-approvals-and-sandbox exec go",
    "codex exec --dangerously-bypass-hook-trust go",
  ],
  "gemini-cli": [
    "HOME=/tmp/x gemini -p go",
    "GEMINI_CLI_HOME=/tmp/x gemini -p go",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/x gemini",
  ],
  copilot: ["COPILOT_HOME=/tmp/x copilot -p go", "copilot --config-dir /tmp/x -p go"],
  "qwen-code": [
    'bash -c "HOME=/tmp/x qwen -p go"',
    "qwen --bare -p go",
    "qwen --safe-mode -p go",
    "QWEN_HOME=/tmp/x qwen",
  ],
  opencode: [
    "XDG_CONFIG_HOME=/tmp/x /usr/local/bin/opencode run go",
    "opencode run --pure go",
    "OPENCODE_CONFIG_DIR=/tmp/x opencode run go",
    "OPENCODE_PURE=1 opencode run go",
    "npx opencode-ai run --pure go",
  ],
  kilo: ["kilo run --pure go", "KILO_PURE=1 kilo run go", "KILO_CONFIG_DIR=/tmp/x kilo run go"],
  pi: [
    "cd /tmp && HOME=/tmp nohup pi -p go &",
    "pi --no-extensions -p go",
    "pi -ne -p go",
    "PI_CODING_AGENT_DIR=/x pi -p go",
  ],
  cline: [
    "cline --config /tmp/x go",
    "cline --data-dir=/tmp/x go",
    "CLINE_DIR=/tmp/x cline go",
    "USERPROFILE=/x cline go",
  ],
};

test.each([
  "claude mcp remove files",
  "claude config set disableAllHooks true",
  "codex mcp remove files",
  "gemini hooks disable Gatehouse",
  "gemini --debug hooks disable-all",
  "qwen hooks disable gatehouse",
  "npx @google/gemini-cli hooks disable Gatehouse",
  "cline mcp uninstall files",
])("%s: an agent's own command for its settings waits for a human", (command) => {
  expect(setUp().shell(command)).toBe("escalate self_protection");
});

test.each(["claude mcp list", "codex mcp get files", "gemini hooks list", 'claude -p "remove the hooks"'])(
  "%s passes",
  (command) => {
    expect(setUp().shell(command)).not.toContain("self_protection");
  },
);

test("there is a way for every agent", () => {
  // MCP clients have no hook to leave out: the gateway is in the list of their servers.
  const agents = all.filter(({ standing }) => standing === undefined);
  expect(Object.keys(ungoverned).toSorted()).toEqual(agents.map(({ id }) => id).toSorted());
});

describe.each(Object.entries(ungoverned))("%s started without its hook: a human is asked", (id, commands) => {
  const program = all.find((each) => each.id === id)?.programs[0] ?? "";

  test.each([
    ...commands,
    `env -i PATH=$PATH ${program} go`,
    `env -i ${program} go`,
    `env -u HOME ${program} go`,
    `env --ignore-environment ${program} go`,
    `export HOME=/tmp/x && ${program} go`,
    `sh -c 'XDG_CONFIG_HOME=/tmp/x exec ${program} go'`,
    `timeout 60 env HOME=/tmp/x ${program} go`,
  ])("%s", (command) => {
    expect(setUp().shell(command)).toBe("escalate self_protection");
  });

  test("started as always it is nobody's business", () => {
    expect(setUp().shell(`${program} go`)).not.toContain("self_protection");
    expect(setUp().shell(`cd sub && FOO=1 ${program} go`)).not.toContain("self_protection");
  });
});

test.each([
  "HOME=/tmp/x npm test",
  "XDG_CONFIG_HOME=/tmp/x git status",
  "export EDITOR=vim",
  "env -i make",
  "npm install --safe-mode",
  "docker run --config x image",
])("%s is nobody's business either", (command) => {
  expect(setUp().shell(command)).not.toContain("self_protection");
});
