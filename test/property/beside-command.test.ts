// Property: an argument beside the command is never judged less strictly than the same thing written in the shell line.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quote } from "../../src/main/engine/normalise/calls/arguments.ts";
import { assess } from "../support/engine/risk.ts";
import { scoreOf } from "../../src/main/engine/risk/combine.ts";
import { everydayWork } from "../engine/risk/corpus/everyday-work.ts";
import { posixAttacks } from "../engine/risk/corpus/posix-attacks.ts";
import { factsOf } from "../engine/risk/support.ts";

const work = Object.values(everydayWork).flat();
const attacks = Object.values(posixAttacks).flat();
const anyCommand = fc.constantFrom(...work, ...attacks);
const simple = fc.constantFrom("git status", "npm test", "ls -la", "python3 x.py", "sudo make install", "less notes");
const variable = fc.constantFrom(
  "LD_PRELOAD",
  "BASH_ENV",
  "PATH",
  "NODE_OPTIONS",
  "GIT_SSH_COMMAND",
  "PAGER",
  "EDITOR",
  "PROMPT_COMMAND",
  "PYTHONSTARTUP",
  "HISTFILE",
  "NODE_ENV",
  "npm_config_script_shell",
);
const value = fc.oneof(
  anyCommand,
  fc.constantFrom("/tmp/x.so", "./x.js", "--require /tmp/a.js", "test", "/tmp/bin:$PATH"),
);

type Given = Record<string, string | Record<string, string>>;

/** Without what only the spelling shows: a word that a here-document's last line makes look like a password. */
function score(given: Given, without: (program: string) => boolean = () => false): number {
  const facts = factsOf({ tool: "execute_command", arguments: given });
  const commands = facts.commands.filter((command) => !without(command.program));
  const { findings } = assess(commands.length === facts.commands.length ? facts : { ...facts, commands });
  return scoreOf(findings.filter((finding) => finding.id !== "password-in-clear"));
}

test("a variable", () => {
  fc.assert(
    fc.property(simple, variable, value, (command, name, text) => {
      const line = score({ command: `${name}=${quote(text)} ${command}` });
      expect(score({ command, env: { [name]: text } })).toBeGreaterThanOrEqual(line);
    }),
    { numRuns: 400 },
  );
});

test("a variable never loosens the command itself", () => {
  fc.assert(
    fc.property(anyCommand, variable, value, (command, name, text) => {
      expect(score({ command, env: { [name]: text } })).toBeGreaterThanOrEqual(score({ command }));
    }),
    { numRuns: 400 },
  );
});

test("standard input", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("bash", "sh -s", "python3 -", "xargs -I{} sh -c {}", "tee x.sh"),
      anyCommand,
      (command, text) => {
        const line = score({ command: `${command} <<'END-OF-INPUT'\n${text}\nEND-OF-INPUT` });
        expect(score({ command, stdin: text })).toBeGreaterThanOrEqual(line);
      },
    ),
    { numRuns: 400 },
  );
});

test("a folder", () => {
  const folder = fc.constantFrom("/", "/etc", "/home/user", "/home/user/.ssh", "/tmp", "sub", "../other", "/usr/lib");
  fc.assert(
    fc.property(anyCommand, folder, (command, cwd) => {
      expect(score({ command, cwd })).toBeGreaterThanOrEqual(
        score({ command: `cd ${cwd}\n${command}` }, (program) => program === "cd"),
      );
    }),
    { numRuns: 400 },
  );
});
