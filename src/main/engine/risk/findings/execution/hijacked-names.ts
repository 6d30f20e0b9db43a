// Handovers: a name, a key, a builtin or a setting is made to run something else, or a program is made and run unseen.
import type { CommandFact } from "../../../../shared/facts.ts";
import { compilesInput } from "../../normalise/compilers.ts";
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCommand } from "../heuristic.ts";
import { given, joined, valueOf } from "../read.ts";

const packagers = ["npm", "pnpm", "yarn", "npx", "pnpx"];
/** Shells under their own names, where a system keeps them. */
const usualShell =
  /^["']?(?:(?:\/usr)?(?:\/local)?\/bin\/)?(?:ba|z|da|k|fi|c|tc)?sh(?:\.exe)?["']?$|^["']?(?:pwsh|powershell|cmd)(?:\.exe)?["']?$/iu;
const loadsCode = /(?:^|\s)["']?(?:-r|--require|--import|--loader|--experimental-loader)\b/u;

/** `config set NAME VALUE`, `set NAME=VALUE`, `--NAME VALUE`, `--NAME=VALUE`. */
function setting(command: CommandFact, name: string): string | undefined {
  const option = valueOf(command, `--${name}`);
  if (option !== undefined) return option;
  const match = new RegExp(`\\bset\\s+(?:-\\S+\\s+)*${name}[=\\s]\\s*(.+)$`, "u").exec(joined(command));
  return match?.[1];
}

const windowsShell = /^["']?[a-z]:[\\/]+(?:program files|windows)\b.*[\\/](?:bash|sh|pwsh|powershell|cmd)\.exe["']?$/iu;

function changedShell(value: string | undefined): string | null {
  return value === undefined || usualShell.test(value.split(" ", 1)[0] ?? "") || windowsShell.test(value)
    ? null
    : `Every script of a package would be handed to ${value}`;
}

export const handovers: readonly Heuristic[] = [
  {
    id: "name-rebound",
    threat: "Persistence",
    technique: "T1574.007",
    score: severity.ask,
    check: onCommand(["hash"], (command) => {
      const file = valueOf(command, "-p");
      return file === undefined ? null : `It makes the shell run ${file} under the name of another program`;
    }),
    examples: { risky: ["hash -p /tmp/x ls", "hash -p ./tool git"], honest: ["hash -r", "hash git", "hash -d ls"] },
  },
  {
    id: "key-runs-command",
    threat: "Persistence",
    technique: "T1546.004",
    score: severity.ask,
    check: onCommand(["bind"], (command) => {
      if (given(command, "x")) return "It makes a key of the keyboard run a command";
      const line = joined(command);
      const typed = line.search(/:\s*["']/u);
      return typed >= 0 && /\\C-[mj]|\\[nr]|\\015|\\012/u.test(line.slice(typed))
        ? "It makes a key of the keyboard type a command and send it"
        : null;
    }),
    examples: {
      risky: [`bind -x '"\\C-l": curl -s e.example'`, `bind '"\\C-l": "id\\C-m"'`],
      honest: [`bind '"\\e[A": history-search-backward'`, "bind -p", "bind -f ~/.inputrc"],
    },
  },
  {
    id: "builtin-loaded",
    threat: "Living off the land",
    technique: "T1129",
    score: severity.ask,
    check: onCommand(["enable"], (command) => {
      const file = valueOf(command, "-f");
      return file === undefined || /^(?:\/usr)?(?:\/local)?\/lib(?:64)?\/bash\/[\w-]+$/u.test(file)
        ? null
        : `The shell loads ${file} into itself`;
    }),
    examples: {
      risky: ["enable -f ./x.so name", "enable -f /tmp/x name"],
      honest: ["enable -n echo", "enable", "enable -f /usr/lib/bash/sleep sleep"],
    },
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
    examples: {
      risky: [
        "npm config set script-shell /tmp/x.sh",
        "npm --script-shell=./x run build",
        "npm_config_script_shell=/tmp/x npm test",
        "npm config set node-options '--require /tmp/x.js'",
      ],
      honest: [
        "npm config set script-shell bash",
        'npm config set script-shell "C:\\\\Program Files\\\\git\\\\bin\\\\bash.exe"',
        "npm config set node-options --max-old-space-size=4096",
        "npm config set registry https://registry.npmjs.org/",
      ],
    },
  },
  {
    id: "compiled-from-input",
    threat: "Living off the land",
    technique: "T1027.004",
    score: severity.ask,
    check: onCommand(
      (program) => /^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|tcc|rustc|go|zig|nim|crystal|swift|dmd|java)$/u.test(program),
      (command, view) => {
        const made = compilesInput(command);
        if (made === "run") return `${command.program} runs a program that stands in no file`;
        const runs =
          made === "written" && view.facts.paths.some(({ access, zone }) => access === "execute" && zone !== "system");
        return runs ? `${command.program} makes a program that stands in no file, and it is run at once` : null;
      },
    ),
    examples: {
      risky: [
        "gcc -xc - <<'EOF' && ./a.out\nint main(void) { return 0; }\nEOF",
        "cat part | g++ -x c++ - -o t && ./t",
        "go run /dev/stdin < part",
        "rustc - -o x <<< 'fn main() {}' && ./x",
      ],
      honest: [
        "gcc main.c -o main && ./main",
        "go run .",
        "echo '#include <stdio.h>' | gcc -E -",
        "echo 'int x;' | gcc -fsyntax-only -xc - && ./configure",
        "gcc -xc - -o t",
      ],
    },
  },
];
