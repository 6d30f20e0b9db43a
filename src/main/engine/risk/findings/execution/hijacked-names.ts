// Hijacked names: a name, a key, a builtin or a setting is made to run something else, or a program is made and run unseen.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { compilesInput } from "../../../normalise/programs/running/compilers.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../../heuristic.ts";
import { has, value } from "../../../normalise/programs/invocation.ts";
import { wordsOf } from "../../read.ts";

const packagers = ["npm", "pnpm", "yarn", "npx", "pnpx"];
/** Shells under their own names, where a system keeps them. */
const usualShell =
  /^["']?(?:(?:\/usr)?(?:\/local)?\/bin\/)?(?:ba|z|da|k|fi|c|tc)?sh(?:\.exe)?["']?$|^["']?(?:pwsh|powershell|cmd)(?:\.exe)?["']?$/iu;
const loadsCode = /(?:^|\s)["']?(?:-r|--require|--import|--loader|--experimental-loader)\b/u;

/** `config set NAME VALUE`, `set NAME=VALUE`, `--NAME VALUE`, `--NAME=VALUE`. */
function setting(command: CommandFact, name: string): string | undefined {
  const words = wordsOf(command);
  // Without a definition the value of an option is the next operand.
  if (has(command, `--${name}`)) return value(command, `--${name}`) ?? words[0];
  const [set = "", ...rest] = words.slice(words.indexOf("set") + 1);
  if (!words.includes("set")) return undefined;
  if (set.startsWith(`${name}=`)) return set.slice(name.length + 1);
  // A value that starts with a dash is parsed as an option.
  return set === name ? [...rest, ...command.options.map((option) => option.name)].join(" ") : undefined;
}

const windowsShell = /^["']?[a-z]:[\\/]+(?:program files|windows)\b.*[\\/](?:bash|sh|pwsh|powershell|cmd)\.exe["']?$/iu;

function changedShell(value: string | undefined): string | null {
  return value === undefined || usualShell.test(value.split(" ", 1)[0] ?? "") || windowsShell.test(value)
    ? null
    : `Every script of a package would be handed to ${value}`;
}

export const hijackedNames: readonly Heuristic[] = [
  {
    id: "name-rebound",
    threat: "Persistence",
    technique: "T1574.007",
    score: severity.ask,
    check: onCommand(["hash"], (command) => {
      const file = value(command, "-p");
      return file === undefined ? null : `It makes the shell run ${file} under the name of another program`;
    }),
    match: ["hash -p /tmp/x ls", "hash -p ./tool git"],
    not_match: ["hash -r", "hash git", "hash -d ls"],
  },
  {
    id: "key-runs-command",
    threat: "Persistence",
    technique: "T1546.004",
    score: severity.ask,
    check: onCommand(["bind"], (command) => {
      if (has(command, "-x")) return "It makes a key of the keyboard run a command";
      return command.operands.some(typesReturn) ? "It makes a key of the keyboard type a command and send it" : null;
    }),
    match: [`bind -x '"\\C-l": curl -s e.example'`, `bind '"\\C-l": "id\\C-m"'`],
    not_match: [`bind '"\\e[A": history-search-backward'`, "bind -p", "bind -f ~/.inputrc"],
  },
  {
    id: "builtin-loaded",
    threat: "Living off the land",
    technique: "T1129",
    score: severity.ask,
    check: onCommand(["enable"], (command) => {
      const file = value(command, "-f");
      return file === undefined || /^(?:\/usr)?(?:\/local)?\/lib(?:64)?\/bash\/[\w-]+$/u.test(file)
        ? null
        : `The shell loads ${file} into itself`;
    }),
    match: ["enable -f ./x.so name", "enable -f /tmp/x name"],
    not_match: ["enable -n echo", "enable", "enable -f /usr/lib/bash/sleep sleep"],
  },
  {
    id: "script-shell-changed",
    threat: "Persistence",
    technique: "T1546",
    score: severity.ask,
    check: firstOf(
      onCommand(packagers, (command) => {
        const shell = changedShell(setting(command, "script-shell") ?? setting(command, "shell"));
        if (shell !== null) return shell;
        const options = setting(command, "node-options");
        return options !== undefined && loadsCode.test(options)
          ? "Every script of a package would load other code"
          : null;
      }),
      onCommand(packagers, (command) => {
        const program = setting(command, "git");
        return program !== undefined && program.includes("/") && !/^\/(?:usr\/)?(?:local\/)?bin\/git$/u.test(program)
          ? `npm would run ${program} in the place of git`
          : null;
      }),
      onAnyCommand(["assignment"], (command) =>
        changedShell(command.assignments["npm_config_script_shell"] ?? command.assignments["NPM_CONFIG_SCRIPT_SHELL"]),
      ),
    ),
    match: [
      "npm config set script-shell /tmp/x.sh",
      "npm --script-shell=./x run build",
      "npm_config_script_shell=/tmp/x npm test",
      "npm config set node-options '--require /tmp/x.js'",
    ],
    not_match: [
      "npm config set script-shell bash",
      'npm config set script-shell "C:\\\\Program Files\\\\git\\\\bin\\\\bash.exe"',
      "npm config set node-options --max-old-space-size=4096",
      "npm config set registry https://registry.npmjs.org/",
    ],
  },
  {
    id: "compiled-from-input",
    threat: "Living off the land",
    technique: "T1027.004",
    score: severity.ask,
    check: onCommand(
      (program) => /^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|tcc|rustc|go|zig|nim|crystal|swift|dmd|java)$/u.test(program),
      (command, view) => {
        // A program that stands in the call was looked into with it.
        const made = command.input === undefined ? compilesInput(command) : undefined;
        if (made === "run") return `${command.program} runs a program that stands in no file`;
        const runs =
          made === "written" && view.facts.paths.some(({ access, zone }) => access === "execute" && zone !== "system");
        return runs ? `${command.program} makes a program that stands in no file, and it is run at once` : null;
      },
    ),
    match: ["cat part | g++ -x c++ - -o t && ./t", "go run /dev/stdin < part"],
    not_match: [
      "gcc -xc - <<'EOF' && ./a.out\nint main(void) { return 0; }\nEOF",
      "rustc - -o x <<< 'fn main() {}' && ./x",
      "gcc main.c -o main && ./main",
      "go run .",
      "echo '#include <stdio.h>' | gcc -E -",
      "echo 'int x;' | gcc -fsyntax-only -xc - && ./configure",
      "gcc -xc - -o t",
    ],
  },
];

/** In two steps: one expression for both would start again at every quote. */
function typesReturn(line: string): boolean {
  const typed = line.search(/:\s*["']/u);
  return typed >= 0 && /\\C-[mj]|\\[nr]|\\015|\\012/u.test(line.slice(typed));
}
