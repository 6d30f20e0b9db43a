// Agents may not take the hooks away by which they ask: for every agent, in every spelling, links and folders included.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookFilesOf } from "../../../src/main/connectors/index.ts";
import { normalise } from "../../../src/main/engine/normalise/index.ts";
import { sha256 } from "../../../src/main/machine/clock.ts";
import { createWorld } from "../../../src/main/machine/world.ts";
import { compiled, makeInput, openTools } from "../../support/engine/policy.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

function setUp() {
  const home = temporaryDirectory();
  const world = createWorld({ home, gatehouse: [join(home, "data")], findSecrets: () => [] });
  const place = { home, environment: {}, httpUrl: "", hookSocket: "", launcher: "" };
  const hookFiles = hookFilesOf(place);
  const permissive = compiled(`${openTools}rules:\n  - { id: everything, effect: allow, when: "true" }\n`, {
    sha256,
    world,
    factsOf: (call) => normalise(call, world),
    hookFiles,
  });
  const judge = (tool: string, given: Record<string, string>): string => {
    const facts = normalise({ tool, arguments: given, context: { workspace: join(home, "project") } }, world);
    const { effect, reason } = permissive.evaluate(makeInput(facts));
    return `${effect} ${reason}`;
  };
  return { home, hookFiles, judge, shell: (command: string) => judge("Bash", { command }) };
}

const anyHome = "/h";
const anyFiles = hookFilesOf({ home: anyHome, environment: {}, httpUrl: "", hookSocket: "", launcher: "" });

describe.each(anyFiles.map(({ path, own }) => [path.slice(anyHome.length + 1), own] as const))("~/%s", (name, own) => {
  const blocked = `${own ? "deny" : "escalate"} self_protection`;

  test("is not changed by a tool or a command", () => {
    const { home, judge, shell } = setUp();
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{}");
    const parent = dirname(file);
    expect(judge("Write", { file_path: file, content: "{}" })).toBe(blocked);
    expect(
      judge("Edit", { file_path: `${parent}/x/../${name.split("/").at(-1)}`, old_string: "a", new_string: "b" }),
    ).toBe(blocked);
    for (const command of [
      `rm ~/${name}`,
      `rm -rf ~/${dirname(name)}`,
      `echo {} > $HOME/${name}`,
      `mv ~/${name} /tmp/elsewhere`,
      `mv ~/${dirname(name)} /tmp/elsewhere`,
      `sed -i s/gatehouse// ${file}`,
      `cd ${parent} && rm ${name.split("/").at(-1)}`,
      `ln -sf /dev/null ${file}`,
      `truncate -s 0 ${file}`,
      `cp /dev/null ${file}`,
    ]) {
      expect(`${command}: ${shell(command)}`).toBe(`${command}: ${blocked}`);
    }
  });

  test("is not reached through a link, nor where a link leads", () => {
    const { home, shell, judge } = setUp();
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    const real = join(home, "dotfiles");
    writeFileSync(real, "{}");
    symlinkSync(real, file);
    symlinkSync(dirname(file), join(home, "other"));
    expect(shell(`rm ~/other/${name.split("/").at(-1)}`)).toBe(blocked);
    expect(judge("Write", { file_path: real, content: "{}" })).toBe(blocked);
  });

  test("may be read", () => {
    expect(setUp().shell(`cat ~/${name}`)).not.toContain("self_protection");
  });
});

test("neighbours of hook files are nobody's business", () => {
  const { shell } = setUp();
  for (const command of [
    "touch ~/.claude/notes.md",
    "rm ~/.config/opencode/plugins/mine.js",
    "rm -rf ~/project/.claude",
  ]) {
    expect(shell(command)).not.toContain("self_protection");
  }
});

test.each([
  "CLAUDE_CONFIG_DIR=/tmp/x claude -p go",
  "env CODEX_HOME=/tmp/x codex exec go",
  "export CLAUDE_CONFIG_DIR=/tmp/x; claude -p go",
  "HOME=/tmp/x gemini -p go",
  "XDG_CONFIG_HOME=/tmp/x /usr/local/bin/opencode run go",
  'bash -c "HOME=/tmp/x qwen -p go"',
  "cd /tmp && HOME=/tmp nohup pi -p go &",
])("%s starts an agent without its hook: a human is asked", (command) => {
  expect(setUp().shell(command)).toBe("escalate self_protection");
});

test.each(["claude -p go", "HOME=/tmp/x npm test", "XDG_CONFIG_HOME=/tmp/x git status", "export EDITOR=vim"])(
  "%s is nobody's business",
  (command) => {
    expect(setUp().shell(command)).not.toContain("self_protection");
  },
);
