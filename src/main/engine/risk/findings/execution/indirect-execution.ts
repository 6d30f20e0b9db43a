// Indirect execution: quieter ways to run something: variables, libraries, interactive programs, package files, code that spawns.
import type { CommandFact } from "../../../../../shared/domain/facts.ts";
import { loadingVariables } from "../../../normalise/shell/builtins.ts";
import { severity } from "../../bands.ts";
import { type Heuristic, firstOf, onAnyCommand, onCode, onCommand, onPath, onText } from "../../heuristic.ts";
import { has, settingsOf } from "../../../normalise/programs/invocation.ts";
import { someWord, wordCount, wordsOf } from "../../read.ts";

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

const libraryFile = /(?:^|[\s=:])(?:\.{0,2}\/)\S*\.(?:so|dylib)(?:\.\d+)*(?:$|[\s"'])/u;

const alwaysPages =
  /^(?:systemd-resolve|resolvectl|busctl|loginctl|timedatectl|hostnamectl|localectl|machinectl|coredumpctl|networkctl|bluetoothctl|eb|perldoc|pydoc3?|ri|apport-cli|cowsay|cowthink)$/u;

function pages(command: CommandFact): boolean {
  const [verb] = wordsOf(command);
  switch (command.program) {
    case "rustc":
      return has(command, "--explain");
    case "dpkg":
      return has(command, "-l", "--list");
    case "dmesg":
      return has(command, "-H", "--human");
    case "apt":
    case "apt-get":
    case "aptitude":
    case "dnf":
    case "yum":
    case "zypper":
      return verb === "changelog";
    default:
      return verb === "help" || alwaysPages.test(command.program);
  }
}

/** Programs that can be made to read, write or run any file, and how. */
function takesAnything(command: CommandFact): boolean {
  const [first = ""] = wordsOf(command);
  return (
    wordCount(command) === 0 ||
    /^(?:open|console|!)/u.test(first) ||
    someWord(command, anythingWord) ||
    (has(command, "-o") && settingsOf(command).some((word) => /\/\S*sh\b/u.test(word))) ||
    (command.program === "rlwrap" && has(command, "-l")) ||
    (command.program === "xargs" && has(command, "--arg-file"))
  );
}

const anythingWord =
  /-U\b|-R0|--plugin|--x{3}|\\(?:newwrite|input|openin|openout|write18|usepackage\{verbatim\})|\bdb\b|mount c/u;

function changesNothing(name: string, value: string): boolean {
  if (name === "NODE_OPTIONS") return !/(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader))\b/u.test(value);
  if (name === "RUBYOPT") return !/(?:^|\s)-r/u.test(value);
  if (name === "ENV") return !value.includes("/");
  return harmlessValue.test(value);
}

function isLoadedBy(command: CommandFact, file: string): boolean {
  const given = Object.entries(command.assignments);
  if (/^(?:export|declare|typeset)$/u.test(command.program))
    for (const word of command.operands) given.push([word.split("=", 1)[0] ?? "", word]);
  return given.some(([name, value]) => Object.hasOwn(loadingVariables, name) && value.includes(file));
}

export const indirectExecution: readonly Heuristic[] = [
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
    match: ["LESSOPEN='/bin/sh %s' less /etc/hosts", "PAGER='sh -c id' git log", "BASH_ENV=/tmp/x bash a.sh"],
    not_match: [
      "PAGER=cat git log",
      "EDITOR=vim git commit",
      "PYTHONWARNINGS=ignore python a.py",
      "NODE_OPTIONS='--experimental-vm-modules --trace-warnings' npx jest",
      "RUBYOPT=-W0 bundle exec rspec",
      "ENV=production npm start",
    ],
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
    match: [
      "NODE_OPTIONS='--require /tmp/x.js' npm test",
      "export NODE_OPTIONS=--import=/tmp/x.mjs",
      "env PYTHONSTARTUP=/tmp/x.py python3 -i",
      "JAVA_TOOL_OPTIONS=-javaagent:/tmp/x.jar mvn test",
      "GIT_EXEC_PATH=/tmp/x git status",
    ],
    not_match: [
      "NODE_OPTIONS='--require ./test/setup.js' npx mocha",
      "NODE_OPTIONS='--import tsx' node --test",
      "PYTHONSTARTUP=~/.pythonrc python3",
      "NODE_OPTIONS=--max-old-space-size=4096 node /tmp/x.js",
      "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=/tmp/x mvn test",
    ],
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
        command.operands.slice(1).some((signal) => /^(?:DEBUG|RETURN|ERR)$/u.test(signal)) &&
        /\$BASH_COMMAND|>>|curl|nc\b|logger/u.test(command.operands[0] ?? "")
          ? "It makes the shell record or run something at every command"
          : null,
      ),
      onCommand(["export"], (command) =>
        /^PROMPT_COMMAND=./u.test(command.operands[0] ?? "")
          ? "It makes the shell run something after every command"
          : null,
      ),
      onCommand(["alias"], (command) =>
        /^(?:sudo|ssh|su|ls|cd|passwd|git)=/u.test(command.operands[0] ?? "") &&
        command.operands.some((word) => /curl|wget|nc\b|tee\b|>>|base64|\/tmp\//u.test(word))
          ? "It hides another command behind an ordinary name"
          : null,
      ),
    ),
    match: [
      "PROMPT_COMMAND='history -a >(tee -a /tmp/log)'",
      "trap 'echo $BASH_COMMAND >> /tmp/.log' DEBUG",
      "alias sudo='tee /tmp/p | sudo'",
    ],
    not_match: ["alias ll='ls -l'", "trap 'rm -f $tmp' EXIT"],
  },
  {
    id: "library-loaded",
    threat: "Living off the land",
    technique: "T1574",
    score: severity.warn,
    check: firstOf(
      onAnyCommand([{ words: /\.so|\.dylib/u }], (command) =>
        settingsOf(command).some((word) => libraryFile.test(word)) &&
        !/^(?:ls|gcc|cc|g\+\+|clang|clang\+\+|ld|ldd|nm|objdump|readelf|file|cp|mv|rm|strip|strings|patchelf|install|ln|chmod|find|grep|stat|tar|du|md5sum|sha256sum|echo|cat|test|\[|ldconfig|llvm-\w+|otool|addr2line|size|rsync|scp|gdb|perf|export)$/u.test(
          command.program,
        )
          ? `${command.program} loads the library it is given`
          : null,
      ),
      onCommand(["redis-cli", "valkey-cli"], (command) =>
        command.operands.some(
          (word, at) => /^module$/iu.test(word) && /^loadex?$/iu.test(command.operands[at + 1] ?? ""),
        )
          ? "The database loads the library it is given"
          : null,
      ),
      onCode((code) =>
        /\bdlopen\b|ctypes\.cdll\.loadlibrary|fiddle|ffi\.load|package\.loadlib|load_extension/iu.test(
          code.text.slice(0, 65_536),
        ) && /\.(?:so|dylib|dll)\b/iu.test(code.text)
          ? "Its code loads a library"
          : null,
      ),
    ),
    match: ["ssh-keygen -D ./lib.so", "openssl req -engine ./hook.so"],
    not_match: ["ldd ./lib.so", "gcc -shared -o ./lib.so a.c"],
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
    match: [`php -r 'echo shell_exec("id");'`],
    not_match: [`php -r 'echo 1;'`],
  },
  {
    id: "interactive-program",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: onCommand(interactive, (command) =>
      command.position === 0 &&
      command.input === undefined &&
      wordCount(command) <= 2 &&
      !command.redirects.some((redirect) => redirect.operator.includes(">")) &&
      !someWord(command, /^--?(?:version|help|c|e|batch|no-pager|f|u|n)\b/u)
        ? `${command.program} waits for a keyboard and can run any command from there`
        : null,
    ),
    match: ["less /etc/hosts", "man man", "ftp"],
    not_match: ["cat /etc/hosts", "vim --version", "journalctl --no-pager -u x"],
  },
  {
    id: "opens-pager",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: onCommand(pagers, (command) =>
      pages(command) &&
      command.position === 0 &&
      !has(command, "--no-pager") &&
      !command.redirects.some((redirect) => redirect.operator.includes(">"))
        ? `${command.program} may hand its output to a pager, from which any command can be started`
        : null,
    ),
    match: ["git help config", "dpkg -l", "busctl --show-machine"],
    not_match: ["git status", "dpkg -l > list.txt", "busctl --no-pager list"],
  },
  {
    id: "runs-named-class",
    threat: "Living off the land",
    technique: "T1202",
    score: severity.note,
    check: firstOf(
      onCommand(["java", "jjs", "scala"], (command) =>
        settingsOf(command).length > 0 && !has(command, "--version", "-version")
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
        (command) => (takesAnything(command) ? `${command.program} can be told to run or write anything` : null),
      ),
      onCommand(["git"], (command) => (has(command, "--unsafe-paths") ? "git may write outside the project" : null)),
    ),
    match: ["java Shell", "gem open debug", "pic -U", "git apply --unsafe-paths x.patch"],
    not_match: ["java --version", "gem list", "git apply x.patch"],
  },
  {
    id: "shell-written",
    threat: "Living off the land",
    technique: "T1059",
    score: severity.medium,
    check: onCommand(["echo", "printf"], (command) =>
      command.redirects.some((redirect) => redirect.operator.includes(">")) &&
      command.operands.some((word) => /(?<!#!\s?)\/bin\/(?:ba|z|da)?sh\b/u.test(word))
        ? "It writes the start of a shell into a file that something else runs"
        : null,
    ),
    match: [`echo '{"scripts":{"x":"/bin/sh"}}' > package.json`, `echo 'system("/bin/sh")' > Gemfile`],
    not_match: ["echo '#!/bin/sh' > run.sh", "echo hi > a.txt"],
  },
];
